//! A clock that never waits.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use crate::runtime::{Clock, Sleep};

/// 2026-01-01T00:00:00Z, in seconds.
const START: Duration = Duration::from_secs(1_767_225_600);

/// A clock that stands still, except for waits, which end at once, and [`TestClock::advance`].
/// Waits before retries are the longest that the policy allows. Clones are the same clock.
#[derive(Debug, Clone)]
pub struct TestClock {
    start: Instant,
    state: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
struct State {
    passed: Duration,
    waits: Vec<Duration>,
}

impl Default for TestClock {
    fn default() -> Self {
        Self {
            start: Instant::now(),
            state: Arc::default(),
        }
    }
}

impl TestClock {
    /// Creates a clock. Its time of day is 2026-01-01T00:00:00Z.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Moves the clock forward.
    pub fn advance(&self, duration: Duration) {
        self.state().passed += duration;
    }

    /// Returns the waits so far, in order.
    #[must_use]
    pub fn waits(&self) -> Vec<Duration> {
        self.state().waits.clone()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Clock for TestClock {
    fn now(&self) -> Instant {
        self.start + self.state().passed
    }

    fn time_of_day(&self) -> SystemTime {
        SystemTime::UNIX_EPOCH + START + self.state().passed
    }

    fn sleep(&self, duration: Duration) -> Sleep {
        let mut state = self.state();
        state.passed += duration;
        state.waits.push(duration);
        Box::pin(std::future::ready(()))
    }

    fn jitter(&self, bound: Duration) -> Duration {
        bound
    }
}
