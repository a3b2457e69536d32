//! What this process has delivered.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Counters of one or several workers of this process; clones share them. How many deliveries are
/// in the queue is in the database: [`pending`](super::pending).
#[derive(Debug, Clone, Default)]
pub struct Stats(Arc<Counters>);

#[derive(Debug, Default)]
struct Counters {
    attempted: AtomicU64,
    delivered: AtomicU64,
    failed: AtomicU64,
}

/// What was counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    /// Attempts that have come to an end.
    pub attempted: u64,
    /// Deliveries that were taken.
    pub delivered: u64,
    /// Deliveries that were given up.
    pub failed: u64,
}

impl Stats {
    /// What was counted until now.
    #[must_use]
    pub fn counts(&self) -> Counts {
        Counts {
            attempted: self.0.attempted.load(Relaxed),
            delivered: self.0.delivered.load(Relaxed),
            failed: self.0.failed.load(Relaxed),
        }
    }

    pub(super) fn attempt(&self) {
        self.0.attempted.fetch_add(1, Relaxed);
    }

    pub(super) fn delivered(&self) {
        self.0.delivered.fetch_add(1, Relaxed);
    }

    pub(super) fn failed(&self) {
        self.0.failed.fetch_add(1, Relaxed);
    }
}
