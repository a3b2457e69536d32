//! Scripts of a client and a service that sometimes fails.

use serde_json::{Value, json};
use spec::model::{MediaType, Method, Operation, Response, Status};

use super::credentials::secret;
use super::request::{Request, Requests};
use crate::ir::sample::Variant;
use crate::json::{Json, Object};

pub(super) const TEXT: &str = "text/plain";
const HTML: &str = "text/html";

/// Representative requests: one that may be repeated, one that may not, and one that may because of
/// its contents.
pub(super) struct Shown<'r, 'a> {
    pub(super) safe: Option<&'r Request<'a>>,
    pub(super) unsafe_: Option<&'r Request<'a>>,
    pub(super) keyed: Option<&'r Request<'a>>,
}

impl<'r, 'a> Shown<'r, 'a> {
    pub(super) fn of(requests: &'r Requests<'a>) -> Self {
        let find = |wanted: &dyn Fn(&Operation) -> bool| {
            let operations = requests.api.operations.iter();
            let mut operations = operations.filter(|operation| wanted(operation));
            operations.find_map(|operation| {
                good(requests, operation)?;
                requests.plain(operation)
            })
        };
        let secured = |operation: &Operation| !operation.security.is_empty();
        let safe = |o: &Operation| o.method == Method::Get;
        // A body that is a stream is sent only once, even if the request never left.
        let is_repeatable = |o: &Operation| {
            let mut bodies = o.body.iter().flat_map(|body| &body.content);
            bodies.all(|media| media.stream.is_none())
        };
        let unsafe_ =
            |o: &Operation| o.method == Method::Post && o.idempotency.is_none() && is_repeatable(o);
        Self {
            safe: find(&|o| safe(o) && secured(o)).or_else(|| find(&safe)),
            unsafe_: find(&|o| unsafe_(o) && secured(o)).or_else(|| find(&unsafe_)),
            keyed: find(&|o| o.idempotency.is_some()),
        }
    }
}

fn success(operation: &Operation) -> Option<&Response> {
    let mut responses = operation.responses.iter();
    responses.find(|response| response.status.is_success())
}

/// Returns the outcome of a call that gets an error with this status and media type.
pub(super) fn outcome_of(operation: &Operation, status: u16, media_type: &str) -> &'static str {
    let response = operation.response(status);
    let takes = |media: &MediaType| {
        let essence = media.essence();
        let range = essence
            .strip_suffix('*')
            .is_some_and(|kind| media_type.starts_with(kind));
        essence == media_type || range || essence == "*/*"
    };
    match response {
        Some(found) if found.content.is_empty() || found.content.iter().any(takes) => "error",
        _ => "undeclared",
    }
}

/// Returns the shortest response that the method returns a value for; `None` if it is not JSON.
pub(super) fn good(requests: &Requests<'_>, operation: &Operation) -> Option<Json> {
    let response = success(operation)?;
    let status = match response.status {
        Status::Code(code) => code,
        _ => 200,
    };
    let mut headers = Object::new();
    let mut body = String::new();
    if !response.content.is_empty() {
        let media = response.content.iter().find(|media| media.is_json())?;
        let mut sampler = requests.samples.sampler(Variant::Required, false);
        let sample = match media.schema {
            Some(schema) => sampler.sample(schema)?,
            None => Object::new().into(),
        };
        headers.set("content-type", media.sent());
        body = serde_json::to_string(&sample).ok()?;
    }
    let answer = Object::new()
        .with("status", status)
        .with("headers", headers)
        .with("body", body);
    Some(answer.into())
}

/// Two links that belong to a deprecation, and one that does not (RFC 8288).
const LINKS: &str = "<https://vectors.example/a>; rel=\"deprecation\"; type=\"text/html\", \
                     <https://vectors.example/b,c>; rel=sunset, <https://vectors.example/d>; rel=next";

/// Returns scripts for deprecations that responses announce.
pub(super) fn deprecations(requests: &Requests<'_>) -> Vec<Object> {
    let shown = Shown::of(requests);
    let Some((request, good)) = shown
        .safe
        .zip(shown.safe.and_then(|safe| good(requests, safe.operation)))
    else {
        return Vec::new();
    };
    let told = |deprecated: Value, sunset: Value, links: Value| json!({"deprecated": deprecated, "sunset": sunset, "links": links});
    let sunset = "Fri, 31 Dec 2027 23:59:59 GMT";
    let cases = [
        ("nothing", json!({}), Value::Null),
        (
            "all",
            json!({"deprecation": "@1767225600", "sunset": sunset, "link": LINKS}),
            told(
                json!("2026-01-01T00:00:00Z"),
                json!("2027-12-31T23:59:59Z"),
                json!(["https://vectors.example/a", "https://vectors.example/b,c"]),
            ),
        ),
        (
            "sunset",
            json!({"sunset": sunset}),
            told(Value::Null, json!("2027-12-31T23:59:59Z"), json!([])),
        ),
        (
            "deprecation-true",
            json!({"deprecation": "true"}),
            told(Value::Null, Value::Null, json!([])),
        ),
        (
            "unreadable",
            json!({"sunset": "tomorrow"}),
            told(Value::Null, Value::Null, json!([])),
        ),
        (
            "link-alone",
            json!({"link": "<https://vectors.example/d>; rel=next"}),
            Value::Null,
        ),
    ];
    let vectors = cases.into_iter().map(|(name, headers, expect)| {
        let answer = with_headers(&good, &headers);
        Object::new()
            .with("name", name)
            .with("request", request.name.as_str())
            .with("answer", answer)
            .with("expect", expect)
    });
    vectors.collect()
}

/// Returns a response with further header fields.
pub(super) fn with_headers(answer: &Json, headers: &Value) -> Value {
    let mut answer = serde_json::to_value(answer).unwrap_or_default();
    if let (Some(known), Some(more)) = (answer["headers"].as_object_mut(), headers.as_object()) {
        known.extend(more.clone());
    }
    answer
}

/// Returns scripts for redirects.
pub(super) fn redirects(requests: &Requests<'_>) -> Vec<Object> {
    let shown = Shown::of(requests);
    let mut vectors = Vec::new();
    let secrets: Vec<_> = requests
        .api
        .security_schemes
        .iter()
        .map(|s| secret(&s.name))
        .collect();
    for request in [shown.safe, shown.unsafe_].into_iter().flatten() {
        let method = request.operation.method.as_str().to_ascii_lowercase();
        for status in [301_u16, 302, 303, 307, 308] {
            for (kind, location) in [
                ("elsewhere", "https://elsewhere.example/"),
                ("here", "/here"),
            ] {
                let headers = Object::new()
                    .with("content-type", HTML)
                    .with("location", location);
                let answer = Object::new()
                    .with("status", status)
                    .with("headers", headers)
                    .with("body", "<p>Moved</p>");
                let expect = Object::new()
                    .with("urls", vec![request.url()])
                    .with("outcome", outcome_of(request.operation, status, HTML));
                let vector = Object::new()
                    .with("name", format!("{method}-{status}-{kind}"))
                    .with("request", request.name.as_str())
                    .with("answer", answer)
                    .with("secrets", secrets.clone())
                    .with("expect", expect);
                vectors.push(vector);
            }
        }
    }
    vectors
}

/// Returns whether an operation's responses are objects, so that the status alone determines the
/// outcome.
pub(super) fn is_plain(requests: &Requests<'_>, operation: &Operation) -> bool {
    let api = requests.api;
    let mut contents = operation.responses.iter().flat_map(|r| &r.content);
    contents.all(|media| media.schema.is_some_and(|id| api.object(id).is_some()))
}
