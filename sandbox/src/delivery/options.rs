//! The settings of deliveries.

use std::time::Duration;

use super::{Backoff, Stats, Targets};

/// How long a receiver may take to respond, from the description.
pub const ANSWER_TIME: Duration = Duration::from_secs(15);

/// How a worker makes deliveries.
#[derive(Debug, Clone)]
pub struct Options {
    /// Where events may be sent.
    pub targets: Targets,
    /// When attempts are repeated.
    pub backoff: Backoff,
    /// The time limit of an attempt.
    pub timeout: Duration,
    /// How long after that limit a delivery counts as abandoned.
    pub margin: Duration,
    /// How many attempts are made at once.
    pub concurrency: usize,
    /// How many of them may belong to one organization, on all instances together.
    pub per_organization: usize,
    /// How often the queue is checked without a notification.
    pub poll: Duration,
    /// How long running attempts may take when the worker is stopped.
    pub patience: Duration,
    /// The counters.
    pub stats: Stats,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            targets: Targets::default(),
            backoff: Backoff::default(),
            timeout: ANSWER_TIME,
            margin: Duration::from_secs(15),
            concurrency: 16,
            per_organization: 4,
            poll: Duration::from_millis(250),
            patience: Duration::from_secs(5),
            stats: Stats::default(),
        }
    }
}
