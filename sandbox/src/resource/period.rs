//! Periods of days (UTC).

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Span, Timestamp};

use crate::failure::Failure;

/// How many days before its last one a period starts, if it does not say.
const USUAL_DAYS: i64 = 30;

/// The first and the last day of what is requested; today is the last, if it does not say.
///
/// # Errors
/// [`Failure::Unprocessable`] if the first is after the last.
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
