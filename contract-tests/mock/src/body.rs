//! Reads the bodies of requests.

use conformance_core::json::Json;
use conformance_core::parts;
use conformance_core::streams::items;
use percent_encoding::percent_decode_str;
use serde_json::Value;
use spec::model::{Body, Framing, MediaType, QueryString, Stream};

use crate::raw::Reader;

/// The maximum number of fields of a form that are read.
const FIELDS: usize = 1_000;

/// Why a body is refused: a suitable status, and a few words.
pub(crate) type Refused = (u16, String);

/// Returns the value of a body; `None` if it is absent, or has no readable structure.
///
/// # Errors
/// Returns an error if it does not follow the description.
pub(crate) fn read(
    reader: Reader<'_>,
    body: &Body,
    content_type: Option<&str>,
    bytes: &[u8],
) -> Result<Option<Value>, Refused> {
    if bytes.is_empty() && (content_type.is_none() || !body.required) {
        return if body.required {
            Err((400, "the body is missing".to_owned()))
        } else {
            Ok(None)
        };
    }
    let name = content_type.unwrap_or_default();
    let essence = name.split(';').next().unwrap_or_default().trim();
    let essence = essence.to_ascii_lowercase();
    let Some(media) = declared(body, &essence) else {
        return Err((415, "the media type of the body is not taken".to_owned()));
    };
    if parts::are_in(reader.api, media) {
        return positioned(reader, media, name, bytes).map(Some);
    }
    if let Some(stream) = media.stream_of_texts() {
        return stream_of_items(reader, stream, bytes).map(Some);
    }
    let Some(value) = value(reader, media, &essence, name, bytes)? else {
        return Ok(None);
    };
    if let Some(found) = media
        .schema
        .and_then(|schema| reader.requests.check(schema, &value).into_iter().next())
    {
        let at = if found.pointer.is_empty() {
            "the body"
        } else {
            &found.pointer
        };
        return Err((400, format!("{at} is not {}", found.expected)));
    }
    Ok(Some(value.to_value()))
}

/// Returns the parts of a multipart body by position; of a part without a schema's value, `null`.
fn positioned(
    reader: Reader<'_>,
    media: &MediaType,
    content_type: &str,
    bytes: &[u8],
) -> Result<Value, Refused> {
    let parts = parts::split(content_type, bytes);
    let parts = parts.ok_or_else(|| (400, "the body is not multipart".to_owned()))?;
    let mut read = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        let value = part.value();
        let value = value.map_err(|error| (400, format!("/{at} cannot be read: {error}")))?;
        let Some(value) = value else {
            read.push(Value::Null);
            continue;
        };
        if let Some(schema) = parts::schema(reader.api, media, at) {
            let text = match &value {
                Json::String(text) => reader.requests.read_text(schema, text),
                _ => value.clone(),
            };
            let found = [&value, &text].map(|one| reader.requests.check(schema, one));
            if let (Some(found), false) = (found[0].first(), found[1].is_empty()) {
                let place = &found.pointer;
                return Err((400, format!("/{at}{place} is not {}", found.expected)));
            }
        }
        read.push(value.to_value());
    }
    Ok(Value::Array(read))
}

/// Returns the items of a stream; of an event, its data.
fn stream_of_items(reader: Reader<'_>, stream: &Stream, bytes: &[u8]) -> Result<Value, Refused> {
    let mut read = Vec::new();
    for (at, item) in items(stream, bytes).into_iter().enumerate() {
        if stream.end.as_deref().map(str::as_bytes) == Some(&item.text) {
            break;
        }
        let Some(schema) = stream.item else {
            let text = String::from_utf8_lossy(&item.text).into_owned();
            let json = serde_json::from_slice(&item.text);
            if stream.framing != Framing::Events && json.is_err() {
                return Err((400, format!("/{at} is not JSON")));
            }
            read.push(json.unwrap_or(Value::String(text)));
            continue;
        };
        let value = Json::parse(&item.text);
        let value = value.map_err(|error| (400, format!("/{at} is not JSON: {error}")))?;
        if let Some(found) = reader.requests.check(schema, &value).first() {
            let place = &found.pointer;
            return Err((400, format!("/{at}{place} is not {}", found.expected)));
        }
        read.push(value.to_value());
    }
    Ok(Value::Array(read))
}

