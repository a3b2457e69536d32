//! The time limit of a call as a whole.

use std::time::{Duration, Instant};

use super::Clock;
use super::error::Failure;
use super::exchange::late;

/// When a call must be over; never, if it has no limit.
#[derive(Debug, Clone, Copy)]
pub(super) struct Deadline {
    limit: Duration,
    end: Option<Instant>,
}

impl Deadline {
    /// Starts the time of a call.
    pub(super) fn start(limit: Option<Duration>, clock: &dyn Clock) -> Self {
        Self {
            limit: limit.unwrap_or_default(),
            end: limit.and_then(|limit| clock.now().checked_add(limit)),
        }
    }

    /// Returns the time that is left, up to the limit of an attempt.
    pub(super) fn left(&self, attempt: Duration, clock: &dyn Clock) -> Result<Duration, Failure> {
        let Some(end) = self.end else {
            return Ok(attempt);
        };
        let left = end.saturating_duration_since(clock.now());
        if left.is_zero() {
            return Err(late(self.limit));
        }
        Ok(left.min(attempt))
    }

    /// Returns whether the call is not over yet after a wait.
    pub(super) fn allows(&self, wait: Duration, clock: &dyn Clock) -> bool {
        let after = clock.now().checked_add(wait);
        self.end
            .is_none_or(|end| after.is_some_and(|after| after < end))
    }
}
