//! A clock that never waits.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime};

use client::runtime::{Clock, Sleep};

/// A clock whose waits end at once, and are recorded. Random values are always the maximum.
#[derive(Debug, Clone)]
pub struct TestClock {
    start: Instant,
    waits: Arc<Mutex<Vec<Duration>>>,
}

impl Default for TestClock {
    fn default() -> Self {
        Self {
            start: Instant::now(),
            waits: Arc::default(),
        }
    }
}

impl TestClock {
    /// The time of day at the start, in seconds: 2026-01-01T00:00:00Z.
    pub const START: u64 = 1_767_225_600;

    /// Returns the waits and advances so far, in order.
    pub fn waits(&self) -> Vec<Duration> {
        self.waits.lock().unwrap().clone()
    }

    /// Moves the clock forward.
    pub fn advance(&self, duration: Duration) {
        self.waits.lock().unwrap().push(duration);
    }

    fn passed(&self) -> Duration {
        self.waits.lock().unwrap().iter().sum()
    }
}

impl Clock for TestClock {
    fn now(&self) -> Instant {
        self.start + self.passed()
    }

    fn time_of_day(&self) -> SystemTime {
        SystemTime::UNIX_EPOCH + Duration::from_secs(Self::START) + self.passed()
    }

    fn sleep(&self, duration: Duration) -> Sleep {
        self.advance(duration);
        Box::pin(std::future::ready(()))
    }

    fn jitter(&self, bound: Duration) -> Duration {
        bound
    }
}
