//! How deliveries are made.

use std::time::Duration;

use super::{Backoff, Stats, Targets};

/// How long a receiver has to answer, as the description says.
pub const ANSWER_TIME: Duration = Duration::from_secs(15);

/// How a worker makes deliveries.
#[derive(Debug, Clone)]
pub struct Options {
    /// Where events may be sent.
    pub targets: Targets,
    /// When attempts are repeated.
    pub backoff: Backoff,
    /// The timeout of an attempt as a whole.
    pub timeout: Duration,
    /// How long after the end of that time a delivery is taken for abandoned.
    pub margin: Duration,
    /// How many attempts are under way at once.
    pub concurrency: usize,
    /// How many of them are of one organization; on all instances together.
    pub per_organization: usize,
    /// How often the queue is looked into when nothing tells of new deliveries.
    pub poll: Duration,
    /// How long attempts under way may take to end when the worker is shut down.
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
