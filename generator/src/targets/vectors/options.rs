//! The options of one call, and of a changed copy of a client.

use serde_json::{Value, json};
use spec::encode::percent;
use spec::model::Operation;

use super::request::{Request, Requests};
use super::retries::{bad, failure, policy};
use super::scripts::{Shown, TEXT, good, outcome_of};
use crate::json::{Json, Object};

/// The idempotency key of a call.
const KEY: &str = "vector-key";

/// What is expected of a call.
struct Expected {
    /// What each request has among others.
    requests: Vec<Value>,
    waits: &'static [f64],
    outcome: &'static str,
}

impl Expected {
    fn new(requests: usize, waits: &'static [f64], outcome: &'static str) -> Self {
        Self::sending(vec![json!({}); requests], waits, outcome)
    }

    const fn sending(requests: Vec<Value>, waits: &'static [f64], outcome: &'static str) -> Self {
        Self {
            requests,
            waits,
            outcome,
        }
    }
}

pub(super) fn vectors(requests: &Requests<'_>) -> Vec<Object> {
    let shown = Shown::of(requests);
    let of = |request: Option<&Request<'_>>,
              vectors: fn(&Requests<'_>, &Request<'_>, &Json) -> Vec<Object>| {
        let answered = request.and_then(|one| Some((one, good(requests, one.operation)?)));
        let vectors = answered.map(|(request, good)| vectors(requests, request, &good));
        vectors.unwrap_or_default()
    };
    [
        of(shown.safe, limits),
        of(shown.safe, attempts),
        of(shown.safe, copies),
        of(shown.keyed, keys),
    ]
    .concat()
}

/// Returns vectors for the time limit of a whole call.
fn limits(_: &Requests<'_>, request: &Request<'_>, good: &Json) -> Vec<Object> {
    let unavailable = unavailable(request.operation);
    let after = |seconds| vec![bad(503, Some(seconds)), good.clone()];
    let slow = |seconds| vec![lasting(&bad(503, None), seconds), good.clone()];
    let broken = || vec![failure("broken"), good.clone()];
    let of = |seconds: u32| json!({"callTimeout": seconds});
    let none = || json!({});
    let cases = [
        (
            "wait-until-the-limit",
            none(),
            of(10),
            after("10"),
            Expected::new(1, &[], unavailable),
        ),
        (
            "wait-within-the-limit",
            none(),
            of(10),
            after("9"),
            Expected::new(2, &[9.0], "value"),
        ),
        (
            "limit-of-the-client",
            of(10),
            none(),
            after("10"),
            Expected::new(1, &[], unavailable),
        ),
        (
            "call-before-client",
            of(10),
            of(20),
            after("15"),
            Expected::new(2, &[15.0], "value"),
        ),
        (
            "attempts-count",
            none(),
            of(9),
            slow(8),
            Expected::new(1, &[], unavailable),
        ),
        (
            "attempts-within-the-limit",
            none(),
            of(10),
            slow(8),
            Expected::new(2, &[1.0], "value"),
        ),
        (
            "failure-at-the-limit",
            none(),
            of(1),
            broken(),
            Expected::new(1, &[], "transport"),
        ),
    ];
    let vectors = cases
        .into_iter()
        .map(|(name, client, call, answers, expected)| {
            vector(name, request, call, answers, expected).with("client", client)
        });
    vectors.collect()
}

/// Returns vectors for the number of attempts of one call.
fn attempts(_: &Requests<'_>, request: &Request<'_>, good: &Json) -> Vec<Object> {
    let unavailable = unavailable(request.operation);
    let of = |attempts: u32| json!({"attempts": attempts});
    let twice = || vec![bad(503, None), bad(503, None)];
    vec![
        vector(
            "one-attempt",
            request,
            of(1),
            vec![bad(503, None)],
            Expected::new(1, &[], unavailable),
        ),
        vector(
            "two-attempts",
            request,
            of(2),
            twice(),
            Expected::new(2, &[1.0], unavailable),
        ),
        vector(
            "key-that-is-not-declared",
            request,
            json!({"idempotencyKey": KEY}),
            vec![],
            Expected::new(0, &[], "refused"),
        ),
        vector(
            "attempts-of-the-client",
            request,
            json!({}),
            vec![bad(503, None), good.clone()],
            Expected::new(2, &[1.0], "value"),
        ),
    ]
}

