//! Splits streaming bodies into items, and writes them.

use std::fmt::Write as _;

use serde_json::Value;
use spec::model::{Framing, Stream};

/// A record separator (RFC 7464 §2.2).
const SEPARATOR: u8 = 0x1e;

/// An item of a stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// The JSON text; of an event, its `data`.
    pub text: Vec<u8>,
    /// Whether its end is not marked, so that it may be incomplete.
    pub may_be_cut: bool,
}

/// Returns the items in the received part of a stream.
#[must_use]
pub fn items(framing: Framing, body: &[u8]) -> Vec<Item> {
    match framing {
        Framing::Events => events(&String::from_utf8_lossy(body)),
        Framing::Lines => texts(body, b'\n'),
        Framing::Sequence => sequence(body),
    }
}

/// Returns the bytes of items. An event is an object with its fields, whose `data` is text, or
/// JSON if the stream's items have a schema.
#[must_use]
pub fn written(stream: &Stream, items: &[Value]) -> Vec<u8> {
    let mut text = String::new();
    for item in items {
        // Writing to a `String` cannot fail.
        let _ = match stream.framing {
            Framing::Events => write_event(&mut text, stream, item),
            Framing::Lines => writeln!(text, "{item}"),
            Framing::Sequence => writeln!(text, "\u{1e}{item}"),
        };
    }
    if let Some(end) = &stream.end {
        let _ = write!(text, "data: {end}\n\n");
    }
    text.into_bytes()
}

fn write_event(text: &mut String, stream: &Stream, event: &Value) -> std::fmt::Result {
    for name in ["event", "id", "retry"] {
        let value = match event.get(name) {
            Some(Value::String(text)) => text.clone(),
            Some(Value::Number(number)) => number.to_string(),
            _ => continue,
        };
        writeln!(text, "{name}: {}", value.replace(['\r', '\n', '\0'], " "))?;
    }
    let data = match event.get("data") {
        Some(Value::String(text)) if stream.item.is_none() => text.clone(),
        Some(data) => data.to_string(),
        None => return text.write_str(": no data\n\n"),
    };
    for line in data.replace("\r\n", "\n").split(['\r', '\n']) {
        writeln!(text, "data: {line}")?;
    }
    text.push('\n');
    Ok(())
}

/// Returns the `data` of each event that ends with a blank line (HTML §9.2.6).
fn events(body: &str) -> Vec<Item> {
    let mut found = Vec::new();
    let mut data: Option<String> = None;
    for line in lines(body.strip_prefix('\u{feff}').unwrap_or(body)) {
        if line.is_empty() {
            found.extend(data.take().map(|text| Item {
                text: text.into_bytes(),
                may_be_cut: false,
            }));
            continue;
        }
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        if field != "data" {
            continue;
        }
        let value = value.strip_prefix(' ').unwrap_or(value);
        match &mut data {
            Some(text) => {
                text.push('\n');
                text.push_str(value);
            }
            None => data = Some(value.to_owned()),
        }
    }
    found
}

/// Returns the lines that end with a line feed, a carriage return, or both.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let end = rest.find(['\r', '\n'])?;
        let line = &rest[..end];
        let after = &rest[end..];
        let length = if after.starts_with("\r\n") { 2 } else { 1 };
        rest = &after[length..];
        Some(line)
    })
}

/// Returns the texts that begin with a separator. A number or word must be followed by whitespace,
/// because it may be truncated otherwise (RFC 7464 §2.4).
fn sequence(body: &[u8]) -> Vec<Item> {
    let begins = body.first() == Some(&SEPARATOR);
    let mut items = texts(body, SEPARATOR);
    for (at, item) in items.iter_mut().enumerate() {
        let is_open = item.text.last().is_some_and(u8::is_ascii_alphanumeric);
        let has_begin = at > 0 || begins;
        // A text with a separator inside it is not JSON.
        if is_open || !has_begin {
            item.text.push(SEPARATOR);
        }
    }
    items
}

/// Returns the texts between separators, without blank ones.
fn texts(body: &[u8], separator: u8) -> Vec<Item> {
    let pieces: Vec<&[u8]> = body.split(|byte| *byte == separator).collect();
    let last = pieces.len() - 1;
    let items = pieces.into_iter().enumerate().map(|(at, text)| Item {
        text: text.to_vec(),
        may_be_cut: at == last,
    });
    items
        .filter(|item| !item.text.trim_ascii().is_empty())
        .collect()
}
