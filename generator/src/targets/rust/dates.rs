//! Formats dates of a description for the header fields that announce them.

use jiff::Timestamp;

/// Formats `Sunset` (RFC 8594 §3): an IMF-fixdate (RFC 9110 §5.6.7).
pub(super) fn imf_fixdate(date_time: &str) -> Option<String> {
    let instant: Timestamp = date_time.parse().ok()?;
    Some(instant.strftime("%a, %d %b %Y %H:%M:%S GMT").to_string())
}

/// Formats `Deprecation` (RFC 9745 §2.1): seconds since 1970 as a structured-field date.
pub(super) fn deprecation(date_time: &str) -> Option<String> {
    let instant: Timestamp = date_time.parse().ok()?;
    Some(format!("@{}", instant.as_second()))
}
