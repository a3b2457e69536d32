//! Multipart bodies (RFC 2046 §5.1), and those whose parts have a position and no name (OpenAPI
//! 3.2.0 §4.15.2).

use std::fmt::Write as _;

use serde_json::Value;
use spec::Api;
use spec::model::{Kind, MediaType, SchemaId};

use crate::json::Json;

/// The separator between parts; long enough not to occur in generated values.
const BOUNDARY: &str = "conformance-parts-2f0c6d81a94be375";
/// How many parts of a body are read.
const MOST: usize = 1_000;

/// A part of a body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Its name, which the parts of a form have (RFC 7578 §4.2).
    pub name: Option<String>,
    /// Its media type without parameters, in lower case; `text/plain` unless it has one.
    pub media_type: String,
    /// The content of the part.
    pub content: Vec<u8>,
}

/// Returns whether a media type is a multipart body of parts that have a position.
#[must_use]
pub fn are_in(api: &Api, media: &MediaType) -> bool {
    let essence = media.essence();
    let is_multipart = essence.starts_with("multipart/") && essence != "multipart/form-data";
    is_multipart && (media.item_schema.is_some() || array(api, media).is_some())
}

/// Returns the schema of the part at a position; `None` if it can be anything.
#[must_use]
pub fn schema(api: &Api, media: &MediaType, at: usize) -> Option<SchemaId> {
    media.item_schema.or_else(|| {
        let array = array(api, media)?;
        Some(array.prefix.get(at).copied().unwrap_or(array.items))
    })
}

fn array<'a>(api: &'a Api, media: &MediaType) -> Option<&'a spec::model::Array> {
    match &api.schema(api.resolve(media.schema?)).kind {
        Kind::Array(array) => Some(array),
        _ => None,
    }
}

/// Returns the `Content-Type` and the bytes of parts.
#[must_use]
pub fn written(media: &MediaType, items: &[Value]) -> (String, Vec<u8>) {
    let mut body = String::new();
    for (at, item) in items.iter().enumerate() {
        let kind = stated(media, at).unwrap_or_else(|| usual(item).to_owned());
        let text = match item {
            Value::String(text) if !spec::model::is_json(&kind) => text.clone(),
            other => other.to_string(),
        };
        // Writing to a `String` cannot fail.
        let _ = write!(
            body,
            "--{BOUNDARY}\r\nContent-Type: {kind}\r\n\r\n{text}\r\n"
        );
    }
    let _ = write!(body, "--{BOUNDARY}--\r\n");
    let content_type = format!("{}; boundary={BOUNDARY}", media.essence());
    (content_type, body.into_bytes())
}

/// Returns the media type that the description states for the part at a position; of several, the
/// first.
fn stated(media: &MediaType, at: usize) -> Option<String> {
    let encoding = media
        .prefix_encoding
        .get(at)
        .or(media.item_encoding.as_ref());
    let all = encoding?.content_type.as_deref()?;
    let first = all.split(',').next().unwrap_or_default().trim();
    (!first.contains('*')).then(|| first.to_owned())
}

/// Returns the media type of a part for which none is stated (OpenAPI 3.2.0 §4.15.1.1).
const fn usual(item: &Value) -> &'static str {
    match item {
        Value::Object(_) | Value::Array(_) => "application/json",
        _ => "text/plain",
    }
}