/// Reads a parameter that is the whole query (OpenAPI 3.2 §4.12.2.3).
///
/// # Errors
/// Returns what is wrong with the value.
pub(crate) fn query(reader: Reader<'_>, whole: &QueryString, query: &str) -> Result<(), String> {
    let name = &whole.name;
    if query.is_empty() {
        let missing = format!("the query, {name}, is missing");
        return if whole.required { Err(missing) } else { Ok(()) };
    }
    let media = &whole.content;
    let essence = media.essence();
    let decoded: Vec<u8> = percent_decode_str(query).collect();
    let bytes = if essence == "application/x-www-form-urlencoded" {
        query.as_bytes()
    } else {
        &decoded
    };
    let read = value(reader, media, &essence, &essence, bytes).map_err(|(_, why)| why)?;
    let (Some(value), Some(schema)) = (read, media.schema) else {
        return Ok(());
    };
    match reader.requests.check(schema, &value).first() {
        Some(found) => Err(format!("the query, {name}, is not {}", found.expected)),
        None => Ok(()),
    }
}

/// Returns the declared media type or range that covers one, the most specific first.
fn declared<'b>(body: &'b Body, essence: &str) -> Option<&'b MediaType> {
    let class = essence.split('/').next().unwrap_or_default();
    let wanted = [essence.to_owned(), format!("{class}/*"), "*/*".to_owned()];
    wanted
        .iter()
        .find_map(|wanted| body.content.iter().find(|media| media.essence() == *wanted))
}

fn value(
    reader: Reader<'_>,
    media: &MediaType,
    essence: &str,
    content_type: &str,
    bytes: &[u8],
) -> Result<Option<Json>, Refused> {
    let is_json =
        essence == "application/json" || essence == "text/json" || essence.ends_with("+json");
    if is_json {
        let read = Json::parse(bytes);
        return read
            .map(Some)
            .map_err(|error| (400, format!("the body is not JSON: {error}")));
    }
    let malformed = |what: &str| (400, format!("the body is not {what}"));
    match essence {
        "application/x-www-form-urlencoded" => {
            let pairs = url::form_urlencoded::parse(bytes).into_owned();
            let pairs: Vec<_> = pairs.take(FIELDS).collect();
            Ok(Some(form(reader, media, &pairs)))
        }
        "multipart/form-data" => {
            let parts = multipart(content_type, bytes).ok_or_else(|| malformed("multipart"))?;
            Ok(Some(form(reader, media, &parts)))
        }
        name if name.starts_with("text/") => {
            let text = std::str::from_utf8(bytes).map_err(|_| malformed("UTF-8"))?;
            Ok(Some(Json::String(text.into())))
        }
        // The schema does not describe its contents.
        _ => Ok(None),
    }
}

/// Converts the pairs of a form to an object.
fn form(reader: Reader<'_>, media: &MediaType, pairs: &[(String, String)]) -> Json {
    match media.schema {
        Some(schema) => reader.requests.read_form(schema, pairs),
        None => Json::Object(Vec::new()),
    }
}

/// Returns the parts of a form by name (RFC 7578 §4); `None` if it is malformed.
fn multipart(content_type: &str, bytes: &[u8]) -> Option<Vec<(String, String)>> {
    let parts = parts::split(content_type, bytes)?.into_iter();
    let pair = |part: parts::Part| {
        let content = String::from_utf8_lossy(&part.content).into_owned();
        Some((part.name?, content))
    };
    parts.map(pair).collect()
}
