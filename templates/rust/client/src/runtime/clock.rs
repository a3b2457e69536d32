//! Time and randomness, so that tests need neither.

use std::fmt;
use std::future::Future;
use std::hash::{BuildHasher as _, RandomState};
use std::pin::Pin;
use std::time::{Duration, Instant, SystemTime};

/// A future that ends when a wait is over.
pub type Sleep = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Where a client takes time and randomness from; tests bring their own.
pub trait Clock: fmt::Debug + Send + Sync {
    /// The time that only goes forward: tokens expire by it.
    fn now(&self) -> Instant;
    /// Returns the time of day: an HTTP date in `Retry-After` is compared with it.
    fn time_of_day(&self) -> SystemTime;
    /// Waits.
    fn sleep(&self, duration: Duration) -> Sleep;
    /// Returns a number from 0 up to `bound`, at random: how long a retry waits.
    fn jitter(&self, bound: Duration) -> Duration;
}

/// The clock of the machine, with the timers of `tokio`.
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

    /// The keys of a fresh [`RandomState`] are chance enough to spread retries.
    fn jitter(&self, bound: Duration) -> Duration {
        let chance = RandomState::new().hash_one(()) >> 32;
        let parts = u32::try_from(chance).unwrap_or(u32::MAX);
        bound.mul_f64(f64::from(parts) / f64::from(u32::MAX))
    }
}
