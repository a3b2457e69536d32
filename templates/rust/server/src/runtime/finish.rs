//! Adds header fields to every response.

use std::hash::{BuildHasher as _, RandomState};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::body::{Body, HttpBody as _};
use axum::http::header::{
    CONTENT_LENGTH, CONTENT_TYPE, LINK, TRANSFER_ENCODING, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode};
use types::runtime::{Deprecation, Operation};

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Adds the header fields of every response, and removes those that it must not have.
pub(super) fn finish(
    mut response: Response<Body>,
    operation: Option<&Operation>,
    request_id: &str,
) -> Response<Body> {
    measure(&mut response);
    let headers = response.headers_mut();
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    set(headers, REQUEST_ID, request_id);
    if let Some(deprecation) = operation.and_then(|operation| operation.deprecation.as_ref()) {
        announce(headers, deprecation);
    }
    response
}

/// Sets the length of the body, also for `HEAD` (RFC 9110 §9.3.2), whose body axum drops. Some
/// statuses have no body (RFC 9110 §6.4.1).
fn measure(response: &mut Response<Body>) {
    let bare = [
        StatusCode::NO_CONTENT,
        StatusCode::RESET_CONTENT,
        StatusCode::NOT_MODIFIED,
    ];
    if bare.contains(&response.status()) {
        *response.body_mut() = Body::empty();
        response.headers_mut().remove(CONTENT_TYPE);
        response.headers_mut().remove(CONTENT_LENGTH);
        return;
    }
    // The length is taken from the body, not from a header field of the handler.
    response.headers_mut().remove(TRANSFER_ENCODING);
    if let Some(length) = response.body().size_hint().exact() {
        response.headers_mut().insert(CONTENT_LENGTH, length.into());
    }
}

/// Adds the deprecation fields (RFC 9745 §2, RFC 8594 §3) and their links.
fn announce(headers: &mut HeaderMap, deprecation: &Deprecation) {
    if let Some(when) = deprecation.deprecated {
        set(headers, HeaderName::from_static("deprecation"), when);
    }
    if let Some(when) = deprecation.sunset {
        set(headers, HeaderName::from_static("sunset"), when);
    }
    let Some(address) = deprecation.link else {
        return;
    };
    let relations = [
        (
            deprecation.deprecated.is_some() || deprecation.sunset.is_none(),
            "deprecation",
        ),
        (deprecation.sunset.is_some(), "sunset"),
    ];
    for (_, relation) in relations.into_iter().filter(|(applies, _)| *applies) {
        let link = format!(
            "<{}>; rel=\"{relation}\"",
            address.replace(['<', '>', ' '], "")
        );
        headers.extend(HeaderValue::from_str(&link).map(|link| (LINK, link)));
    }
}

fn set(headers: &mut HeaderMap, name: HeaderName, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        headers.insert(name, value);
    }
}

/// Returns the client's request ID if it is safe to log, otherwise a new one.
pub(super) fn request_id(headers: &HeaderMap) -> String {
    const LONGEST: usize = 128;
    let is_fit = |id: &&str| {
        let fit = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~+/=:@".contains(&byte);
        (1..=LONGEST).contains(&id.len()) && id.bytes().all(fit)
    };
    let sent = headers.get(REQUEST_ID).and_then(|id| id.to_str().ok());
    sent.filter(is_fit).map_or_else(new_id, ToOwned::to_owned)
}

/// Returns a new ID of 128 bits: a hashed counter, with a new random key in every process.
fn new_id() -> String {
    static KEYS: LazyLock<(RandomState, RandomState)> = LazyLock::new(Default::default);
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    format!(
        "{:016x}{:016x}",
        KEYS.0.hash_one(count),
        KEYS.1.hash_one(count)
    )
}
