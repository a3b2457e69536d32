//! Compares media types to select the declared response (RFC 9110 §8.3).

use reqwest::header::HeaderValue;

use crate::types::runtime::{Operation, Response, Status};

/// Returns the media type without its parameters.
fn essence(media: &str) -> &str {
    media.split(';').next().unwrap_or_default().trim()
}

/// Returns whether text of this media type is JSON (RFC 6839 §3.1).
fn is_json(media: &str) -> bool {
    let media = media.to_ascii_lowercase();
    media == "application/json" || media == "text/json" || media.ends_with("+json")
}

/// Returns whether it covers many media types, such as `image/*`.
pub(super) fn is_range(media: &str) -> bool {
    essence(media).ends_with("/*")
}

fn equals(declared: &str, actual: &str) -> bool {
    declared.eq_ignore_ascii_case(actual)
}

fn in_range(declared: &str, actual: &str) -> bool {
    match declared.strip_suffix('*') {
        Some("*/") => true,
        Some(prefix) => actual
            .get(..prefix.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(prefix)),
        None => false,
    }
}

/// Returns the declared media type that matches the response most closely.
///
/// A response without a media type counts as having the first one declared.
pub(super) fn find(
    declared: &'static [&'static str],
    content_type: Option<&str>,
) -> Option<&'static str> {
    let Some(content_type) = content_type else {
        return declared.first().copied();
    };
    let actual = essence(content_type);
    let find = |test: fn(&str, &str) -> bool| {
        declared
            .iter()
            .copied()
            .find(|declared| test(essence(declared), actual))
    };
    find(equals)
        .or_else(|| find(|declared, actual| is_json(declared) && is_json(actual)))
        .or_else(|| find(in_range))
}

/// Returns the response that is declared for a status. The exact status takes precedence over its
/// range, and that over `default`.
pub(super) fn declared(operation: &'static Operation, status: u16) -> Option<&'static Response> {
    let wanted = [
        Status::Code(status),
        Status::Range(status / 100),
        Status::Default,
    ];
    wanted.iter().find_map(|wanted| {
        let mut responses = operation.responses.iter();
        responses.find(|response| response.status == *wanted)
    })
}

/// Returns whether a response is successful and declared.
pub(super) fn is_success(
    operation: &'static Operation,
    status: u16,
    content_type: Option<&str>,
) -> bool {
    (200..300).contains(&status)
        && declared(operation, status).is_some_and(|response| {
            let media_types = response.media_types;
            media_types.is_empty() || find(media_types, content_type).is_some()
        })
}

/// Returns whether a response is a stream, which is read item by item.
pub(super) fn is_stream(
    operation: &'static Operation,
    streams: &[&str],
    status: u16,
    content_type: Option<&str>,
) -> bool {
    let response = declared(operation, status).filter(|_| (200..300).contains(&status));
    let media = response.and_then(|response| find(response.media_types, content_type));
    media.is_some_and(|media| streams.contains(&media))
}

/// Returns the `Accept` header field with the media types of all declared responses.
pub(super) fn accept(operation: &Operation) -> HeaderValue {
    let mut media: Vec<&str> = Vec::new();
    for declared in operation
        .responses
        .iter()
        .flat_map(|response| response.media_types)
    {
        if !media.contains(declared) {
            media.push(declared);
        }
    }
    HeaderValue::try_from(media.join(", "))
        .ok()
        .filter(|value| !value.is_empty())
        .unwrap_or(HeaderValue::from_static("*/*"))
}