/// Returns the parts of a body; `None` if it is malformed.
#[must_use]
pub fn split(content_type: &str, body: &[u8]) -> Option<Vec<Part>> {
    let mut parameters = content_type.split(';').skip(1);
    let boundary = parameters.find_map(|one| {
        let (name, value) = one.trim().split_once('=')?;
        name.eq_ignore_ascii_case("boundary")
            .then(|| value.trim_matches('"'))
    })?;
    if boundary.is_empty() || boundary.len() > 70 {
        return None;
    }
    let delimiter = format!("\r\n--{boundary}").into_bytes();
    let body = [b"\r\n", body].concat();
    let mut rest = body.as_slice();
    let mut parts = Vec::new();
    let mut is_first = true;
    while parts.len() <= MOST {
        let at = find(rest, &delimiter)?;
        if !is_first {
            parts.push(part(&rest[..at])?);
        }
        is_first = false;
        rest = &rest[at + delimiter.len()..];
        if rest.starts_with(b"--") {
            return Some(parts);
        }
        let end = find(rest, b"\r\n")?;
        // Space may follow a boundary.
        if !rest[..end].trim_ascii().is_empty() {
            return None;
        }
        rest = &rest[end..];
    }
    None
}

/// Returns the part between two delimiters, whose head may be empty.
fn part(bytes: &[u8]) -> Option<Part> {
    let end = find(bytes, b"\r\n\r\n")?;
    let head = String::from_utf8_lossy(&bytes[..end]);
    let mut lines = head.lines();
    let stated = lines.find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-type")
            .then(|| spec::model::essence(value.trim()))
    });
    let name = head.split("name=\"").nth(1);
    let name = name.and_then(|rest| rest.split('"').next());
    Some(Part {
        name: name.map(|name| name.replace("%22", "\"")),
        media_type: stated.unwrap_or_else(|| "text/plain".to_owned()),
        content: bytes[end + 4..].to_vec(),
    })
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes
        .windows(wanted.len())
        .position(|window| window == wanted)
}

impl Part {
    /// Returns the value of JSON or text; `None` for other content, which no schema describes.
    ///
    /// # Errors
    /// Returns an error if it does not conform to its media type.
    pub fn value(&self) -> Result<Option<Json>, String> {
        if spec::model::is_json(&self.media_type) {
            let json = Json::parse(&self.content);
            return json.map(Some).map_err(|error| error.to_string());
        }
        if !self.media_type.starts_with("text/") {
            return Ok(None);
        }
        let text = std::str::from_utf8(&self.content).map_err(|error| error.to_string())?;
        Ok(Some(Json::String(text.into())))
    }
}

#[cfg(test)]
mod tests {
    use super::{Part, split};

    fn part(media_type: &str, content: &[u8]) -> Part {
        Part {
            name: None,
            media_type: media_type.to_owned(),
            content: content.to_vec(),
        }
    }

    /// The forms of RFC 2046 §5.1.1: a preamble, an empty head, space behind a boundary, bytes.
    #[test]
    fn parts_are_split_at_their_boundary() {
        let body =
            b"ignored\r\n--b \r\n\r\nplain\r\n--b\r\nContent-Type: Image/PNG\r\n\r\n\xff\r\n\
                     \r\n--b--\r\nignored";
        let wanted = [part("text/plain", b"plain"), part("image/png", b"\xff\r\n")];
        assert_eq!(
            split("multipart/mixed; boundary=\"b\"", body),
            Some(wanted.into())
        );
        assert_eq!(
            split("multipart/mixed; boundary=b", b"--b--"),
            Some(Vec::new())
        );
    }

    #[test]
    fn parts_of_a_form_have_names() {
        let head = "content-disposition: form-data; name=\"a%22b\"";
        let body = format!("--b\r\n{head}\r\n\r\nx\r\n--b--");
        let parts = split("multipart/form-data; boundary=b", body.as_bytes());
        let names: Vec<_> = parts.into_iter().flatten().map(|part| part.name).collect();
        assert_eq!(names, [Some("a\"b".to_owned())]);
    }

    #[test]
    fn what_is_malformed_has_no_parts() {
        for (content_type, body) in [
            ("multipart/mixed", "--b--"),
            ("multipart/mixed; boundary=b", ""),
            ("multipart/mixed; boundary=b", "--b\r\n\r\nwithout an end"),
            ("multipart/mixed; boundary=b", "--bb--"),
        ] {
            assert_eq!(split(content_type, body.as_bytes()), None, "{body}");
        }
    }
}
