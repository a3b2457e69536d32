//! Limits the rate of requests, and waits after refusals for their rate (RFC 6585 §4, RFC 9110
//! §10.2.3).

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use conformance_core::exchange::Response;
use tokio::time::Instant;

use crate::deprecation_fields::HttpDate;
use crate::reach::Rate;

/// How often a request is retried that is refused with `Retry-After`.
const TOLD: u32 = 16;

/// How often a request is retried that is refused without it.
const UNTOLD: u32 = 8;

/// The first pause without `Retry-After`; each further one is twice as long, up to the maximum.
const PAUSE: Duration = Duration::from_millis(50);
const GREATEST_PAUSE: Duration = Duration::from_secs(5);

/// The longest wait that a deployment may demand; a longer one means that it accepts no more
/// requests.
const LONGEST: Duration = Duration::from_mins(5);

/// After how long without one successful retry waiting counts as useless: then each request is
/// retried only once, so that a deployment which always refuses does not take the whole run.
const VAIN: Duration = Duration::from_secs(90);

/// After how many responses [`Rate::Auto`] adapts.
const WINDOW: u32 = 32;

/// The first interval of [`Rate::Auto`], and the longest.
const FIRST: Duration = Duration::from_millis(10);
const GREATEST: Duration = Duration::from_secs(2);

/// Releases requests at the configured rate.
#[derive(Debug)]
pub struct Pace {
    rate: Rate,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    interval: Duration,
    next: Instant,
    answers: u32,
    refused: u32,
    /// The share of refusals in the previous window, if the interval has grown since.
    before: Option<f64>,
    /// Whether slowing down has not helped.
    is_vain: bool,
    /// The first refusal that was waited for since a retry was last successful.
    refused_since: Option<Instant>,
    counts: Waits,
}

/// How long a run has waited because of rate limits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Waits {
    /// How many requests were refused for their rate.
    pub refused: u64,
    /// How many of them were not retried any more.
    pub given_up: u64,
    /// The total time that requests have waited.
    pub waited: Duration,
}

