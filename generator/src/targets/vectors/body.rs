//! Request bodies, byte by byte.

use serde_json::Value;
use spec::encode::{percent, percent_allowing_reserved};
use spec::model::{Framing, MediaType, Stream};

use super::events;
use super::multipart;
use crate::ir::sample::Sampler;
use crate::json::{Json, Object};

/// A body.
#[derive(Debug)]
pub(super) struct Body {
    pub(super) media_type: String,
    /// The media type that requests are sent with.
    pub(super) sent: String,
    pub(super) value: Json,
    pub(super) bytes: String,
}

/// Returns a body in this media type; `None` if clients may encode it in several ways.
pub(super) fn content(media: &MediaType, sampler: &mut Sampler<'_>) -> Option<Body> {
    if let Some(stream) = &media.stream {
        return items(media, stream, sampler);
    }
    let essence = media.essence();
    let value = match media.schema {
        Some(schema) => sampler.sample(schema)?,
        None => "text".into(),
    };
    let bytes = if media.is_json() {
        serde_json::to_string(&value).ok()?
    } else if essence == "application/x-www-form-urlencoded" {
        form(&value, media)?
    } else if essence == "multipart/form-data" {
        return multipart::form(media, sampler.samples.api, value);
    } else if essence.starts_with("text/") {
        serde_json::to_value(&value).ok()?.as_str()?.to_owned()
    } else {
        return None;
    };
    Some(Body {
        media_type: media.name.clone(),
        sent: media.sent().to_owned(),
        value,
        bytes,
    })
}

/// Returns a body of two items, each as clients write it.
fn items(media: &MediaType, stream: &Stream, sampler: &mut Sampler<'_>) -> Option<Body> {
    if let Some(json) = &stream.json_events {
        let events = events::samples(sampler.samples, stream.item?, true);
        let bytes = events.iter().map(|event| events::written(event, json));
        return Some(Body {
            media_type: media.name.clone(),
            sent: media.sent().to_owned(),
            bytes: bytes.collect::<String>() + &last(stream),
            value: events.into(),
        });
    }
    let item = match stream.item {
        Some(schema) => sampler.sample(schema)?,
        None => "text".into(),
    };
    let json = serde_json::to_string(&item).ok()?;
    let (values, mut bytes) = match stream.framing {
        Framing::Events => {
            let named = Object::new()
                .with("event", "vector")
                .with("id", "1")
                .with("data", item.clone());
            let plain = Object::new().with("data", item.clone());
            let data = match (&stream.item, &item) {
                (None, Json::Value(Value::String(text))) => text,
                _ => &json,
            };
            let bytes = format!("event: vector\nid: 1\ndata: {data}\n\ndata: {data}\n\n");
            (vec![named.into(), plain.into()], bytes)
        }
        // The boundary between parts is random, so the bytes differ.
        Framing::Parts => return None,
        Framing::Lines => (vec![item.clone(), item], format!("{json}\n{json}\n")),
        Framing::Sequence => {
            let bytes = format!("\u{1e}{json}\n\u{1e}{json}\n");
            (vec![item.clone(), item], bytes)
        }
    };
    bytes += &last(stream);
    Some(Body {
        media_type: media.name.clone(),
        sent: media.sent().to_owned(),
        value: Json::Array(values),
        bytes,
    })
}

/// Returns the event that ends a stream; empty if none does.
fn last(stream: &Stream) -> String {
    let end = stream.end.as_ref();
    end.map_or(String::new(), |end| format!("data: {end}\n\n"))
}

/// Returns a form of plain values; a space becomes `+` (URL standard,
/// `application/x-www-form-urlencoded`).
fn form(value: &Json, media: &MediaType) -> Option<String> {
    let Json::Object(object) = value else {
        return None;
    };
    let pairs = object.iter().map(|(name, value)| {
        let text = match value {
            Json::Value(Value::String(text)) => text.clone(),
            Json::Value(plain @ (Value::Number(_) | Value::Bool(_))) => plain.to_string(),
            _ => return None,
        };
        let mut encodings = media.encoding.iter();
        let allows = encodings.any(|one| one.property == name && one.allow_reserved);
        let text = if allows {
            percent_allowing_reserved(&text)
        } else {
            percent(&text)
        };
        Some(format!(
            "{}={}",
            form_text(&percent(name)),
            form_text(&text)
        ))
    });
    Some(pairs.collect::<Option<Vec<_>>>()?.join("&"))
}

/// Percent-encodes a text as in forms.
fn form_text(text: &str) -> String {
    let text = text.replace("%20", "+");
    text.replace('~', "%7E").replace("%2A", "*")
}
