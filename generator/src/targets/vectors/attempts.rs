//! Attempts: what middleware sees of them, what is logged, and what clients add to every request.

use serde_json::{Value, json};
use spec::encode::percent;

use super::request::{Request, Requests};
use super::retries::{bad, failure, policy};
use super::scripts::{Shown, TEXT, good, outcome_of, with_headers};
use crate::json::{Json, Object};

/// The ID that a response has, and how the log shows it.
const ID: (&str, &str) = ("r-1 \t 2", "r-1 2");

/// What one attempt ends with.
enum End {
    Response {
        status: u16,
        id: Option<&'static str>,
    },
    Error(&'static str),
}

/// The script of one call.
struct Script {
    name: &'static str,
    answers: Vec<Json>,
    ends: Vec<End>,
    waits: &'static [f64],
    outcome: &'static str,
}

pub(super) fn vectors(requests: &Requests<'_>) -> Vec<Object> {
    let shown = Shown::of(requests);
    let Some(request) = shown.safe else {
        return Vec::new();
    };
    let Some(answer) = good(requests, request.operation) else {
        return Vec::new();
    };
    let scripts = scripts(request, &answer).into_iter();
    let mut vectors: Vec<_> = scripts.map(|script| script.vector(request)).collect();
    vectors.extend(additions(requests, request, &answer));
    vectors
}

fn scripts(request: &Request<'_>, good: &Json) -> Vec<Script> {
    let good_status = status_of(good);
    let response = |status| End::Response { status, id: None };
    let missing = 404;
    let identified = with_headers(good, &json!({"x-request-id": ID.0}));
    vec![
        Script {
            name: "once",
            answers: vec![good.clone()],
            ends: vec![response(good_status)],
            waits: &[],
            outcome: "value",
        },
        Script {
            name: "request-id",
            answers: vec![identified.into()],
            ends: vec![End::Response {
                status: good_status,
                id: Some(ID.1),
            }],
            waits: &[],
            outcome: "value",
        },
        Script {
            name: "error",
            answers: vec![bad(missing, None)],
            ends: vec![response(missing)],
            waits: &[],
            outcome: outcome_of(request.operation, missing, TEXT),
        },
        Script {
            name: "retries",
            answers: vec![bad(503, None), failure("broken"), good.clone()],
            ends: vec![
                response(503),
                End::Error(" (connection)"),
                response(good_status),
            ],
            waits: &[1.0, 2.0],
            outcome: "value",
        },
        Script {
            name: "timeout",
            answers: vec![failure("timeout")],
            ends: vec![End::Error(" (timeout)")],
            waits: &[],
            outcome: "timeout",
        },
    ]
}

impl Script {
    fn vector(self, request: &Request<'_>) -> Object {
        let shown = |number: u32| {
            let operation = request.operation;
            let method = operation.method.as_str();
            format!("{} {method} {} {number}", operation.id, operation.path)
        };
        let sent = (1..).zip(&self.ends).map(|(number, _)| {
            let headers = json!({"x-outer": shown(number), "x-inner": shown(number)});
            json!({"headers": headers})
        });
        let expect = expected(request, &self.ends, sent.collect())
            .with("waits", json!(self.waits))
            .with("outcome", self.outcome);
        vector(self.name, request, self.answers).with("expect", expect)
    }
}

/// Returns what is expected of attempts that end in these ways.
fn expected(request: &Request<'_>, ends: &[End], sent: Vec<Value>) -> Object {
    let numbered = || ends.iter().zip(1..);
    let events = numbered().flat_map(|(end, number)| events(end, number));
    let log = numbered().flat_map(|(end, number)| lines(request, end, number));
    Object::new()
        .with("events", events.collect::<Vec<_>>())
        .with("log", log.collect::<Vec<_>>())
        .with("requests", sent)
}

fn vector(name: &str, request: &Request<'_>, answers: Vec<Json>) -> Object {
    Object::new()
        .with("name", name)
        .with("request", request.name.as_str())
        .with("policy", policy())
        .with("answers", Json::Array(answers))
}

/// Returns the events of both middlewares: the outer one begins first and ends last.
fn events(end: &End, number: u32) -> Vec<Value> {
    let before = |name: &str| json!({"middleware": name, "event": "before", "attempt": number});
    let after = |name: &str| match end {
        End::Response { status, .. } => {
            json!({"middleware": name, "event": "response", "attempt": number, "status": status})
        }
        End::Error(_) => json!({"middleware": name, "event": "error", "attempt": number}),
    };
    vec![
        before("outer"),
        before("inner"),
        after("inner"),
        after("outer"),
    ]
}

fn lines(request: &Request<'_>, end: &End, number: u32) -> Vec<String> {
    let operation = request.operation;
    let (method, path) = (operation.method.as_str(), &operation.path);
    let attempt = format!("{}: {method} {path} attempt {number}", operation.id);
    let ended = match end {
        End::Response { status, id } => {
            let level = if *status < 400 { "info" } else { "warn" };
            let id = id.map(|id| format!(" (request {id})")).unwrap_or_default();
            format!("{level} {attempt}: {status} after 0 ms{id}")
        }
        End::Error(kind) => format!("warn {attempt}: failed{kind} after 0 ms"),
    };
    vec![format!("debug {attempt}"), ended]
}

/// Returns vectors for header and query fields that the client or a call adds.
fn additions(requests: &Requests<'_>, request: &Request<'_>, good: &Json) -> Vec<Object> {
    let awkward = "a b&c=d+e/ü";
    let defaults = json!({
        "headers": {"x-vector-one": "default", "x-vector-two": "default"},
        "query": {"vector-a b": awkward, "vector-b": "default"},
    });
    let call = json!({
        "headers": {"x-vector-two": "call"},
        "query": {"vector-b": "call", "vector-c": ""},
    });
    let pair = |name: &str, value: &str| format!("{}={}", percent(name), percent(value));
    let one = pair("vector-a b", awkward);
    let cases = [
        (
            "defaults",
            json!({}),
            vec![one.clone(), pair("vector-b", "default")],
            "default",
        ),
        (
            "defaults-and-call",
            call,
            vec![one, pair("vector-b", "call"), pair("vector-c", "")],
            "call",
        ),
    ];
    let vectors = cases.into_iter().map(|(name, call, query, two)| {
        let sent = json!({
            "url": requests.url_adding(request, &query),
            "headers": {"x-vector-one": "default", "x-vector-two": two},
        });
        let end = End::Response {
            status: status_of(good),
            id: None,
        };
        let expect = expected(request, &[end], vec![sent])
            .with("waits", json!([]))
            .with("outcome", "value");
        vector(name, request, vec![good.clone()])
            .with("defaults", defaults.clone())
            .with("call", call)
            .with("expect", expect)
    });
    vectors.collect()
}

fn status_of(answer: &Json) -> u16 {
    let value = serde_json::to_value(answer).unwrap_or_default();
    let status = value["status"].as_u64();
    status
        .and_then(|status| u16::try_from(status).ok())
        .unwrap_or(200)
}
