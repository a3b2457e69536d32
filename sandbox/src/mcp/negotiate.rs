//! Negotiates protocol versions and media types.

use axum::http::header::{ACCEPT, CONTENT_ENCODING, CONTENT_TYPE, HeaderName};
use axum::http::{HeaderMap, StatusCode};
use rmcp::model::{ErrorCode, ProtocolVersion};
use serde_json::json;

use super::message::Message;
use super::refusal::Refusal;

/// The supported revisions. Older ones need batches, or another transport.
pub(super) const REVISIONS: &[ProtocolVersion] = &[
    ProtocolVersion::V_2025_06_18,
    ProtocolVersion::V_2025_11_25,
    ProtocolVersion::V_2026_07_28,
];

const VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");

/// Checks the revision in the headers (MCP 2025-11-25, Transports, Protocol Version Header;
/// 2026-07-28, Versioning): a request with another one gets the supported ones. The handshake is
/// exempt, because it negotiates the revision. `rmcp` checks that headers and body agree.
pub(super) fn revision(headers: &HeaderMap, message: &Message) -> Result<(), Refusal> {
    let mut named = headers.get_all(VERSION).iter();
    let Some(first) = named.next() else {
        return Ok(());
    };
    let error = |code, message_: &str, data| Refusal::Rpc {
        status: StatusCode::BAD_REQUEST,
        id: message.id(),
        code,
        message: message_.to_owned(),
        data,
    };
    if named.next().is_some() {
        let text = "There is more than one MCP-Protocol-Version.";
        return Err(error(ErrorCode::HEADER_MISMATCH, text, None));
    }
    let spoken = |text: &str| REVISIONS.iter().any(|revision| revision.as_str() == text);
    let requested = first.to_str().unwrap_or_default();
    let is_handshake = message.is_initialize() && message.revision().is_none();
    if is_handshake || spoken(requested) {
        return Ok(());
    }
    let supported: Vec<_> = REVISIONS.iter().map(ProtocolVersion::as_str).collect();
    let data = json!({ "supported": supported, "requested": requested });
    let text = "Unsupported protocol version";
    Err(error(
        ErrorCode::UNSUPPORTED_PROTOCOL_VERSION,
        text,
        Some(data),
    ))
}

/// Refuses `initialize` in the era without sessions, whose requests name their revision in `_meta`:
/// a removed method is an unknown one (MCP 2026-07-28, Streamable HTTP, Protocol Version Header).
/// `rmcp` would read it as the handshake of the older era.
pub(super) fn handshake(headers: &HeaderMap, message: &Message) -> Result<(), Refusal> {
    let Some(revision) = message.revision().filter(|_| message.is_initialize()) else {
        return Ok(());
    };
    let is_same = headers.get(VERSION).is_some_and(|named| named == revision);
    let (status, code, text) = if is_same {
        let code = ErrorCode::METHOD_NOT_FOUND;
        (StatusCode::NOT_FOUND, code, "Method not found")
    } else {
        let text = "MCP-Protocol-Version differs from the revision in `_meta`.";
        (StatusCode::BAD_REQUEST, ErrorCode::HEADER_MISMATCH, text)
    };
    Err(Refusal::Rpc {
        status,
        id: message.id(),
        code,
        message: text.to_owned(),
        data: None,
    })
}

/// Checks that the client accepts both kinds of response, as it must (MCP, Streamable HTTP, Sending
/// Messages), although this endpoint only sends JSON.
pub(super) fn accepted(headers: &HeaderMap) -> Result<(), Refusal> {
    let fields = headers.get_all(ACCEPT).iter();
    let ranges: Vec<String> = fields
        .filter_map(|field| field.to_str().ok())
        .flat_map(|field| field.split(','))
        .filter(|range| !is_excluded(range))
        .map(essence)
        .collect();
    let takes = |essence: &str, range: &str| {
        let any = |taken: &String| taken == essence || taken == range || taken == "*/*";
        ranges.iter().any(any)
    };
    if takes("application/json", "application/*") && takes("text/event-stream", "text/*") {
        return Ok(());
    }
    let detail = "`Accept` must name application/json and text/event-stream.";
    Err(Refusal::http(StatusCode::NOT_ACCEPTABLE, detail))
}

/// Checks that the body is JSON without a content coding.
pub(super) fn is_json(headers: &HeaderMap) -> Result<(), Refusal> {
    let media_type = headers
        .get(CONTENT_TYPE)
        .and_then(|field| field.to_str().ok());
    if media_type.map(essence).as_deref() == Some("application/json")
        && !headers.contains_key(CONTENT_ENCODING)
    {
        return Ok(());
    }
    let detail = "The body must be application/json, without a content coding.";
    Err(Refusal::http(StatusCode::UNSUPPORTED_MEDIA_TYPE, detail))
}

/// Returns a media type without its parameters.
fn essence(media_type: &str) -> String {
    let essence = media_type.split(';').next().unwrap_or_default();
    essence.trim().to_ascii_lowercase()
}

/// Returns whether the weight of a range excludes it (RFC 9110 §12.4.2).
fn is_excluded(range: &str) -> bool {
    let mut parameters = range.split(';').skip(1);
    parameters.any(|parameter| {
        let weight = parameter.trim().strip_prefix("q=").unwrap_or("1");
        weight.parse() == Ok(0.0)
    })
}
