//! Builds the message of an error from a response.

use reqwest::header::HeaderMap;
use serde_json::Value;

use super::{RawResponse, Secret};

/// The size above which a body is not searched for a message, in bytes.
const LARGEST_BODY: usize = 64 << 10;
/// The following three limits are in characters.
const LONGEST_PART: usize = 300;
const LONGEST_NAME: usize = 100;
const LONGEST_TEXT: usize = 1000;
const MOST_ERRORS: usize = 5;
const SHORTEST_SECRET: usize = 4;
const IDS: [&str; 3] = ["x-request-id", "request-id", "x-correlation-id"];

/// Where error bodies have their message, as JSON Pointers (RFC 6901).
#[derive(Debug)]
pub struct Messages {
    /// The properties that schemas mark as the message. If one is found, the others are ignored.
    pub named: &'static [&'static str],
    /// The texts that make up the message, in this order.
    pub texts: &'static [&'static str],
    /// Lists of errors, with the location and the text within an item.
    pub lists: &'static [(&'static str, &'static str, &'static str)],
}

/// Builds the messages for one call.
pub(super) struct MessageWriter<'t> {
    pub(super) operation: &'static str,
    pub(super) messages: &'t Messages,
    /// The secrets, which no message may show.
    pub(super) secrets: &'t [Secret],
}

impl MessageWriter<'_> {
    /// Returns the message for an error response.
    pub(super) fn write(&self, raw: &RawResponse, declared: bool) -> String {
        let (operation, status) = (self.operation, raw.status());
        let mut parts = vec![format!(
            "{operation}: the service answered with status {status}"
        )];
        let shown = |name: &str| show_field(raw.headers(), name, self.secrets);
        if !declared {
            parts.extend(shown("content-type").map(|media| format!(" ({media})")));
            parts.push(", which the description does not declare".to_owned());
        }
        let text = (status >= 400).then(|| self.body_text(raw));
        let text = text.filter(|text| !text.is_empty());
        parts.extend(text.map(|text| format!(": {text}")));
        let id = request_id(raw.headers(), self.secrets);
        parts.extend(id.map(|id| format!(" (request {id})")));
        parts.concat()
    }

    fn body_text(&self, raw: &RawResponse) -> String {
        let is_small = raw.bytes().len() <= LARGEST_BODY;
        let body = is_small.then(|| serde_json::from_slice::<Value>(raw.bytes()));
        let Some(Ok(body @ Value::Object(_))) = body else {
            return String::new();
        };
        let mut texts = self.texts(self.messages.named, &body);
        if texts.is_empty() {
            texts = self.texts(self.messages.texts, &body);
        }
        let mut errors = Vec::new();
        for (list, place, text) in self.messages.lists {
            let items = member(&body, list).and_then(Value::as_array);
            for item in items.into_iter().flatten() {
                add(&mut errors, self.error(item, place, text));
            }
        }
        let more = errors.len().saturating_sub(MOST_ERRORS);
        errors.truncate(MOST_ERRORS);
        if more > 0 {
            errors.push(format!("and {more} more"));
        }
        let (texts, errors) = (texts.join(": "), errors.join("; "));
        let both = match (texts.is_empty(), errors.is_empty()) {
            (false, false) => format!("{texts} [{errors}]"),
            _ => texts + &errors,
        };
        cut(&both, LONGEST_TEXT)
    }

    fn texts(&self, pointers: &[&str], body: &Value) -> Vec<String> {
        let mut texts = Vec::new();
        for found in pointers.iter().filter_map(|one| member(body, one)) {
            add(
                &mut texts,
                found.as_str().map(|text| self.show(text, LONGEST_PART)),
            );
        }
        texts
    }

    fn error(&self, item: &Value, place: &str, text: &str) -> Option<String> {
        let text = self.show(member(item, text)?.as_str()?, LONGEST_PART);
        let place = match place {
            "" => None,
            place => member(item, place).and_then(place_of),
        };
        let place = self.show(&place.unwrap_or_default(), LONGEST_NAME);
        match (place.is_empty(), text.is_empty()) {
            (_, true) => None,
            (true, false) => Some(text),
            (false, false) => Some(format!("{place}: {text}")),
        }
    }

    fn show(&self, text: &str, longest: usize) -> String {
        show(text, longest, self.secrets)
    }
}

/// Returns the ID that a response has, for display.
pub(super) fn request_id(headers: &HeaderMap, secrets: &[Secret]) -> Option<String> {
    let mut names = IDS.into_iter();
    names.find_map(|name| show_field(headers, name, secrets))
}

fn show_field(headers: &HeaderMap, name: &str, secrets: &[Secret]) -> Option<String> {
    let text = String::from_utf8_lossy(headers.get(name)?.as_bytes());
    Some(show(&text, LONGEST_NAME, secrets)).filter(|text| !text.is_empty())
}

/// Returns a text without secrets and shortened for display.
fn show(text: &str, longest: usize, secrets: &[Secret]) -> String {
    let mut text = clean(text);
    let secrets = secrets.iter().map(Secret::expose);
    let mut secrets: Vec<_> = secrets
        .filter(|secret| secret.len() >= SHORTEST_SECRET)
        .collect();
    secrets.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
    for secret in secrets {
        text = text.replace(secret, "[redacted]");
    }
    cut(&text, longest)
}

/// Adds a text unless it is empty or already present.
fn add(texts: &mut Vec<String>, text: Option<String>) {
    let text = text.filter(|text| !text.is_empty() && !texts.contains(text));
    texts.extend(text);
}

/// Returns the text with each run of white space and invisible characters replaced by a space.
fn clean(text: &str) -> String {
    let words = text.split(is_gap).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

/// Returns whether a character is white space, a control character, invisible, or changes the text
/// direction.
fn is_gap(character: char) -> bool {
    matches!(
        character,
        '\0'..=' ' | '\u{7f}'..='\u{a0}' | '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}'
            | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}'
    )
}

/// Cleans and shortens a quoted text.
pub(super) fn quoted(text: &str) -> String {
    cut(&clean(text), LONGEST_PART)
}

fn cut(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text.to_owned();
    }
    let kept: String = text.chars().take(longest - 1).collect();
    kept + "…"
}

/// Returns a location, which is either a text or a list of names and indices.
fn place_of(place: &Value) -> Option<String> {
    let Value::Array(steps) = place else {
        return place.as_str().map(str::to_owned);
    };
    let steps = steps.iter().map(|step| match step {
        Value::String(name) => Some(name.clone()),
        other => other.as_u64().map(|index| index.to_string()),
    });
    let steps: Option<Vec<_>> = steps.collect();
    steps.map(|steps| steps.join("."))
}

/// Follows a JSON Pointer through objects only.
fn member<'v>(value: &'v Value, pointer: &str) -> Option<&'v Value> {
    let mut names = pointer.split('/').skip(1);
    names.try_fold(value, |value, name| {
        let name = name.replace("~1", "/").replace("~0", "~");
        value.as_object()?.get(&name)
    })
}