/// Returns vectors for copies of a client that are changed.
fn copies(requests: &Requests<'_>, request: &Request<'_>, good: &Json) -> Vec<Object> {
    let unavailable = unavailable(request.operation);
    let defaults = || {
        json!({
            "headers": {"x-vector-one": "default", "x-vector-two": "default"},
            "query": {"vector-a": "default", "vector-b": "default"},
        })
    };
    let changes = || {
        json!([
            {"headers": {"x-vector-two": "first"}, "query": {"vector-b": "first"}, "attempts": 1},
            {"headers": {"x-vector-three": "second"}, "query": {"vector-c": "second"}},
        ])
    };
    let sent = |fields: &[(&str, &str)], query: &[(&str, &str)]| {
        let pairs = query
            .iter()
            .map(|(name, value)| format!("{}={}", percent(name), percent(value)));
        let url = requests.url_adding(request, &pairs.collect::<Vec<_>>());
        let fields = fields
            .iter()
            .map(|(name, value)| ((*name).to_owned(), json!(value)));
        json!({"url": url, "headers": Value::Object(fields.collect())})
    };
    let changed = sent(
        &[
            ("x-vector-one", "default"),
            ("x-vector-two", "first"),
            ("x-vector-three", "second"),
        ],
        &[
            ("vector-a", "default"),
            ("vector-b", "first"),
            ("vector-c", "second"),
        ],
    );
    let original = sent(
        &[("x-vector-one", "default"), ("x-vector-two", "default")],
        &[("vector-a", "default"), ("vector-b", "default")],
    );
    let answers = || vec![bad(503, None), good.clone()];
    let late = vec![bad(503, Some("10")), good.clone()];
    let once = Expected::sending(vec![changed], &[], unavailable);
    let twice = Expected::sending(vec![original.clone(), original], &[1.0], "value");
    let limited = Expected::new(1, &[], unavailable);
    vec![
        vector("changed-copy", request, json!({}), answers(), once)
            .with("defaults", defaults())
            .with("changes", changes()),
        vector("original-of-a-copy", request, json!({}), answers(), twice)
            .with("defaults", defaults())
            .with("changes", changes())
            .with("original", true),
        vector("limit-of-a-copy", request, json!({}), late, limited)
            .with("changes", json!([{"callTimeout": 10}])),
    ]
}

/// Returns vectors for the idempotency key of one call.
fn keys(_: &Requests<'_>, request: &Request<'_>, good: &Json) -> Vec<Object> {
    let Some(property) = request.operation.idempotency.as_deref() else {
        return Vec::new();
    };
    let call = || json!({"idempotencyKey": KEY});
    let sent = json!({"properties": {property: KEY}});
    let sent = Expected::sending(vec![sent.clone(), sent], &[1.0], "value");
    let answers = vec![failure("broken"), good.clone()];
    vec![
        vector("key-of-the-call", request, call(), answers, sent).with("without", property),
        vector(
            "key-twice",
            request,
            call(),
            vec![],
            Expected::new(0, &[], "refused"),
        ),
    ]
}

fn vector(
    name: &str,
    request: &Request<'_>,
    call: Value,
    answers: Vec<Json>,
    expected: Expected,
) -> Object {
    let expect = Object::new()
        .with("requests", expected.requests)
        .with("waits", json!(expected.waits))
        .with("outcome", expected.outcome);
    Object::new()
        .with("name", name)
        .with("request", request.name.as_str())
        .with("policy", policy())
        .with("call", call)
        .with("answers", Json::Array(answers))
        .with("expect", expect)
}

fn unavailable(operation: &Operation) -> &'static str {
    outcome_of(operation, 503, TEXT)
}

/// Returns an answer that is under way for some seconds.
fn lasting(answer: &Json, seconds: u32) -> Json {
    let mut answer = serde_json::to_value(answer).unwrap_or_default();
    answer["seconds"] = json!(seconds);
    answer.into()
}
