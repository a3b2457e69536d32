//! When a request is retried, and after how long.

use std::time::{Duration, SystemTime};

use jiff::civil::DateTime;
use jiff::tz::TimeZone;

use super::error::Failure;
use super::{Clock, RawResponse, TransportErrorKind};

/// When a request is retried.
///
/// A request that never left is retried. A request of an idempotent operation is also retried if
/// the connection broke or if the response is 429, 502, 503 or 504. A request that timed out is not
/// retried. The waits double, each is shortened to a random part of itself, and none is shorter
/// than `Retry-After` (RFC 9110 §10.2.3).
#[derive(Debug, Clone)]
#[must_use]
pub struct RetryPolicy {
    attempts: u32,
    first_wait: Duration,
    longest_wait: Duration,
    longest_retry_after: Duration,
}

impl Default for RetryPolicy {
    fn default() -> Self {
        Self {
            attempts: 3,
            first_wait: Duration::from_millis(250),
            longest_wait: Duration::from_secs(10),
            longest_retry_after: Duration::from_secs(60),
        }
    }
}

impl RetryPolicy {
    /// Returns a policy that never retries.
    pub fn none() -> Self {
        Self {
            attempts: 1,
            ..Self::default()
        }
    }

    /// Sets the maximum number of attempts, including the first; 3 by default.
    pub fn attempts(mut self, attempts: u32) -> Self {
        self.attempts = attempts;
        self
    }

    /// Sets the upper bounds of the first wait (250 ms by default) and of every wait (10 s).
    pub fn waits(mut self, first: Duration, longest: Duration) -> Self {
        (self.first_wait, self.longest_wait) = (first, longest);
        self
    }

    /// Sets the longest `Retry-After` to wait for (60 s by default). If the service asks for more,
    /// its response is returned at once.
    pub fn longest_retry_after(mut self, longest: Duration) -> Self {
        self.longest_retry_after = longest;
        self
    }

    /// Returns how long to wait before retrying, or `None` not to retry. A stream passes the
    /// reconnection time that its service has requested.
    pub(super) fn wait(
        &self,
        attempt: u32,
        idempotent: bool,
        outcome: &Result<RawResponse, Failure>,
        requested: Option<Duration>,
        clock: &dyn Clock,
    ) -> Option<Duration> {
        if attempt >= self.attempts || !may_repeat(idempotent, outcome) {
            return None;
        }
        let doubled = self
            .first_wait
            .saturating_mul(1_u32.checked_shl(attempt - 1).unwrap_or(u32::MAX));
        let wait = clock.jitter(doubled.min(self.longest_wait));
        let asked = outcome
            .as_ref()
            .ok()
            .and_then(|raw| retry_after(raw, clock.time_of_day()))
            .or(requested);
        match asked {
            Some(asked) if asked > self.longest_retry_after => None,
            asked => Some(wait.max(asked.unwrap_or_default())),
        }
    }
}

fn may_repeat(idempotent: bool, outcome: &Result<RawResponse, Failure>) -> bool {
    match outcome {
        Ok(raw) => idempotent && matches!(raw.status(), 429 | 502 | 503 | 504),
        Err(Failure::Transport(error)) => {
            error.is_connect() || idempotent && error.kind() == TransportErrorKind::Broken
        }
        Err(Failure::Timeout(error)) => error.is_connect(),
        Err(_) => false,
    }
}

/// Returns the time that `Retry-After` asks for, given in seconds or as a date.
fn retry_after(raw: &RawResponse, now: SystemTime) -> Option<Duration> {
    let text = raw.header("retry-after")?.trim();
    match text.parse() {
        Ok(seconds) => Some(Duration::from_secs(seconds)),
        Err(_) => {
            let until = SystemTime::from(http_date(text)?);
            Some(until.duration_since(now).unwrap_or_default())
        }
    }
}

/// Reads an IMF-fixdate (RFC 9110 §5.6.7).
pub(super) fn http_date(text: &str) -> Option<jiff::Timestamp> {
    let date = DateTime::strptime("%a, %d %b %Y %H:%M:%S GMT", text).ok()?;
    Some(date.to_zoned(TimeZone::UTC).ok()?.timestamp())
}
