//! The moments that made-up times lie around.

use jiff::Timestamp;

/// Returns the moment that made-up times lie around: the start of the day, so that two runs on one
/// day send the same.
#[must_use]
pub fn today() -> Timestamp {
    now_rounded(24 * 60 * 60)
}

/// Returns the start of the hour: the moment before which made-up times lie that must be over, and
/// not for long.
#[must_use]
pub fn this_hour() -> Timestamp {
    now_rounded(60 * 60)
}

/// Returns the present, rounded down to a multiple of this many seconds.
fn now_rounded(seconds: i64) -> Timestamp {
    let now = Timestamp::now().as_second();
    Timestamp::from_second(now - now.rem_euclid(seconds)).unwrap_or_default()
}
