//! The header fields that a response declares.

use serde_json::Value;
use spec::model::{Header, Response};

use crate::reply::Reply;
use crate::served::Served;

/// Fields that HTTP or the mock itself sets.
const OWN: [&str; 12] = [
    "content-type",
    "content-length",
    "transfer-encoding",
    "connection",
    "date",
    "www-authenticate",
    "allow",
    "location",
    "link",
    "etag",
    "sunset",
    "deprecation",
];

/// The maximum number of values of one field that are tried.
const TRIES: usize = 8;

/// Sets every declared field that has no special meaning here.
pub(crate) fn declared(served: &Served, response: &Response, reply: &mut Reply, at: &str) {
    for header in &response.headers {
        let name = header.name.to_ascii_lowercase();
        let is_own = OWN.contains(&name.as_str());
        if is_own && !header.required {
            continue;
        }
        let made = match name.as_str() {
            "content-type" | "content-length" | "transfer-encoding" | "connection" | "date"
            | "sunset" | "deprecation" => None,
            _ => text(served, header, at),
        };
        if let Some(text) = made {
            reply.set(&name, text);
        }
    }
    let has = |name: &str| {
        response
            .headers
            .iter()
            .any(|one| one.name.eq_ignore_ascii_case(name))
    };
    if has("etag") {
        reply.set("etag", tag(&reply.body.clone()));
    }
}

/// Returns the entity tag of a body (RFC 9110 §8.8.3).
fn tag(body: &[u8]) -> String {
    let text = String::from_utf8_lossy(body);
    let hash = conformance_core::values::seed(&["etag", &text], 0);
    let hash = hash.iter().take(8).map(|byte| format!("{byte:02x}"));
    format!("\"{}\"", hash.collect::<String>())
}

/// Returns a value for a field that its schema allows, as text.
fn text(served: &Served, header: &Header, at: &str) -> Option<String> {
    (0..TRIES).find_map(|turn| {
        let at = format!("{at} {} {turn}", header.name);
        let value = match turn {
            0 => served
                .shaper
                .around(&served.description.api, header.schema, None, &at)?,
            _ => served.shaper.draw(header.schema, &at)?,
        };
        fitting(served, header, &simple(&value, header.explode))
    })
}

/// Returns a text, if the field may have it.
pub(crate) fn fitting(served: &Served, header: &Header, text: &str) -> Option<String> {
    let is_legal = text.bytes().all(|byte| (0x20..0x7f).contains(&byte)) && text.trim() == text;
    let fits = is_legal
        && served
            .shaper
            .answers
            .check_text(header.schema, text)
            .is_empty();
    fits.then(|| text.to_owned())
}

/// Encodes a value in the style `simple` (OpenAPI 3.0.3 §4.7.12.3).
fn simple(value: &Value, explode: bool) -> String {
    let scalar = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    };
    match value {
        Value::Array(items) => items.iter().map(scalar).collect::<Vec<_>>().join(","),
        Value::Object(members) => {
            let separator = if explode { "=" } else { "," };
            let pairs = members
                .iter()
                .map(|(name, one)| format!("{name}{separator}{}", scalar(one)));
            pairs.collect::<Vec<_>>().join(",")
        }
        other => scalar(other),
    }
}
