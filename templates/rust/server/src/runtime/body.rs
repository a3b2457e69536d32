//! The request body, before it is decoded.

use std::sync::{Mutex, PoisonError};

use axum::body::{Body, HttpBody as _};
use axum::http::header::{ACCEPT, ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue};
use bytes::Bytes;
use http_body_util::{BodyExt as _, LengthLimitError, Limited};
use types::runtime::Body as Declared;

use super::media_type::MediaType;
use super::{Kind, Rejection};

/// A body of a declared media type.
#[derive(Debug)]
pub(super) struct Content {
    /// The media type as declared in the description.
    pub(super) declared: &'static str,
    /// The `Content-Type` as sent.
    pub(super) content_type: String,
    /// The complete body; empty for a stream.
    pub(super) bytes: Bytes,
    /// A streamed body, until its reader takes it.
    pub(super) open: Mutex<Option<Open>>,
}

/// A streamed body, which is read item by item.
#[derive(Debug)]
pub(super) struct Open {
    pub(super) body: Body,
    /// The maximum size of an item, in bytes.
    pub(super) limit: usize,
}

impl Content {
    /// Returns whether there is a body.
    pub(super) fn is_sent(&self) -> bool {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.is_some() || !self.bytes.is_empty()
    }
}

/// Reads a body; `None` if there is no body. A body of a media type in `streams` is left for its
/// reader. A body that is not of a declared media type, or whose declared length is too large, is
/// rejected before it is read.
pub(super) async fn read(
    declared: &'static Declared,
    streams: &[&str],
    headers: &HeaderMap,
    body: Body,
    max_bytes: usize,
) -> Result<Option<Content>, Rejection> {
    let known_empty = body.is_end_stream();
    if known_empty && (!declared.required || !headers.contains_key(CONTENT_TYPE)) {
        return Ok(None);
    }
    let media_type = media_type(declared, headers)?;
    let media_type = match media_type {
        Some((declared, content_type)) if streams.contains(&declared) => {
            let limit = max_bytes;
            return Ok(Some(Content {
                declared,
                content_type,
                bytes: Bytes::new(),
                open: Mutex::new(Some(Open { body, limit })),
            }));
        }
        other => other,
    };
    if announced(headers, &body) > max_bytes as u64 {
        return Err(too_large(max_bytes));
    }
    let bytes = bytes(body, max_bytes).await?;
    match media_type {
        Some((declared, content_type)) => Ok(Some(Content {
            declared,
            content_type,
            bytes,
            open: Mutex::default(),
        })),
        None if bytes.is_empty() => Ok(None),
        None => Err(unsupported(declared, "The body has no Content-Type.")),
    }
}

fn media_type(
    declared: &'static Declared,
    headers: &HeaderMap,
) -> Result<Option<(&'static str, String)>, Rejection> {
    check_coding(headers)?;
    let mut values = headers.get_all(CONTENT_TYPE).iter();
    let Some(value) = values.next() else {
        return Ok(None);
    };
    let text = value.to_str().ok().filter(|_| values.next().is_none());
    let sent = text.and_then(|text| Some((MediaType::parse(text)?, text)));
    let Some((sent, text)) = sent else {
        return Err(unsupported(declared, "The Content-Type is malformed."));
    };
    let Some(known) = declared.media_types.iter().find(|known| sent.is(known)) else {
        return Err(unsupported(
            declared,
            "The media type of the body is not supported.",
        ));
    };
    if !sent.is_utf8() {
        return Err(unsupported(
            declared,
            "The charset of the body is not UTF-8.",
        ));
    }
    Ok(Some((known, text.to_owned())))
}

/// Lists the supported media types in `Accept` (RFC 9110 §15.5.16).
fn unsupported(declared: &Declared, detail: &str) -> Rejection {
    let rejection = Rejection::new(Kind::UnsupportedMediaType, detail);
    match HeaderValue::from_str(&declared.media_types.join(", ")) {
        Ok(accept) => rejection.header(ACCEPT, accept),
        Err(_) => rejection,
    }
}

/// Rejects a compressed body, which could unpack to more than any limit (RFC 9110 §8.4).
fn check_coding(headers: &HeaderMap) -> Result<(), Rejection> {
    let codings = headers.get_all(CONTENT_ENCODING);
    if codings
        .iter()
        .all(|coding| coding.as_bytes().eq_ignore_ascii_case(b"identity"))
    {
        return Ok(());
    }
    let identity = HeaderValue::from_static("identity");
    let rejection = Rejection::new(
        Kind::UnsupportedMediaType,
        "Compressed bodies are not supported.",
    );
    Err(rejection.header(ACCEPT_ENCODING, identity))
}

/// Returns the length of a body, from its header or from the body itself.
fn announced(headers: &HeaderMap, body: &Body) -> u64 {
    let header = headers
        .get(CONTENT_LENGTH)
        .and_then(|value| value.to_str().ok());
    let header = header.and_then(|text| text.parse().ok()).unwrap_or(0);
    body.size_hint().lower().max(header)
}

async fn bytes(body: Body, max_bytes: usize) -> Result<Bytes, Rejection> {
    let collected = Limited::new(body, max_bytes).collect().await;
    collected
        .map(http_body_util::Collected::to_bytes)
        .map_err(|error| unreadable(&*error, max_bytes))
}

fn unreadable(error: &(dyn std::error::Error + 'static), max_bytes: usize) -> Rejection {
    if error.is::<LengthLimitError>() {
        return too_large(max_bytes);
    }
    Rejection::new(Kind::MalformedBody, "The body ended early.")
}

fn too_large(max_bytes: usize) -> Rejection {
    let detail = format!("The body has more than {max_bytes} bytes.");
    Rejection::new(Kind::BodyTooLarge, detail)
}