impl Pace {
    /// Returns a pace that keeps to a rate.
    pub fn new(rate: Rate) -> Self {
        let interval = match rate {
            Rate::Every(interval) => interval,
            _ => Duration::ZERO,
        };
        Self {
            rate,
            state: Mutex::new(State {
                interval,
                next: Instant::now(),
                answers: 0,
                refused: 0,
                before: None,
                is_vain: false,
                refused_since: None,
                counts: Waits::default(),
            }),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns how long the run has waited so far.
    pub fn waits(&self) -> Waits {
        self.state().counts
    }

    /// Waits until the next request may be sent.
    pub async fn turn(&self) {
        let at = {
            let mut state = self.state();
            if state.interval.is_zero() {
                return;
            }
            let at = state.next.max(Instant::now());
            state.next = at + state.interval;
            at
        };
        tokio::time::sleep_until(at).await;
    }

    /// Records a response. Returns how long to wait before retrying the request, if it was refused
    /// for its rate and should be retried. `number` is how often it was retried, and `left` how
    /// long the run may still take.
    pub fn pause(
        &self,
        answer: Option<&Response>,
        number: u32,
        left: Duration,
    ) -> Option<Duration> {
        let answer = answer?;
        let is_refused = answer.status == 429;
        let mut state = self.state();
        if self.rate == Rate::Auto {
            state.adapt(is_refused);
        }
        if !is_refused {
            if number > 0 {
                state.refused_since = None;
            }
            return None;
        }
        let told = retry_after(answer);
        let is_over = match told {
            Some(pause) => number >= TOLD || pause > LONGEST || pause > left,
            None => number >= UNTOLD || says_quota(&answer.body),
        };
        state.counts.refused += 1;
        let is_useless = number > 0 && state.is_useless(told.unwrap_or_default());
        if is_over || is_useless {
            state.counts.given_up += 1;
            return None;
        }
        state.refused_since.get_or_insert_with(Instant::now);
        let own = (PAUSE * 2_u32.saturating_pow(number)).min(GREATEST_PAUSE);
        // Random jitter, so that not all retries arrive at once.
        let spread = PAUSE * (u32::try_from(state.counts.refused % 16).unwrap_or(0)) / 16;
        let pause = told.unwrap_or(own) + spread;
        state.counts.waited += pause;
        Some(pause)
    }
}

impl State {
    /// Returns whether waiting has been of no use for long. `told` is the pause that is demanded now.
    fn is_useless(&self, told: Duration) -> bool {
        let since = self.refused_since;
        let vain = since.and_then(|since| since.elapsed().checked_sub(told));
        vain.is_some_and(|vain| vain > VAIN)
    }

    /// Slows down while that helps, and slowly speeds up again.
    fn adapt(&mut self, is_refused: bool) {
        self.answers += 1;
        self.refused += u32::from(is_refused);
        if self.answers < WINDOW {
            return;
        }
        let part = f64::from(self.refused) / f64::from(self.answers);
        (self.answers, self.refused) = (0, 0);
        let has_helped = self.before.is_none_or(|before| part < 0.9 * before);
        self.before = None;
        if self.is_vain {
        } else if part <= 0.05 {
            self.interval = self.interval * 9 / 10;
        } else if has_helped {
            self.interval = (self.interval * 2).clamp(FIRST, GREATEST);
            self.before = Some(part);
        } else {
            // Refusals do not depend on the rate: the limit is not one of requests per time.
            self.interval = Duration::ZERO;
            self.is_vain = true;
        }
    }
}

/// Returns how long a response demands to wait: in seconds, or until a date, measured by the clock
/// of the response itself if it has one (RFC 9110 §10.2.3, §6.6.1).
pub fn retry_after(answer: &Response) -> Option<Duration> {
    let value = answer.header("retry-after")?.trim();
    if value.bytes().all(|byte| byte.is_ascii_digit()) && !value.is_empty() {
        return Some(value.parse().map_or(Duration::MAX, Duration::from_secs));
    }
    let date = |text: &str| HttpDate::parse(text).ok().map(|date| date.at);
    let until = date(value)?;
    let now = answer.header("date").and_then(date);
    let now = now.unwrap_or_else(jiff::Timestamp::now);
    let seconds = until.as_second().saturating_sub(now.as_second());
    Some(Duration::from_secs(u64::try_from(seconds).unwrap_or(0)))
}

/// Returns whether a response says that a quota is used up, which waiting does not change.
pub fn says_quota(body: &[u8]) -> bool {
    String::from_utf8_lossy(body)
        .to_ascii_lowercase()
        .contains("quota")
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use hyper::HeaderMap;
    use hyper::header::{HeaderValue, RETRY_AFTER};

    use super::*;

    /// Returns how often a request is retried that is answered with 429 each time.
    fn retries(pace: &Pace) -> u32 {
        let refusal = Response::new(429, HeaderMap::new(), Bytes::new());
        let hour = Duration::from_hours(1);
        (0..=TOLD)
            .find(|number| pace.pause(Some(&refusal), *number, hour).is_none())
            .expect("retries end")
    }

    #[test]
    fn no_pause_is_too_long_for_a_clock() {
        let pace = Pace::new(Rate::Unlimited);
        let mut fields = HeaderMap::new();
        fields.insert(
            RETRY_AFTER,
            HeaderValue::from_static("99999999999999999999"),
        );
        let never = Response::new(429, fields, Bytes::new());
        let short = Response::new(429, HeaderMap::new(), Bytes::new());
        assert!(pace.pause(Some(&short), 0, Duration::MAX).is_some());
        assert_eq!(pace.pause(Some(&never), 1, Duration::MAX), None);
    }

    #[test]
    fn a_deployment_that_always_refuses_is_not_waited_for_for_ever() {
        let pace = Pace::new(Rate::Unlimited);
        assert_eq!(retries(&pace), UNTOLD);
        pace.state().refused_since = Instant::now().checked_sub(2 * VAIN);
        assert_eq!(retries(&pace), 1);
        let success = Response::new(200, HeaderMap::new(), Bytes::new());
        assert_eq!(pace.pause(Some(&success), 0, Duration::ZERO), None);
        assert_eq!(retries(&pace), 1, "it was no retry");
        assert_eq!(pace.pause(Some(&success), 1, Duration::ZERO), None);
        assert_eq!(retries(&pace), UNTOLD);
    }
}
