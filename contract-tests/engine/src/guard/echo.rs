//! Compares the item in a response with the body that was sent to create it.

use std::collections::HashSet;

use serde_json::Value;

use super::absorb::scalar;
use super::is_unguessable;
use conformance_core::json::Json;

/// The result of comparing a response with what was sent.
pub(super) enum Echo {
    /// The response has a value that only this run has sent.
    Same,
    /// The response has another value where such a value was sent.
    Other,
    /// No such value was sent, or the response has none of them.
    Nothing,
}

/// Returns the strings and numbers of a body, with their names.
pub(super) fn strings_of(body: Option<&[u8]>) -> Vec<(String, String)> {
    let body = body.unwrap_or_default();
    let mut pairs = Vec::new();
    match serde_json::from_slice::<Value>(body) {
        Ok(value) => strings(&value, 0, &mut pairs),
        Err(_) if is_form(body) => {
            let all = url::form_urlencoded::parse(body);
            pairs.extend(all.map(|(name, value)| (name.into_owned(), value.into_owned())));
        }
        Err(_) => {}
    }
    pairs
}

/// Returns whether a body looks like a form: pairs in printable ASCII.
fn is_form(body: &[u8]) -> bool {
    body.contains(&b'=') && body.iter().all(u8::is_ascii_graphic)
}

/// Returns the values that no other item has by chance. `examples` are texts of the description,
/// which existing items may have.
pub(super) fn distinct(body: Option<&[u8]>, examples: &HashSet<String>) -> Vec<String> {
    let all = strings_of(body).into_iter().map(|(_, text)| text);
    all.filter(|text| is_unguessable(text) && !examples.contains(text))
        .collect()
}

/// Returns a property of an item in a response, also within `attributes` (JSON:API §7.2).
fn answered(item: &Json, name: &str) -> Option<String> {
    let own = item.get(name);
    scalar(own.or_else(|| item.get("attributes")?.get(name))?)
}

/// Returns whether a value in a response contains a sent one, possibly in another form: as a slug,
/// in other case, within an address. The sent value must be unguessable.
fn shows(answered: &str, sent: &str) -> bool {
    let folded = |text: &str| -> String {
        let signs = text.chars().filter(|one| one.is_alphanumeric());
        signs.flat_map(char::to_lowercase).collect()
    };
    let sent = folded(sent);
    !sent.is_empty() && folded(answered).contains(&sent)
}

/// Compares an item with an id with the body that was sent to create it. A service may assign
/// another id than the one that was sent.
pub(super) fn echo(
    sent: Option<&[u8]>,
    (id, item): (&str, &Json),
    examples: &HashSet<String>,
) -> Echo {
    let pairs = strings_of(sent).into_iter();
    let distinct = pairs.filter(|(_, text)| is_unguessable(text) && !examples.contains(text));
    let mut verdict = Echo::Nothing;
    for (name, text) in distinct {
        match answered(item, &name) {
            Some(answered) if shows(&answered, &text) => return Echo::Same,
            Some(answered) if answered != id => verdict = Echo::Other,
            _ => {}
        }
    }
    verdict
}

/// Returns whether an item has a value that was sent under the same name and is a key.
pub(super) fn finds(sent: Option<&[u8]>, item: &Json, is_key: impl Fn(&str) -> bool) -> bool {
    let mut pairs = strings_of(sent).into_iter();
    pairs.any(|(name, text)| {
        let is_same = |own: String| own == text || (is_unguessable(&text) && shows(&own, &text));
        is_key(&text) && answered(item, &name).is_some_and(is_same)
    })
}

/// Returns whether an item with an id has another value than was sent.
pub(super) fn differs(sent: Option<&[u8]>, (id, item): (&str, &Json)) -> bool {
    let pairs = strings_of(sent);
    let mut pairs = pairs.iter();
    pairs.any(|(name, text)| {
        answered(item, name).is_some_and(|answered| answered != *text && answered != id)
    })
}

/// Collects the strings and numbers of an object and of what wraps it.
fn strings(value: &Value, depth: u8, all: &mut Vec<(String, String)>) {
    for (name, value) in value.as_object().into_iter().flatten() {
        match value {
            Value::String(text) => all.push((name.clone(), text.clone())),
            Value::Number(number) => all.push((name.clone(), number.to_string())),
            Value::Object(_) if depth < 2 => strings(value, depth + 1, all),
            _ => {}
        }
    }
}
