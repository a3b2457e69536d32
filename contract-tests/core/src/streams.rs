//! Splits streaming bodies into items, and writes them.

use std::fmt::Write as _;

use serde_json::Value;
use spec::model::{Framing, Stream};

/// A record separator (RFC 7464 §2.2).
const SEPARATOR: u8 = 0x1e;

/// An item of a stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// The JSON text; of an event, its `data`, or the event as an object if the schema is of that.
    pub text: Vec<u8>,
    /// Whether its end is not marked, so that it may be incomplete.
    pub may_be_cut: bool,
}

/// Returns the items in the received part of a stream.
#[must_use]
pub fn items(stream: &Stream, body: &[u8]) -> Vec<Item> {
    match stream.framing {
        Framing::Events if stream.is_of_data() => data_of_events(body),
        Framing::Events => {
            let all = events(&String::from_utf8_lossy(body));
            all.into_iter().map(|event| event.item(stream)).collect()
        }
        Framing::Lines => texts(body, b'\n'),
        Framing::Sequence => sequence(body),
        // These are read by `parts`, which knows the boundary.
        Framing::Parts => Vec::new(),
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
            Framing::Parts => Ok(()),
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
        Some(Value::String(text)) if !stream.has_json(name_of(event)) => text.clone(),
        Some(data) => data.to_string(),
        None => return text.write_str(": no data\n\n"),
    };
    for line in data.replace("\r\n", "\n").split(['\r', '\n']) {
        writeln!(text, "data: {line}")?;
    }
    text.push('\n');
    Ok(())
}

fn name_of(event: &Value) -> &str {
    event
        .get("event")
        .and_then(Value::as_str)
        .unwrap_or(MESSAGE)
}

/// The name of an event that has none.
const MESSAGE: &str = "message";

/// An event as received.
#[derive(Debug, Default)]
struct Event {
    name: Option<String>,
    id: Option<String>,
    retry: Option<u64>,
    data: Option<String>,
}

impl Event {
    fn field(&mut self, name: &str, value: &str) {
        match (name, &mut self.data) {
            ("data", Some(data)) => {
                data.push('\n');
                data.push_str(value);
            }
            ("data", None) => self.data = Some(value.to_owned()),
            ("event", _) => self.name = Some(value.to_owned()).filter(|name| !name.is_empty()),
            ("id", _) if !value.contains('\0') => self.id = Some(value.to_owned()),
            ("retry", _) => self.retry = value.parse().ok().or(self.retry),
            _ => {}
        }
    }

    /// Returns the event as an object; only its `data` if that ends the stream or is not the JSON
    /// that it must be.
    fn item(self, stream: &Stream) -> Item {
        let data = self.data.unwrap_or_default();
        let name = self.name.unwrap_or_else(|| MESSAGE.to_owned());
        let value = if stream.has_json(&name) {
            serde_json::from_str(&data).ok()
        } else {
            Some(Value::String(data.clone()))
        };
        let text = match value {
            Some(value) if stream.end.as_ref() != Some(&data) => {
                let mut object = serde_json::json!({ "event": name, "data": value });
                if let Some(id) = self.id {
                    object["id"] = id.into();
                }
                if let Some(retry) = self.retry {
                    object["retry"] = retry.into();
                }
                object.to_string()
            }
            _ => data,
        };
        Item::whole(text)
    }
}

impl Item {
    fn whole(text: String) -> Self {
        Self {
            text: text.into_bytes(),
            may_be_cut: false,
        }
    }
}

/// Returns the `data` of each event.
#[must_use]
pub fn data_of_events(body: &[u8]) -> Vec<Item> {
    let all = events(&String::from_utf8_lossy(body)).into_iter();
    all.filter_map(|event| event.data.map(Item::whole))
        .collect()
}

/// Returns the events that end with a blank line and have data (HTML §9.2.6).
fn events(body: &str) -> Vec<Event> {
    let mut found = Vec::new();
    let mut event = Event::default();
    for line in lines(body.strip_prefix('\u{feff}').unwrap_or(body)) {
        if line.is_empty() {
            let event = std::mem::take(&mut event);
            found.extend(Some(event).filter(|event| event.data.is_some()));
            continue;
        }
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        event.field(field, value.strip_prefix(' ').unwrap_or(value));
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
