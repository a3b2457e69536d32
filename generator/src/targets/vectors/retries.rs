//! Retries: when clients send a request again, and how long they wait before.

use serde_json::{Value, json};
use spec::model::Operation;

use super::request::{Request, Requests};
use super::scripts::{Shown, TEXT, good, outcome_of};
use crate::json::{Json, Object};

/// A date in the past of every clock (RFC 9110 §5.6.7).
const PASSED: &str = "Thu, 01 Jan 1970 00:00:00 GMT";

/// The script of one call.
struct Script {
    name: String,
    answers: Vec<Json>,
    /// The seconds between the attempts.
    waits: &'static [f64],
    outcome: &'static str,
}

pub(super) fn vectors(requests: &Requests<'_>) -> Vec<Object> {
    let shown = Shown::of(requests);
    let of = |request: Option<&Request<'_>>, scripts: fn(&Operation, &Json) -> Vec<Script>| {
        let answered = request.and_then(|one| Some((one, good(requests, one.operation)?)));
        let vectors = answered.into_iter().flat_map(|(request, good)| {
            let scripts = scripts(request.operation, &good).into_iter();
            scripts.map(|script| script.vector(request))
        });
        vectors.collect::<Vec<_>>()
    };
    [
        of(shown.safe, safe),
        of(shown.unsafe_, not_idempotent),
        of(shown.keyed, keyed),
    ]
    .concat()
}

impl Script {
    fn new(
        name: impl Into<String>,
        answers: Vec<Json>,
        waits: &'static [f64],
        outcome: &'static str,
    ) -> Self {
        Self {
            name: name.into(),
            answers,
            waits,
            outcome,
        }
    }

    fn vector(self, request: &Request<'_>) -> Object {
        // The request already has the property, unless it is removed.
        let keyed = request.operation.idempotency.as_deref();
        let expect = Object::new()
            .with("waits", json!(self.waits))
            .with("outcome", self.outcome)
            .with("sameBody", true)
            .with_some("generated", keyed);
        Object::new()
            .with("name", self.name)
            .with("request", request.name.as_str())
            .with_some("without", keyed)
            .with("policy", policy())
            .with("answers", Json::Array(self.answers))
            .with("expect", expect)
    }
}

/// Returns scripts for a request that may be sent twice because of its method (RFC 9110 §9.2.2).
fn safe(operation: &Operation, good: &Json) -> Vec<Script> {
    let ended = |status| outcome_of(operation, status, TEXT);
    let ok = || good.clone();
    let mut scripts: Vec<_> = [429, 502, 503, 504]
        .into_iter()
        .map(|status| {
            let answers = vec![bad(status, None), ok()];
            Script::new(format!("status-{status}"), answers, &[1.0], "value")
        })
        .collect();
    let until_end = vec![bad(503, None); 4];
    let after = |seconds| bad(503, Some(seconds));
    let connection = vec![failure("broken"), failure("connect"), ok()];
    let timeout = vec![failure("timeout")];
    scripts.extend([
        Script::new(
            "until-attempts-end",
            until_end,
            &[1.0, 2.0, 3.0],
            ended(503),
        ),
        Script::new("retry-after", vec![after("7"), ok()], &[7.0], "value"),
        Script::new(
            "retry-after-shorter",
            vec![after("0"), ok()],
            &[1.0],
            "value",
        ),
        Script::new("retry-after-too-long", vec![after("61")], &[], ended(503)),
        Script::new(
            "retry-after-unreadable",
            vec![after("soon"), ok()],
            &[1.0],
            "value",
        ),
        Script::new(
            "retry-after-date-passed",
            vec![after(PASSED), ok()],
            &[1.0],
            "value",
        ),
        Script::new("status-500", vec![bad(500, None)], &[], ended(500)),
        Script::new("connection", connection, &[1.0, 2.0], "value"),
        Script::new("timeout", timeout, &[], "timeout"),
    ]);
    scripts
}

/// Returns scripts for a request that may be sent again only if it never arrived.
fn not_idempotent(operation: &Operation, good: &Json) -> Vec<Script> {
    let refused = vec![failure("connect"), good.clone()];
    let unavailable = outcome_of(operation, 503, TEXT);
    vec![
        Script::new("post-status-503", vec![bad(503, None)], &[], unavailable),
        Script::new("post-broken", vec![failure("broken")], &[], "transport"),
        Script::new("post-never-left", refused, &[1.0], "value"),
    ]
}

/// Returns scripts for a request that may be sent twice because of a property in its body.
fn keyed(_: &Operation, good: &Json) -> Vec<Script> {
    let answers = vec![failure("broken"), bad(503, None), good.clone()];
    vec![Script::new("post-with-key", answers, &[1.0, 2.0], "value")]
}

/// Returns the policy that clients are set up with.
pub(super) fn policy() -> Value {
    json!({"attempts": 4, "firstWait": 1, "longestWait": 3, "longestRetryAfter": 60})
}

/// Returns a response that is an error.
pub(super) fn bad(status: u16, retry_after: Option<&str>) -> Json {
    let headers = Object::new()
        .with("content-type", TEXT)
        .with_some("retry-after", retry_after);
    Object::new()
        .with("status", status)
        .with("headers", headers)
        .with("body", "not now")
        .into()
}

/// Returns the failure of a connection.
pub(super) fn failure(kind: &str) -> Json {
    json!({"failure": kind}).into()
}
