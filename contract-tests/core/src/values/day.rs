//! The reference times for generated dates.

use jiff::Timestamp;

/// Returns the start of the day, around which generated times lie, so that two runs on one day send
/// the same.
#[must_use]
pub fn today() -> Timestamp {
    now_rounded(24 * 60 * 60)
}

/// Returns the start of the hour, before which generated times lie that must be recently past.
#[must_use]
pub fn this_hour() -> Timestamp {
    now_rounded(60 * 60)
}

/// Returns the current time, rounded down to a multiple of this many seconds.
fn now_rounded(seconds: i64) -> Timestamp {
    let now = Timestamp::now().as_second();
    Timestamp::from_second(now - now.rem_euclid(seconds)).unwrap_or_default()
}
