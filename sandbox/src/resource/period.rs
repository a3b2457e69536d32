//! Periods of days (UTC).

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Span, Timestamp};

use crate::failure::Failure;

/// The default length of a period, in days before its last one.
pub(crate) const USUAL_DAYS: i64 = 30;

/// Returns the first and the last day of a requested period, which ends today by default.
///
/// # Errors
/// [`Failure::Unprocessable`] if the first day is after the last.
pub(super) fn period(
    now: Timestamp,
    first: Option<Date>,
    last: Option<Date>,
) -> Result<(Date, Date), Failure> {
    let last = last.unwrap_or_else(|| now.to_zoned(TimeZone::UTC).date());
    let usual = || {
        last.checked_sub(Span::new().days(USUAL_DAYS))
            .unwrap_or(Date::MIN)
    };
    let first = first.unwrap_or_else(usual);
    if first > last {
        return Err(Failure::parameter("startDate", "It is after the endDate."));
    }
    Ok((first, last))
}
