//! The successful requests of a run, in the order in which they were sent: the values in later
//! requests come from their responses.

use std::sync::{Arc, Mutex, PoisonError};

use conformance_core::exchange::Exchange;

/// The maximum number of exchanges that are kept.
const MOST: usize = 50_000;

/// The maximum size of the body of each, in bytes.
const LARGEST: usize = 256 * 1024;

/// The requests of a run that got a response. It keeps nothing unless it is switched on.
#[derive(Debug, Default)]
pub struct Trace {
    is_on: bool,
    kept: Mutex<Vec<Arc<Exchange>>>,
}

impl Trace {
    /// Returns a trace that is switched on.
    #[must_use]
    pub fn on() -> Self {
        Self {
            is_on: true,
            kept: Mutex::default(),
        }
    }

    /// Keeps an exchange, unless it was refused or is large.
    pub fn keep(&self, exchange: &Arc<Exchange>) {
        let is_kept = |status| matches!(status, 200..=399);
        let answer = exchange.response();
        let is_kept = answer.is_some_and(|one| is_kept(one.status) && one.body.len() <= LARGEST);
        if !self.is_on || !is_kept {
            return;
        }
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() < MOST {
            kept.push(Arc::clone(exchange));
        }
    }

    /// Returns the exchanges, in the order in which they were sent.
    #[must_use]
    pub fn exchanges(&self) -> Vec<Arc<Exchange>> {
        let mut all = self
            .kept
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        all.sort_by_key(|one| one.number);
        all
    }
}
