//! Time and randomness, which tests can replace.

use std::fmt;
use std::future::Future;
use std::hash::{BuildHasher as _, RandomState};
use std::pin::Pin;
use std::time::{Duration, Instant, SystemTime};

/// A future that completes when the wait is over.
pub type Sleep = Pin<Box<dyn Future<Output = ()> + Send>>;

/// The source of time and randomness of a client. Tests provide their own.
pub trait Clock: fmt::Debug + Send + Sync {
    /// Returns the monotonic time, by which tokens expire.
    fn now(&self) -> Instant;
    /// Returns the time of day, which an HTTP date in `Retry-After` is compared with.
    fn time_of_day(&self) -> SystemTime;
    /// Waits for `duration`.
    fn sleep(&self, duration: Duration) -> Sleep;
    /// Returns a random duration between 0 and `bound`, by which a retry is delayed.
    fn jitter(&self, bound: Duration) -> Duration;
}

/// The system clock, with the timers of `tokio`.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Instant {
        Instant::now()
    }

    fn time_of_day(&self) -> SystemTime {
        SystemTime::now()
    }

    fn sleep(&self, duration: Duration) -> Sleep {
        Box::pin(tokio::time::sleep(duration))
    }

    /// The keys of a new [`RandomState`] are random enough to spread retries.
    fn jitter(&self, bound: Duration) -> Duration {
        let chance = RandomState::new().hash_one(()) >> 32;
        let parts = u32::try_from(chance).unwrap_or(u32::MAX);
        bound.mul_f64(f64::from(parts) / f64::from(u32::MAX))
    }
}
