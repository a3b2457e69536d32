//! Counters of this process's deliveries.

use prometheus_client::metrics::counter::Counter;
use prometheus_client::registry::Registry;

/// Counters that the workers of this process share, as do clones. The number of queued deliveries
/// is in the database: [`pending`](super::pending).
#[derive(Debug, Clone, Default)]
pub struct Stats {
    attempted: Counter,
    delivered: Counter,
    failed: Counter,
}

/// The counters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    /// Finished attempts.
    pub attempted: u64,
    /// Delivered events.
    pub delivered: u64,
    /// Deliveries that were given up.
    pub failed: u64,
}

impl Stats {
    /// Returns the current counts.
    #[must_use]
    pub fn counts(&self) -> Counts {
        Counts {
            attempted: self.attempted.get(),
            delivered: self.delivered.get(),
            failed: self.failed.get(),
        }
    }

    /// Adds the counters to the metrics.
    pub fn register(&self, registry: &mut Registry) {
        let help = "Attempts to deliver an event that have come to an end";
        registry.register("delivery_attempts", help, self.attempted.clone());
        let help = "Deliveries of events that were taken";
        registry.register("deliveries_taken", help, self.delivered.clone());
        let help = "Deliveries of events that were given up";
        registry.register("deliveries_given_up", help, self.failed.clone());
    }

    pub(super) fn attempt(&self) {
        self.attempted.inc();
    }

    pub(super) fn delivered(&self) {
        self.delivered.inc();
    }

    pub(super) fn failed(&self) {
        self.failed.inc();
    }
}
