//! Encodes the items of a stream, for clients and servers.
#![allow(dead_code, reason = "a description need not have streams")]

use std::time::Duration;

use serde::Serialize;

/// Returns an item as a JSON text on its own line.
///
/// # Errors
/// Returns an error if the item cannot be encoded.
pub fn write_line<T: Serialize>(item: &T) -> Result<Vec<u8>, serde_json::Error> {
    let mut line = serde_json::to_vec(item)?;
    line.push(b'\n');
    Ok(line)
}

/// Returns an item as a JSON text after a record separator (RFC 7464 §2.2).
///
/// # Errors
/// Returns an error if the item cannot be encoded.
pub fn write_record<T: Serialize>(item: &T) -> Result<Vec<u8>, serde_json::Error> {
    let mut text = vec![0x1e];
    serde_json::to_writer(&mut text, item)?;
    text.push(b'\n');
    Ok(text)
}

/// Returns an encoded event (HTML §9.2). Text after a line break in the type or the ID is left out.
#[must_use]
pub fn write_event(
    event: Option<&str>,
    id: Option<&str>,
    retry: Option<Duration>,
    data: &str,
) -> Vec<u8> {
    let retry = retry.map(|retry| retry.as_millis().to_string());
    let fields = [
        ("event", event.map(first_line)),
        ("id", id.map(first_line)),
        ("retry", retry.as_deref()),
    ];
    let mut text = String::new();
    let mut field = |name: &str, value: &str| {
        for piece in [name, ": ", value, "\n"] {
            text.push_str(piece);
        }
    };
    for (name, value) in fields {
        if let Some(value) = value {
            field(name, value);
        }
    }
    // CR LF, CR and LF are each one line break (HTML §9.2.5).
    for line in data.replace("\r\n", "\n").split(['\r', '\n']) {
        field("data", line);
    }
    text.push('\n');
    text.into_bytes()
}

fn first_line(text: &str) -> &str {
    let end = text.find(['\r', '\n', '\0']).unwrap_or(text.len());
    &text[..end]
}
