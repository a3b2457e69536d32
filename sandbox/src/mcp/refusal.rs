//! Refusals before the protocol: problems (RFC 9457) for HTTP errors, JSON-RPC errors for messages
//! that are not MCP.

use axum::Json;
use axum::http::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE, WWW_AUTHENTICATE};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use rmcp::model::ErrorCode;
use serde_json::{Value, json};

use crate::failure::problem;

/// Why a message is refused.
#[derive(Debug)]
pub(super) enum Refusal {
    /// An HTTP error.
    Http {
        status: StatusCode,
        detail: String,
        /// For `WWW-Authenticate`.
        challenge: Option<String>,
    },
    /// A refusal with an error code of JSON-RPC or MCP.
    Rpc {
        status: StatusCode,
        id: Option<Value>,
        code: ErrorCode,
        message: String,
        data: Option<Value>,
    },
}

impl Refusal {
    /// Returns an HTTP error that does not concern credentials.
    pub(super) fn http(status: StatusCode, detail: &str) -> Self {
        let detail = detail.to_owned();
        Self::Http {
            status,
            detail,
            challenge: None,
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let none = (CACHE_CONTROL, HeaderValue::from_static("no-store"));
        match self {
            Self::Http {
                status,
                detail,
                challenge,
            } => {
                let json = HeaderValue::from_static("application/problem+json");
                let challenge = challenge.and_then(|text| HeaderValue::try_from(text).ok());
                let body = problem(status.as_u16(), kind(status), Some(detail));
                let is_method = status == StatusCode::METHOD_NOT_ALLOWED;
                let allow = is_method.then(|| HeaderValue::from_static("POST"));
                (
                    status,
                    [none, (CONTENT_TYPE, json)],
                    optional(WWW_AUTHENTICATE, challenge),
                    optional(ALLOW, allow),
                    Json(body),
                )
                    .into_response()
            }
            Self::Rpc {
                status,
                id,
                code,
                message,
                data,
            } => {
                let mut body = json!({
                    "jsonrpc": "2.0",
                    "error": { "code": code, "message": message },
                });
                if let Some(id) = id {
                    body["id"] = id;
                }
                if let Some(data) = data {
                    body["error"]["data"] = data;
                }
                (status, [none], Json(body)).into_response()
            }
        }
    }
}

fn optional(name: HeaderName, value: Option<HeaderValue>) -> HeaderMap {
    let mut headers = HeaderMap::new();
    if let Some(value) = value {
        headers.insert(name, value);
    }
    headers
}

/// Returns the last segment of the type of the problem.
fn kind(status: StatusCode) -> &'static str {
    match status {
        StatusCode::BAD_REQUEST => "bad-request",
        StatusCode::UNAUTHORIZED => "unauthorized",
        StatusCode::FORBIDDEN => "forbidden",
        StatusCode::NOT_FOUND => "not-found",
        StatusCode::METHOD_NOT_ALLOWED => "method-not-allowed",
        StatusCode::NOT_ACCEPTABLE => "not-acceptable",
        StatusCode::PAYLOAD_TOO_LARGE => "payload-too-large",
        StatusCode::UNSUPPORTED_MEDIA_TYPE => "unsupported-media-type",
        StatusCode::SERVICE_UNAVAILABLE => "unavailable",
        _ => "internal-error",
    }
}
