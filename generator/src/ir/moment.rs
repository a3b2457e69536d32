//! Instants and days as numbers, for languages that write them so.

use jiff::tz::TimeZone;

/// A day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Day {
    pub(crate) year: i16,
    pub(crate) month: i8,
    /// The day of the month.
    pub(crate) of_month: i8,
}

/// An instant in UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Instant {
    pub(crate) day: Day,
    pub(crate) hour: i8,
    pub(crate) minute: i8,
    pub(crate) second: i8,
    pub(crate) nanosecond: i32,
}

impl Day {
    /// Parses a day (RFC 3339 `full-date`).
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let date: jiff::civil::Date = text.parse().ok()?;
        Some(Self::of(date))
    }

    fn of(date: jiff::civil::Date) -> Self {
        Self {
            year: date.year(),
            month: date.month(),
            of_month: date.day(),
        }
    }

    /// Returns the English name of the month.
    pub(crate) fn month_name(self) -> &'static str {
        const NAMES: [&str; 12] = [
            "January",
            "February",
            "March",
            "April",
            "May",
            "June",
            "July",
            "August",
            "September",
            "October",
            "November",
            "December",
        ];
        let index = usize::try_from(self.month - 1).unwrap_or_default();
        NAMES.get(index).copied().unwrap_or("January")
    }
}

impl Instant {
    /// Parses an instant (RFC 3339).
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let instant: jiff::Timestamp = text.parse().ok()?;
        let civil = instant.to_zoned(TimeZone::UTC).datetime();
        Some(Self {
            day: Day::of(civil.date()),
            hour: civil.hour(),
            minute: civil.minute(),
            second: civil.second(),
            nanosecond: civil.subsec_nanosecond(),
        })
    }
}
