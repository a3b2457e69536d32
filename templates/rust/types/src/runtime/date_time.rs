//! `format: date-time` (RFC 3339).

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::str::FromStr;

use jiff::{SignedDuration, Timestamp, civil};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::formats::has_form;
use super::{Decode, DecodeError, Decoder};

/// A time that keeps its original text. A [`Timestamp`] alone would lose the offset and the digits,
/// but a value must be sent back as it was received.
///
/// The latest [`Timestamp`] is `9999-12-30T22:00:00.999999999Z`. Later times, such as the common
/// `9999-12-31T23:59:59Z`, are accepted, and their [`instant`](Self::instant) is
/// [`Timestamp::MAX`].
///
/// Two values are compared by the moments that they denote and not by their text, even beyond the
/// latest [`Timestamp`]: `2026-01-01T01:00:00+01:00` equals `2026-01-01T00:00:00.0Z`, and
/// `9999-12-31T23:59:59Z` is after `9999-12-31T00:00:00Z`, although both have the same instant.
/// Fractions of a second are compared to nine digits, and a leap second equals the second before
/// it.
#[derive(Debug, Clone)]
pub struct DateTime {
    text: String,
    instant: Timestamp,
    /// How far the time is beyond the latest [`Timestamp`].
    beyond: SignedDuration,
}

impl DateTime {
    /// Returns the current time.
    #[must_use]
    pub fn now() -> Self {
        Self::from(Timestamp::now())
    }

    /// Returns the text as received.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the moment that the text denotes, or [`Timestamp::MAX`] if it is later than that.
    #[must_use]
    pub const fn instant(&self) -> Timestamp {
        self.instant
    }

    const fn moment(&self) -> (Timestamp, SignedDuration) {
        (self.instant, self.beyond)
    }
}

/// Returns the time since the beginning of 1970 in UTC.
///
/// Accepts RFC 3339 §5.6 only. `jiff` accepts much more, such as weeks and time zone names. A time
/// without an offset is rejected because it is ambiguous.
fn since_epoch(text: &str) -> Option<SignedDuration> {
    const TIME: &str = "0000-00-00T00:00:00";
    const NANOSECONDS: usize = 9;
    let text = text.to_ascii_uppercase();
    let (time, rest) = text.split_at_checked(TIME.len())?;
    let fraction = match rest.strip_prefix('.') {
        Some(rest) => &rest[..rest.find(|c: char| !c.is_ascii_digit())?],
        None => "",
    };
    let zone = match fraction.len() {
        0 => rest,
        digits => &rest[1 + digits..],
    };
    let offset = offset(zone).filter(|_| has_form(time, TIME))?;
    let digits = &fraction[..fraction.len().min(NANOSECONDS)];
    let point = if digits.is_empty() { "" } else { "." };
    let local: civil::DateTime = format!("{time}{point}{digits}").parse().ok()?;
    Some(local.duration_since(civil::date(1970, 1, 1).at(0, 0, 0, 0)) - offset)
}

/// Returns the offset of a zone from UTC.
fn offset(zone: &str) -> Option<SignedDuration> {
    if zone == "Z" {
        return Some(SignedDuration::ZERO);
    }
    let is_west = has_form(zone, "-00:00");
    if !is_west && !has_form(zone, "+00:00") {
        return None;
    }
    let hours: i64 = zone[1..3].parse().ok().filter(|hours| *hours < 24)?;
    let minutes: i64 = zone[4..].parse().ok().filter(|minutes| *minutes < 60)?;
    let offset = SignedDuration::from_mins(hours * 60 + minutes);
    Some(if is_west { -offset } else { offset })
}

impl FromStr for DateTime {
    type Err = DateTimeError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let since_epoch = since_epoch(text).ok_or(DateTimeError(()))?;
        // The year 0 is long after the earliest timestamp, so only the upper limit can be exceeded.
        let instant = Timestamp::from_duration(since_epoch).unwrap_or(Timestamp::MAX);
        Ok(Self {
            text: text.to_owned(),
            instant,
            beyond: since_epoch - instant.as_duration(),
        })
    }
}

impl From<Timestamp> for DateTime {
    /// Converts a timestamp in UTC. RFC 3339 cannot represent years before 0: they are written with
    /// a sign, as in ISO 8601, and receivers will reject them.
    fn from(instant: Timestamp) -> Self {
        Self {
            text: instant.to_string(),
            instant,
            beyond: SignedDuration::ZERO,
        }
    }
}

impl Deref for DateTime {
    type Target = Timestamp;

    fn deref(&self) -> &Self::Target {
        &self.instant
    }
}

impl PartialEq for DateTime {
    fn eq(&self, other: &Self) -> bool {
        self.moment() == other.moment()
    }
}

impl Eq for DateTime {}

impl PartialOrd for DateTime {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for DateTime {
    fn cmp(&self, other: &Self) -> Ordering {
        self.moment().cmp(&other.moment())
    }
}

impl Hash for DateTime {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.moment().hash(state);
    }
}

impl fmt::Display for DateTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Decode for DateTime {
    fn decode(value: Value, decoder: &mut Decoder) -> Result<Self, DecodeError> {
        value
            .as_str()
            .and_then(|text| text.parse().ok())
            .ok_or_else(|| decoder.error("an RFC 3339 date-time", &value))
    }
}

impl Serialize for DateTime {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text)
    }
}

impl<'de> Deserialize<'de> for DateTime {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        super::decode::deserialize(deserializer)
    }
}

/// An error returned for text that is not an RFC 3339 date-time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DateTimeError(());

impl fmt::Display for DateTimeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected an RFC 3339 date-time, such as 2026-01-02T03:04:05Z")
    }
}

impl std::error::Error for DateTimeError {}
