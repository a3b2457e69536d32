//! Validates string formats.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::{duration, internet, time, uri};

/// A string format that can be validated.
#[derive(Debug, Clone, Copy)]
pub(super) struct Format {
    name: &'static str,
    holds: fn(&str) -> bool,
}

impl Format {
    const ALL: [Self; 17] = [
        Self::new("date-time", time::is_date_time),
        Self::new("date", time::is_date),
        Self::new("time", time::is_time),
        Self::new("duration", duration::is_duration),
        Self::new("uuid", is_uuid),
        Self::new("decimal", is_decimal),
        Self::new("email", internet::is_email),
        Self::new("idn-email", internet::is_idn_email),
        Self::new("hostname", internet::is_hostname),
        Self::new("ipv4", |text| text.parse::<std::net::Ipv4Addr>().is_ok()),
        Self::new("ipv6", |text| text.parse::<std::net::Ipv6Addr>().is_ok()),
        Self::new("uri", uri::is_uri),
        Self::new("uri-reference", uri::is_reference),
        Self::new("byte", |text| STANDARD.decode(text).is_ok()),
        Self::new("json-pointer", is_json_pointer),
        Self::new("regex", spec::is_pattern),
        Self::new("url", uri::is_uri),
    ];

    const fn new(name: &'static str, holds: fn(&str) -> bool) -> Self {
        Self { name, holds }
    }

    /// Returns the format with a name, or `None` if it is unknown and so allows everything.
    pub(super) fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name == name)
    }

    pub(super) const fn name(self) -> &'static str {
        self.name
    }

    /// Returns whether a text follows the format.
    pub(super) fn holds(self, text: &str) -> bool {
        (self.holds)(text)
    }
}

/// Returns whether a text is hexadecimal digits in groups of 8, 4, 4, 4 and 12 (RFC 9562 §4).
pub(super) fn is_uuid(text: &str) -> bool {
    text.len() == 36
        && text.bytes().enumerate().all(|(index, byte)| match index {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

/// Returns whether a text is a JSON number without an exponent.
fn is_decimal(text: &str) -> bool {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, "0"));
    let leading_zero = whole.len() > 1 && whole.starts_with('0');
    time::are_digits(whole) && time::are_digits(fraction) && !leading_zero
}

/// Returns whether a text is a JSON Pointer (RFC 6901 §3).
fn is_json_pointer(text: &str) -> bool {
    let mut escapes = text.split('~').skip(1);
    (text.is_empty() || text.starts_with('/')) && escapes.all(|rest| rest.starts_with(['0', '1']))
}
