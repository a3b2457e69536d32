//! The common parts of the pages' responses (RFC 9700 §4.2.4, §4.12, §4.16).

use axum::body::Body;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, LOCATION, REFERRER_POLICY, SET_COOKIE,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderName, HeaderValue, Response, StatusCode};

use super::session::Session;
use crate::tokens::TokenHost;

const ALWAYS: [(HeaderName, &str); 4] = [
    (CACHE_CONTROL, "no-store"),
    (REFERRER_POLICY, "no-referrer"),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (X_FRAME_OPTIONS, "DENY"),
];

/// Returns a page.
pub(super) fn page(
    status: StatusCode,
    html: String,
    policy: &str,
    cookie: Option<String>,
) -> Response<Body> {
    let others = [
        (CONTENT_TYPE, "text/html; charset=utf-8".to_owned()),
        (CONTENT_SECURITY_POLICY, policy.to_owned()),
    ];
    let cookie = cookie.map(|cookie| (SET_COOKIE, cookie));
    response(status, Body::from(html), others.into_iter().chain(cookie))
}

/// Redirects the browser. With 303 it does not repeat the POST (RFC 9700 §4.12).
pub(super) fn redirect(location: &str) -> Response<Body> {
    response(
        StatusCode::SEE_OTHER,
        Body::empty(),
        [(LOCATION, location.to_owned())],
    )
}

/// Shows the page again.
pub(super) fn reload(host: &TokenHost, query: &str, session: &Session) -> Response<Body> {
    let location = (LOCATION, format!("?{query}"));
    let cookie = session.cookie(host).map(|cookie| (SET_COOKIE, cookie));
    response(
        StatusCode::SEE_OTHER,
        Body::empty(),
        [location].into_iter().chain(cookie),
    )
}

fn response(
    status: StatusCode,
    body: Body,
    headers: impl IntoIterator<Item = (HeaderName, String)>,
) -> Response<Body> {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    for (name, value) in ALWAYS {
        response
            .headers_mut()
            .insert(name, HeaderValue::from_static(value));
    }
    for (name, value) in headers {
        // The inserted values were checked: queries and addresses have no line breaks.
        if let Ok(value) = HeaderValue::from_str(&value) {
            response.headers_mut().insert(name, value);
        }
    }
    response
}
