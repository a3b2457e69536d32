//! Dates as HTTP writes them (RFC 9110 §5.6.7), in the strict form that senders must use.

use jiff::Timestamp;
use jiff::civil::{DateTime, Weekday, date};

/// The names of days, from Monday.
const DAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/// The names of months.
const MONTHS: [&str; 12] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
];

/// A date that was read from a header field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HttpDate {
    /// The moment.
    pub at: Timestamp,
    /// Whether the zone is `UTC`, as in an example of RFC 9745 §4, instead of `GMT`.
    pub is_utc: bool,
}

impl HttpDate {
    /// Parses an IMF-fixdate such as `Fri, 31 Dec 2027 23:59:59 GMT`, which senders must use.
    ///
    /// # Errors
    /// Returns what is wrong with the date.
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        let bytes = text.as_bytes();
        if bytes.len() != 29 || !text.is_ascii() {
            return Err("it is not of the form `Fri, 31 Dec 2027 23:59:59 GMT`");
        }
        let separators = [(3, ", "), (7, " "), (11, " "), (16, " "), (25, " ")];
        let colons = [(19, ":"), (22, ":")];
        let mut all = separators.iter().chain(&colons);
        if !all.all(|(at, wanted)| text[*at..].starts_with(wanted)) {
            return Err("it is not of the form `Fri, 31 Dec 2027 23:59:59 GMT`");
        }
        let is_utc = match &text[26..] {
            "GMT" => false,
            "UTC" => true,
            _ => return Err("its zone is not GMT"),
        };
        let moment = moment(text)?;
        let day = DAYS.iter().position(|name| *name == &text[..3]);
        let day = day.ok_or("its day of the week is not one of Mon to Sun")?;
        if moment.date().weekday() != weekday(day) {
            return Err("its day of the week is not that of the date");
        }
        let zoned = moment.to_zoned(jiff::tz::TimeZone::UTC);
        let at = zoned.map_err(|_| "it is out of range")?.timestamp();
        Ok(Self { at, is_utc })
    }
}

fn weekday(from_monday: usize) -> Weekday {
    let all = [
        Weekday::Monday,
        Weekday::Tuesday,
        Weekday::Wednesday,
        Weekday::Thursday,
        Weekday::Friday,
        Weekday::Saturday,
        Weekday::Sunday,
    ];
    all[from_monday % all.len()]
}

/// Parses the date and time. A leap second, `:60`, counts as the second before it.
fn moment(text: &str) -> Result<DateTime, &'static str> {
    let month = MONTHS.iter().position(|name| *name == &text[8..11]);
    let month = month.ok_or("its month is not one of Jan to Dec")?;
    let month = i8::try_from(month + 1).map_err(|_| "its month is out of range")?;
    let number = |range: std::ops::Range<usize>| -> Result<i16, &'static str> {
        let digits = &text[range];
        if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err("it has no digits where numbers should be");
        }
        digits.parse().map_err(|_| "a number is out of range")
    };
    let small = |range| -> Result<i8, &'static str> {
        i8::try_from(number(range)?).map_err(|_| "a number is out of range")
    };
    let day = jiff::civil::Date::new(number(12..16)?, month, small(5..7)?);
    let day = day.map_err(|_| "there is no such day")?;
    let (hour, minute, second) = (small(17..19)?, small(20..22)?, small(23..25)?);
    let second = if second == 60 { 59 } else { second };
    let time = jiff::civil::Time::new(hour, minute, second, 0);
    Ok(day.to_datetime(time.map_err(|_| "there is no such time of day")?))
}

/// Returns the first moment that gives 12 calendar months of notice; a notice from 29 February ends
/// on 28 February.
#[must_use]
pub fn a_year_after(at: Timestamp) -> Timestamp {
    let day = at.to_zoned(jiff::tz::TimeZone::UTC).datetime();
    let year = day.year().saturating_add(1);
    let moved = jiff::civil::Date::new(year, day.month(), day.day())
        .or_else(|_| jiff::civil::Date::new(year, day.month(), 28))
        .unwrap_or(date(9999, 12, 30));
    let zoned = moved
        .to_datetime(day.time())
        .to_zoned(jiff::tz::TimeZone::UTC);
    zoned.map_or(Timestamp::MAX, |zoned| zoned.timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_a_sender_must_write_is_a_date() {
        let rows = [
            (
                "Fri, 31 Dec 2027 23:59:59 GMT",
                Some("2027-12-31T23:59:59Z"),
            ),
            (
                "Sun, 06 Nov 1994 08:49:37 GMT",
                Some("1994-11-06T08:49:37Z"),
            ),
            (
                "Thu, 29 Feb 2024 00:00:00 GMT",
                Some("2024-02-29T00:00:00Z"),
            ),
            (
                "Fri, 31 Dec 2027 23:59:59 UTC",
                Some("2027-12-31T23:59:59Z"),
            ),
            (
                "Sat, 31 Dec 2016 23:59:60 GMT",
                Some("2016-12-31T23:59:59Z"),
            ),
            // The day of the week is wrong.
            ("Thu, 31 Dec 2027 23:59:59 GMT", None),
            // Obsolete forms, other zones, other capitalization, other widths.
            ("Sunday, 06-Nov-94 08:49:37 GMT", None),
            ("Sun Nov  6 08:49:37 1994", None),
            ("Fri, 31 Dec 2027 23:59:59 +0000", None),
            ("Fri, 31 Dec 2027 23:59:59 CET", None),
            ("fri, 31 dec 2027 23:59:59 gmt", None),
            ("Fri,  1 Jan 2027 00:00:00 GMT", None),
            ("Fri, +1 Jan 2027 00:00:00 GMT", None),
            ("Mon, 29 Feb 2027 00:00:00 GMT", None),
            ("Fri, 31 Dec 2027 24:00:00 GMT", None),
            ("2027-12-31T23:59:59Z", None),
            ("Fri, 31 Dec 2027 23:59:59 GMT ", None),
            ("Fri, 31 Dec 2027 23:59:5\u{e9}GMT", None),
            ("", None),
        ];
        for (text, wanted) in rows {
            let read = HttpDate::parse(text).ok().map(|date| date.at.to_string());
            assert_eq!(read.as_deref(), wanted, "{text}");
        }
    }

    #[test]
    fn a_year_is_twelve_calendar_months() {
        for (from, to) in [
            ("2026-01-31T10:00:00Z", "2027-01-31T10:00:00Z"),
            ("2024-02-29T00:00:00Z", "2025-02-28T00:00:00Z"),
            ("2027-03-01T00:00:00Z", "2028-03-01T00:00:00Z"),
        ] {
            let from: Timestamp = from.parse().expect("a time");
            assert_eq!(a_year_after(from).to_string(), to);
        }
    }
}
