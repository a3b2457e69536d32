//! Limits for each client, and for all together.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{CONNECTION, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};

use super::patience::TimedBody;
use crate::failure::problem;

/// Limits for each client, and for all together.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Simultaneous connections to one host; more wait to be accepted.
    pub connections: usize,
    /// How long the head of a request may take to arrive, and how long a connection may be idle.
    pub header_time: Duration,
    /// How long the body of a request may take to arrive.
    pub body_time: Duration,
    /// How long a client may take to read a response.
    pub write_time: Duration,
    /// Bytes of the head of a request; no less than 8192. Optional spaces around values do not count.
    pub head_bytes: usize,
    /// Lines of header fields.
    pub head_lines: usize,
    /// Bytes of a request's target.
    pub target_bytes: usize,
    /// Bytes of a request's body.
    pub body_bytes: usize,
    /// How long running requests may take when the sandbox is stopped.
    pub grace: Duration,
}

impl Limits {
    /// How deep arrays and objects may be in each other. `serde_json` refuses the next level.
    pub const JSON_DEPTH: usize = 127;
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 1024,
            header_time: Duration::from_secs(10),
            body_time: Duration::from_secs(20),
            write_time: Duration::from_secs(30),
            head_bytes: 32 * 1024,
            head_lines: 100,
            target_bytes: 8 * 1024,
            body_bytes: 1024 * 1024,
            grace: Duration::from_secs(10),
        }
    }
}

/// Adds the limits to a router.
pub fn limited(router: Router, limits: Limits) -> Router {
    router.layer(from_fn_with_state(limits, enforce))
}

async fn enforce(State(limits): State<Limits>, request: Request, next: Next) -> Response {
    let head = request.extensions().get::<HeadBytes>();
    if head.is_some_and(|head| head.0 > limits.head_bytes) {
        let (status, detail) = (
            StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
            "The head of the request is too large.",
        );
        return refuse(status, "request-header-fields-too-large", detail);
    }
    let target = request.uri().path_and_query();
    if target.is_some_and(|target| target.as_str().len() > limits.target_bytes) {
        let detail = "The request's target is too long.";
        return refuse(StatusCode::URI_TOO_LONG, "uri-too-long", detail);
    }
    let is_late = Arc::new(AtomicBool::new(false));
    let noted = Arc::clone(&is_late);
    let timed = |body| Body::new(TimedBody::new(body, limits.body_time, noted));
    let response = next.run(request.map(timed)).await;
    if is_late.load(Ordering::Relaxed) {
        let detail = "The body took too long to arrive.";
        return refuse(StatusCode::REQUEST_TIMEOUT, "request-timeout", detail);
    }
    response
}

/// The size of a request's head as it was sent, without optional spaces. `hyper` limits its buffer,
/// which can contain more than the head.
#[derive(Debug, Clone, Copy)]
pub(super) struct HeadBytes(usize);

impl HeadBytes {
    /// Measures a request, before anything adds header fields to it.
    pub(super) fn of<B>(request: &axum::http::Request<B>) -> Self {
        let target = request.uri().path_and_query();
        let target = target.map_or(1, |target| target.as_str().len());
        let line = request.method().as_str().len() + target + "  HTTP/1.1\r\n".len();
        let fields = request.headers().iter();
        let fields = fields.map(|(name, value)| name.as_str().len() + value.len() + ": \r\n".len());
        Self(line + fields.sum::<usize>() + "\r\n".len())
    }
}

/// Refuses a request. Its rest is not read, so the connection must be closed.
fn refuse(status: StatusCode, kind: &str, detail: &str) -> Response {
    let problem = problem(status.as_u16(), kind, Some(detail.to_owned()));
    let mut response = (status, axum::Json(problem)).into_response();
    let headers = response.headers_mut();
    let media_type = HeaderValue::from_static("application/problem+json");
    headers.insert(CONTENT_TYPE, media_type);
    headers.insert(CONNECTION, HeaderValue::from_static("close"));
    response
}
