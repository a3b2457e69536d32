//! The successful requests of a run, in the order in which they were sent: the values in later
//! requests come from their responses.

use std::sync::{Arc, Mutex, PoisonError};

use conformance_core::exchange::Exchange;

/// The maximum number of exchanges that are kept.
const MOST: usize = 50_000;

/// The maximum size of the body of each, and of all bodies together, in bytes.
const LARGEST: usize = 256 * 1024;
const TOTAL: usize = 64 << 20;

/// The requests of a run that got a response. It keeps nothing unless it is switched on.
#[derive(Debug, Default)]
pub struct Trace {
    is_on: bool,
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    exchanges: Vec<Arc<Exchange>>,
    /// The size of all bodies, in bytes.
    bytes: usize,
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

    /// Keeps an exchange, unless it was refused or is large, or there is no room for it.
    pub fn keep(&self, exchange: &Arc<Exchange>) {
        let is_kept = |status| matches!(status, 200..=399);
        let Some(answer) = exchange.response().filter(|one| is_kept(one.status)) else {
            return;
        };
        let bytes = answer.body.len();
        if !self.is_on || bytes > LARGEST {
            return;
        }
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.exchanges.len() < MOST && kept.bytes + bytes <= TOTAL {
            kept.bytes += bytes;
            kept.exchanges.push(Arc::new(exchange.unparsed()));
        }
    }

    /// Returns the exchanges, in the order in which they were sent.
    #[must_use]
    pub fn exchanges(&self) -> Vec<Arc<Exchange>> {
        let mut all = self
            .kept
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .exchanges
            .clone();
        all.sort_by_key(|one| one.number);
        all
    }
}
