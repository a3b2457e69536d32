//! The requests of a run that were answered with success, in the order they were sent: where the
//! values of later requests come from.

use std::sync::{Arc, Mutex, PoisonError};

use conformance_core::exchange::Exchange;

/// How many exchanges are kept.
const MOST: usize = 50_000;

/// How many bytes the content of one may have.
const LARGEST: usize = 256 * 1024;

/// The answered requests of a run. It keeps nothing unless it was switched on.
#[derive(Debug, Default)]
pub struct Trace {
    is_on: bool,
    kept: Mutex<Vec<Arc<Exchange>>>,
}

impl Trace {
    /// One that keeps what it gets.
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

    /// What was kept, in the order it was sent.
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
