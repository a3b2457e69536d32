//! Requests and responses, as they were sent and received.

use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use bytes::Bytes;
use hyper::HeaderMap;
use hyper::header::CONTENT_TYPE;
use spec::Span;
use spec::model::Provenance;

pub use crate::description::Host;
use crate::description::OperationId;
use crate::intent::Intent;
use crate::json::{Json, JsonError};
use crate::withheld::Withheld;

/// A request and its result.
#[derive(Debug)]
pub struct Exchange {
    /// Its number in the run, from 1.
    pub number: u64,
    /// The purpose of the request.
    pub purpose: Purpose,
    /// What was sent.
    pub request: Request,
    /// The response, or why none arrived.
    pub outcome: Result<Response, Failure>,
    /// When it was sent, since the start of the run.
    pub at: Duration,
    /// How long the response took, up to its last byte.
    pub elapsed: Duration,
}

/// The purpose of a request.
#[derive(Debug, Clone)]
pub struct Purpose {
    /// The operation of the description that it belongs to, if any.
    pub operation: Option<OperationId>,
    /// Why it is sent.
    pub intent: Intent,
    /// The single defect of the request, if the plan put one in.
    pub defect: Option<Arc<Defect>>,
    /// The name of the identity whose credential it has; `None` if it has no credential.
    pub identity: Option<Arc<str>>,
}

/// What the plan made wrong in a request.
#[derive(Debug, Clone)]
pub struct Defect {
    /// Where in the request, for messages: `body /terms/price`, `query limit`.
    pub at: String,
    /// What is wrong there, for messages: `is longer than 256 characters`.
    pub what: String,
    /// The place in the description that forbids it.
    pub span: Option<Span>,
    /// The provenance of that place.
    pub provenance: Provenance,
}

/// A request as it is sent.
#[derive(Debug, Clone)]
pub struct Request {
    /// The host.
    pub host: Host,
    /// The method, which may be any token.
    pub method: String,
    /// The path and query as they are sent.
    pub target: String,
    /// The header fields, in their order; values may be any bytes that HTTP allows.
    pub headers: Vec<(String, String)>,
    /// The body. `None` differs from an empty body.
    pub body: Option<Bytes>,
}

impl Request {
    /// Returns the value of the first header field with a name.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        let found = headers.find(|(field, _)| field.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    /// Returns whether sending it twice does no more than sending it once (RFC 9110 §9.2.2).
    #[must_use]
    pub fn is_idempotent(&self) -> bool {
        !matches!(self.method.as_str(), "POST" | "PATCH")
    }

    /// Returns whether the body is so large that a server may close the connection without reading
    /// it.
    #[must_use]
    pub fn is_large(&self) -> bool {
        const LARGE: usize = 512 * 1024;
        self.body.as_ref().is_some_and(|body| body.len() > LARGE)
    }

    /// Returns the path without the query.
    #[must_use]
    pub fn path(&self) -> &str {
        self.target.split('?').next().unwrap_or_default()
    }

    /// Returns whether the path is in the form that servers and proxies make of it before they look
    /// for a handler: no dot segments (RFC 3986 §6.2.2.3), no empty ones, no encoded slash.
    #[must_use]
    pub fn has_normal_path(&self) -> bool {
        let path = self.path().to_ascii_lowercase().replace("%2e", ".");
        let is_normal = |segment: &str| !matches!(segment, "." | "..") && !segment.contains("%2f");
        !path.contains("//") && path.split('/').all(is_normal)
    }
}

/// A response as received.
#[derive(Debug)]
pub struct Response {
    /// The status.
    pub status: u16,
    /// The header fields.
    pub headers: HeaderMap,
    /// The body.
    pub body: Bytes,
    /// The size of the body as it was received.
    size: usize,
    json: OnceLock<Result<Json, JsonError>>,
}

impl Response {
    /// Creates a complete response.
    #[must_use]
    pub const fn new(status: u16, headers: HeaderMap, body: Bytes) -> Self {
        let size = body.len();
        Self {
            status,
            headers,
            body,
            size,
            json: OnceLock::new(),
        }
    }

    /// Returns the size of the body as it was received, in bytes; [`Exchange::abridged`] may have cut
    /// it since.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.size
    }

    /// Parses the body as JSON, whatever its media type. The result is cached.
    ///
    /// # Errors
    /// Returns what is wrong with the text.
    pub fn json(&self) -> Result<&Json, &JsonError> {
        self.json.get_or_init(|| self.parse()).as_ref()
    }

    /// Parses the body as [`Self::json`] does, and keeps nothing.
    ///
    /// # Errors
    /// Returns what is wrong with the text.
    pub fn parse(&self) -> Result<Json, JsonError> {
        // What is missing from a body that was cut since is no fault of the text.
        let is_cut = self.body.len() < self.size;
        Json::parse(&self.body).map_err(|error| JsonError {
            is_beyond_limits: error.is_beyond_limits || is_cut,
            ..error
        })
    }

    /// Returns whether the status is 2xx.
    #[must_use]
    pub const fn is_success(&self) -> bool {
        self.status / 100 == 2
    }

    /// Returns the value of the first header field with a name, if it is visible ASCII.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// Returns the media type without parameters, in lower case.
    #[must_use]
    pub fn media_type(&self) -> Option<String> {
        let value = self.headers.get(CONTENT_TYPE)?.to_str().ok()?;
        let essence = value.split(';').next().unwrap_or_default();
        Some(essence.trim().to_ascii_lowercase())
    }

    /// Returns whether the media type is JSON: `application/json`, `text/json` or `…+json`.
    #[must_use]
    pub fn is_json(&self) -> bool {
        self.media_type().is_some_and(|essence| {
            matches!(essence.as_str(), "application/json" | "text/json")
                || essence.ends_with("+json")
        })
    }
}

