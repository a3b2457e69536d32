//! JSON lines, one for each message.

use std::fmt::Write as _;

use serde::Serialize;

/// The version of the format of each line. Within one version, lines only gain properties.
pub const VERSION: u32 = 1;

/// A line with the version of its format.
#[derive(Debug, Serialize)]
struct Versioned<'l, L> {
    version: u32,
    #[serde(flatten)]
    line: &'l L,
}

/// Serializes a value, which must be an object, as one line of JSON without a line break at its
/// end.
///
/// Characters that control a terminal or change the order of text are written as `\u` escapes. They
/// can only be in strings, where an escape means the same.
///
/// # Errors
/// Returns an error if the value cannot be serialized.
pub fn line(value: &impl Serialize) -> serde_json::Result<String> {
    let version = VERSION;
    let line = serde_json::to_string(&Versioned {
        version,
        line: value,
    })?;
    Ok(escaped(&line))
}

/// Serializes a value as JSON with a line for each property, in which hidden characters are escaped,
/// and with a line break at its end.
///
/// # Errors
/// Returns an error if the value cannot be serialized.
pub fn pretty(value: &impl Serialize) -> serde_json::Result<String> {
    let text = serde_json::to_string_pretty(value)?;
    Ok(escaped(&text) + "\n")
}

/// Escapes hidden characters in JSON.
#[must_use]
pub fn escaped(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    let mut units = [0; 2];
    for character in json.chars() {
        if character != '\n' && crate::text::is_hidden(character) {
            for unit in character.encode_utf16(&mut units) {
                // Writing to a `String` cannot fail.
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(character);
        }
    }
    out
}
