//! Encodes bodies as bytes.

use std::fmt::Write as _;

use bytes::Bytes;
use serde_json::Value;
use spec::model::{Body, MediaType};

use super::percent;
use crate::parts;
use crate::streams::written;

/// The separator between the parts of a multipart body; long enough not to occur in generated
/// values.
const BOUNDARY: &str = "conformance-7f3a1c9e5b2d4860";

/// Returns the preferred media type for bodies, with its index: JSON, otherwise a form, otherwise
/// text.
#[must_use]
pub fn preferred(body: &Body) -> Option<(usize, &MediaType)> {
    let rank = |media: &MediaType| match media.essence().as_str() {
        _ if media.is_json() => 0,
        "application/x-www-form-urlencoded" => 1,
        "multipart/form-data" => 2,
        "*/*" | "application/*" => 3,
        name if name.starts_with("text/") => 4,
        _ => 5,
    };
    body.content
        .iter()
        .enumerate()
        .min_by_key(|(_, media)| rank(media))
}

/// Encodes a value in a media type. Returns the `Content-Type` and the bytes, or `None` if the
/// media type has no supported encoding for the value.
#[must_use]
pub fn encode(media: &MediaType, value: &Value) -> Option<(String, Bytes)> {
    let essence = media.essence();
    if let (Some(stream), Value::Array(items)) = (media.stream_of_texts(), value) {
        let bytes = Bytes::from(written(stream, items));
        return Some((media.sent().to_owned(), bytes));
    }
    if media.is_json() {
        return Some((media.sent().to_owned(), Bytes::from(value.to_string())));
    }
    match essence.as_str() {
        "*/*" | "application/*" => Some((
            "application/json".to_owned(),
            Bytes::from(value.to_string()),
        )),
        "application/x-www-form-urlencoded" => Some((essence, Bytes::from(form(value)?))),
        "multipart/form-data" => Some((
            format!("{essence}; boundary={BOUNDARY}"),
            Bytes::from(multipart(value)?),
        )),
        name if name.starts_with("multipart/") => {
            let (content_type, bytes) = parts::written(media, value.as_array()?);
            Some((content_type, Bytes::from(bytes)))
        }
        _ => match value {
            Value::String(text) => Some((media.sent().to_owned(), Bytes::from(text.clone()))),
            _ => None,
        },
    }
}

fn form(value: &Value) -> Option<String> {
    let members = value.as_object()?;
    let mut pairs = Vec::new();
    for (name, value) in members {
        match value {
            Value::Array(items) => pairs.extend(items.iter().map(|item| pair(name, item))),
            other => pairs.push(pair(name, other)),
        }
    }
    Some(pairs.join("&"))
}

fn pair(name: &str, value: &Value) -> String {
    format!("{}={}", percent(name), percent(&text(value)))
}

fn multipart(value: &Value) -> Option<String> {
    let members = value.as_object()?;
    let mut body = String::new();
    for (name, value) in members {
        let name = name.replace('"', "%22").replace(['\r', '\n'], " ");
        let kind = match value {
            Value::Object(_) | Value::Array(_) => "\r\nContent-Type: application/json",
            _ => "",
        };
        let _ = write!(
            body,
            "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"{kind}\r\n\r\n{}\r\n",
            text(value)
        );
    }
    let _ = write!(body, "--{BOUNDARY}--\r\n");
    Some(body)
}

fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}