/// Returns at most this many bytes of a body. The cut does not split a character of a text.
fn beginning(body: &[u8], most: usize) -> &[u8] {
    let is_start = |at: &usize| body.get(*at).is_none_or(|byte| byte & 0xc0 != 0x80);
    let most = most.min(body.len());
    let end = (most.saturating_sub(3)..=most).rev().find(is_start);
    &body[..end.unwrap_or(most)]
}

/// Returns whether a response has no body because of its status (RFC 9110 §6.4.1), whatever is
/// declared.
#[must_use]
pub const fn has_no_content(status: u16) -> bool {
    matches!(status, 100..=199 | 204 | 205 | 304)
}

/// Why there is no response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// The deployment could not be reached.
    Unreachable(String),
    /// The connection was closed before the response, and no other could be opened. A kept
    /// connection may be closed at any time (RFC 9112 §9.3.1), so the request need not be the cause.
    Lost(String),
    /// No response, or not all of it, within the time allowed.
    TimedOut,
    /// The connection was closed in the middle of the response, or the response is not HTTP.
    Broken(String),
    /// The response has more bytes than the limit.
    TooLarge,
    /// The run has used up its requests or its time.
    OverBudget,
    /// It was not sent, because it could change what the run has not created.
    Withheld(Withheld),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreachable(why) => write!(f, "cannot be reached: {why}"),
            Self::Lost(why) => write!(
                f,
                "the connection was closed, and no other can be opened: {why}"
            ),
            Self::TimedOut => f.write_str("no answer in time"),
            Self::Broken(why) => write!(f, "the answer is incomplete or not HTTP: {why}"),
            Self::TooLarge => f.write_str("the answer is larger than what is read"),
            Self::OverBudget => f.write_str("the run has used up its budget"),
            Self::Withheld(why) => write!(f, "not sent: {why}"),
        }
    }
}

impl Exchange {
    /// Returns a copy whose bodies have at most so many bytes: that of the request, and that of the
    /// response. Returns `None` if they have no more.
    #[must_use]
    pub fn abridged(&self, of_request: usize, of_response: usize) -> Option<Self> {
        let sent = self.request.body.as_ref();
        let received = self.response().map(|response| &response.body);
        let is_cut = sent.is_some_and(|body| body.len() > of_request)
            || received.is_some_and(|body| body.len() > of_response);
        if !is_cut {
            return None;
        }
        // A slice of a body would keep all of it.
        let cut = |body: &Bytes, most: usize| Bytes::copy_from_slice(beginning(body, most));
        let body = received.map(|body| cut(body, of_response));
        Some(self.with_bodies(sent.map(|body| cut(body, of_request)), body))
    }

    /// Returns a copy whose body is not parsed yet: a parsed one takes several times the memory.
    #[must_use]
    pub fn unparsed(&self) -> Self {
        let received = self.response().map(|response| response.body.clone());
        self.with_bodies(self.request.body.clone(), received)
    }

    /// Returns a copy with other bodies. The size of the response stays as it was received.
    fn with_bodies(&self, sent: Option<Bytes>, received: Option<Bytes>) -> Self {
        let outcome = match &self.outcome {
            Ok(one) => Ok(Response {
                size: one.size,
                ..Response::new(
                    one.status,
                    one.headers.clone(),
                    received.unwrap_or_default(),
                )
            }),
            Err(failure) => Err(failure.clone()),
        };
        Self {
            request: Request {
                body: sent,
                ..self.request.clone()
            },
            outcome,
            purpose: self.purpose.clone(),
            ..*self
        }
    }

    /// Returns whether the request was sent.
    #[must_use]
    pub const fn is_sent(&self) -> bool {
        !matches!(
            self.outcome,
            Err(Failure::OverBudget | Failure::Withheld(_))
        )
    }

    /// Returns the response, if there is one.
    #[must_use]
    pub fn response(&self) -> Option<&Response> {
        self.outcome.as_ref().ok()
    }

    /// Returns the status of the response, if there is one.
    #[must_use]
    pub fn status(&self) -> Option<u16> {
        self.response().map(|response| response.status)
    }
}
