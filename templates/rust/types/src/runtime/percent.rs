//! Escapes text by percent-encoding (RFC 3986 §2.1), where the location allows escapes.

use std::fmt::Write as _;

use super::{DecodeError, EncodeError, Location, Parameter};

/// How characters are handled that are not allowed in a location.
#[derive(Debug, Clone, Copy)]
pub(super) enum Escape {
    /// They are percent-encoded, in paths, queries and forms.
    Percent {
        /// Whether reserved characters (RFC 3986 §2.2) are left as they are.
        reserved: bool,
        /// Whether a space is written as `+`.
        form: bool,
        /// Whether `+` is read as a space.
        plus: bool,
    },
    /// They are rejected, because header fields and cookies have no escapes. Holds the characters.
    Refuse(&'static str),
}

impl Escape {
    /// Returns the rules for the location of `parameter`.
    pub(super) const fn of(parameter: &Parameter) -> Self {
        match parameter.location {
            Location::Path => Self::percent(false, false, false),
            Location::Query => Self::percent(parameter.allow_reserved, false, true),
            Location::Header => Self::Refuse(""),
            Location::Cookie => Self::Refuse(";"),
        }
    }

    /// Returns the rules for a field of an `application/x-www-form-urlencoded` body.
    pub(super) const fn form(field: &Parameter) -> Self {
        Self::percent(field.allow_reserved, true, true)
    }

    const fn percent(reserved: bool, form: bool, plus: bool) -> Self {
        Self::Percent {
            reserved,
            form,
            plus,
        }
    }

    /// Writes `text` so that none of it can be mistaken for the `delimiters`.
    pub(super) fn push(
        self,
        out: &mut String,
        text: &str,
        delimiters: &str,
    ) -> Result<(), EncodeError> {
        match self {
            Self::Percent { reserved, form, .. } => {
                // A reader could not distinguish them from the delimiters `%20` and `%7C`.
                if matches!(delimiters, " " | "|") && text.contains(delimiters) {
                    return Err(refusal(
                        text,
                        if delimiters == " " { "a space" } else { "`|`" },
                    ));
                }
                let keep = if reserved { RESERVED_KEPT } else { "" };
                push_encoded(out, text, keep, delimiters, form);
            }
            Self::Refuse(also) => {
                refuse(text, also, delimiters)?;
                out.push_str(text);
            }
        }
        Ok(())
    }

    /// Writes a name; all reserved characters are escaped.
    pub(super) fn push_name(
        self,
        out: &mut String,
        name: &str,
        delimiters: &str,
    ) -> Result<(), EncodeError> {
        match self {
            Self::Percent { form, plus, .. } => {
                Self::percent(false, form, plus).push(out, name, delimiters)
            }
            Self::Refuse(_) if name.contains('=') => Err(refusal(name, "`=` in a name")),
            Self::Refuse(_) => self.push(out, name, delimiters),
        }
    }

    /// Decodes `raw`.
    pub(super) fn read(self, raw: &str) -> Result<String, DecodeError> {
        self.try_read(raw)
            .ok_or_else(|| DecodeError::new("", "percent-encoded UTF-8", "invalid bytes"))
    }

    /// Decodes `raw`, or returns `None` if it is malformed.
    pub(super) fn try_read(self, raw: &str) -> Option<String> {
        match self {
            Self::Percent { plus, .. } => decode(raw, plus),
            Self::Refuse(_) => Some(raw.trim_matches([' ', '\t']).to_owned()),
        }
    }

    /// Returns whether `raw` decodes to `name`.
    pub(super) fn is(self, raw: &str, name: &str) -> bool {
        raw == name || (raw.contains(['%', '+']) && self.try_read(raw).as_deref() == Some(name))
    }
}

/// The reserved characters that are kept. `&`, `+` and `#` would end or change the value, and URL
/// parsers escape a quote in a query themselves.
const RESERVED_KEPT: &str = ":/?[]@!$()*,;=";

/// Returns a text in which all but unreserved characters (RFC 3986 §2.3) are percent-encoded.
#[must_use]
pub fn percent_encode(text: &str) -> String {
    let mut out = String::new();
    push_encoded(&mut out, text, "", "", false);
    out
}

fn push_encoded(out: &mut String, text: &str, keep: &str, delimiters: &str, form: bool) {
    out.reserve(text.len());
    for byte in text.bytes() {
        let character = char::from(byte);
        let plain =
            byte.is_ascii_alphanumeric() || "-._~".contains(character) || keep.contains(character);
        if plain && !delimiters.contains(character) {
            out.push(character);
        } else if byte == b' ' && form {
            out.push('+');
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
}

fn refuse(text: &str, also: &str, delimiters: &str) -> Result<(), EncodeError> {
    if text.contains(char::is_control) {
        return Err(refusal(text, "a control character"));
    }
    if text.contains(|c| also.contains(c) || delimiters.contains(c)) {
        return Err(refusal(text, "a delimiter"));
    }
    if text.starts_with(' ') || text.ends_with(' ') {
        return Err(refusal(text, "a space at its beginning or end"));
    }
    Ok(())
}

fn refusal(text: &str, what: &str) -> EncodeError {
    EncodeError::new(format!("{text:?} has {what}, which cannot be sent here"))
}

/// Decodes strictly: `None` for a `%` without two hexadecimal digits, or for invalid UTF-8.
fn decode(raw: &str, plus: bool) -> Option<String> {
    let mut decoded = Vec::with_capacity(raw.len());
    let mut rest = raw.as_bytes();
    while let Some((&byte, tail)) = rest.split_first() {
        rest = tail;
        decoded.push(match byte {
            b'%' => {
                let (digits, tail) = rest.split_at_checked(2)?;
                rest = tail;
                hex(digits[0])? << 4 | hex(digits[1])?
            }
            b'+' if plus => b' ',
            other => other,
        });
    }
    String::from_utf8(decoded).ok()
}

const fn hex(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        b'A'..=b'F' => Some(digit - b'A' + 10),
        _ => None,
    }
}
