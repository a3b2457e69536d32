//! What happens between a client and a service that is not at its best.

use serde_json::{Value, json};
use spec::model::{Kind, Method, Operation};

use super::request::{Request, Requests, secret};
use super::sample::{Sampler, Variant};
use crate::targets::json::{Json, Object};

/// Requests that show what holds for all: one that may be repeated, one that may not, and one
/// that may because of what is in it.
struct Shown<'r, 'a> {
    safe: Option<&'r Request<'a>>,
    unsafe_: Option<&'r Request<'a>>,
    keyed: Option<&'r Request<'a>>,
}

impl<'r, 'a> Shown<'r, 'a> {
    fn of(requests: &'r Requests<'a>) -> Self {
        let find = |wanted: &dyn Fn(&Operation) -> bool| {
            let mut operations = requests.api.operations.iter();
            let operation = operations.find(|operation| wanted(operation))?;
            requests.plain(operation)
        };
        let secured = |operation: &Operation| !operation.security.is_empty();
        Self {
            safe: find(&|o| o.method == Method::Get && secured(o)),
            unsafe_: find(&|o| o.method == Method::Post && secured(o) && o.idempotency.is_none()),
            keyed: find(&|o| o.idempotency.is_some()),
        }
    }
}

/// The shortest answer that the method gives a value for.
pub(super) fn good(requests: &Requests<'_>, operation: &Operation) -> Json {
    let mut responses = operation.responses.iter();
    let Some(response) = responses.find(|response| response.status.is_success()) else {
        return json!({"status": 200, "headers": {}, "body": ""}).into();
    };
    let status = match response.status {
        spec::model::Status::Code(code) => code,
        _ => 200,
    };
    let media = response.content.iter().find(|media| media.is_json());
    let body = media.and_then(|media| {
        let mut sampler = Sampler::new(requests.api, Variant::Required, false);
        serde_json::to_string(&sampler.sample(media.schema?)?).ok()
    });
    let mut headers = Object::new();
    if let Some(media) = media {
        headers.set("content-type", media.name.as_str());
    }
    Object::new()
        .with("status", status)
        .with("headers", headers)
        .with("body", body.unwrap_or_default())
        .into()
}

fn bad(status: u16, retry_after: Option<&str>) -> Json {
    let mut headers = Object::new().with("content-type", "text/plain");
    if let Some(retry_after) = retry_after {
        headers.set("retry-after", retry_after);
    }
    Object::new()
        .with("status", status)
        .with("headers", headers)
        .with("body", "not now")
        .into()
}

fn failure(kind: &str) -> Json {
    json!({"failure": kind}).into()
}

/// What a retry vector says beside its name.
struct Script<'s> {
    policy: Value,
    answers: Vec<Json>,
    waits: &'s [f64],
    outcome: &'s str,
}

pub(super) fn retries(requests: &Requests<'_>) -> Vec<Object> {
    let shown = Shown::of(requests);
    let policy = json!({
        "attempts": 4, "firstWait": 1, "longestWait": 3, "longestRetryAfter": 60,
    });
    let mut vectors = Vec::new();
    let mut add = |name: &str, request: Option<&Request<'_>>, script: Script<'_>| {
        let Some(request) = request else {
            return;
        };
        let keyed = request.operation.idempotency.as_deref();
        let mut expect = Object::new()
            .with("waits", json!(script.waits))
            .with("outcome", script.outcome)
            .with("sameBody", true);
        // The property stands in the request already, unless it is taken out.
        let mut vector = Object::new()
            .with("name", name)
            .with("request", request.name.as_str());
        if let Some(property) = keyed {
            vector.set("without", property);
            expect.set("generated", property);
        }
        vector.set("policy", script.policy);
        vector.set("answers", Json::Array(script.answers));
        vector.set("expect", expect);
        vectors.push(vector);
    };
    let ok = |request: Option<&Request<'_>>| {
        request.map_or_else(|| failure("broken"), |r| good(requests, r.operation))
    };
    let script = |answers, waits: &'static [f64], outcome| Script {
        policy: policy.clone(),
        answers,
        waits,
        outcome,
    };
    let safe = shown.safe;
    for status in [429, 502, 503, 504] {
        let answers = vec![bad(status, None), ok(safe)];
        add(&format!("status-{status}"), safe, script(answers, &[1.0], "value"));
    }
    let answers = vec![bad(503, None); 4];
    add("until-attempts-end", safe, script(answers, &[1.0, 2.0, 3.0], "undeclared"));
    let answers = vec![bad(503, Some("7")), ok(safe)];
    add("retry-after", safe, script(answers, &[7.0], "value"));
    let answers = vec![bad(503, Some("0")), ok(safe)];
    add("retry-after-shorter", safe, script(answers, &[1.0], "value"));
    let answers = vec![bad(503, Some("61"))];
    add("retry-after-too-long", safe, script(answers, &[], "undeclared"));
    let answers = vec![bad(503, Some("soon")), ok(safe)];
    add("retry-after-unreadable", safe, script(answers, &[1.0], "value"));
    let answers = vec![bad(500, None)];
    add("status-500", safe, script(answers, &[], "undeclared"));
    let answers = vec![failure("broken"), failure("connect"), ok(safe)];
    add("connection", safe, script(answers, &[1.0, 2.0], "value"));
    add("timeout", safe, script(vec![failure("timeout")], &[], "timeout"));
    let post = shown.unsafe_;
    add("post-status-503", post, script(vec![bad(503, None)], &[], "undeclared"));
    add("post-broken", post, script(vec![failure("broken")], &[], "transport"));
    let answers = vec![failure("connect"), ok(post)];
    add("post-never-left", post, script(answers, &[1.0], "value"));
    let keyed = shown.keyed;
    let answers = vec![failure("broken"), bad(503, None), ok(keyed)];
    add("post-with-key", keyed, script(answers, &[1.0, 2.0], "value"));
    vectors
}

/// The end of an operation, as answers announce it.
pub(super) fn deprecations(requests: &Requests<'_>) -> Vec<Object> {
    let shown = Shown::of(requests);
    let Some(request) = shown.safe else {
        return Vec::new();
    };
    const LINKS: &str = "<https://vectors.example/a>; rel=\"deprecation\"; type=\"text/html\", \
                         <https://vectors.example/b,c>; rel=sunset, <https://vectors.example/d>; rel=next";
    let told = |deprecated: Value, sunset: Value, links: Value| {
        json!({"deprecated": deprecated, "sunset": sunset, "links": links})
    };
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
        let answer = good(requests, request.operation);
        let answer = with_headers(answer, &headers);
        Object::new()
            .with("name", name)
            .with("request", request.name.as_str())
            .with("answer", answer)
            .with("expect", expect)
    });
    vectors.collect()
}

fn with_headers(answer: Json, headers: &Value) -> Value {
    let mut answer = serde_json::to_value(answer).unwrap_or_default();
    if let (Some(known), Some(more)) = (answer["headers"].as_object_mut(), headers.as_object()) {
        known.extend(more.clone());
    }
    answer
}

/// Answers that send a client somewhere else.
pub(super) fn redirects(requests: &Requests<'_>) -> Vec<Object> {
    let shown = Shown::of(requests);
    let mut vectors = Vec::new();
    let secrets: Vec<_> = requests.api.security_schemes.iter().map(|s| secret(&s.name)).collect();
    for request in [shown.safe, shown.unsafe_].into_iter().flatten() {
        let method = request.operation.method.as_str().to_ascii_lowercase();
        for status in [301_u16, 302, 303, 307, 308] {
            for (kind, location) in [
                ("elsewhere", "https://elsewhere.example/"),
                ("here", "/here"),
            ] {
                let answer = Object::new()
                    .with("status", status)
                    .with("headers", Object::new().with("location", location))
                    .with("body", "");
                let expect = Object::new()
                    .with("urls", vec![request.url()])
                    .with("outcome", "undeclared");
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

/// Whether an operation's answers are objects: its status alone tells how it ended.
pub(super) fn is_plain(requests: &Requests<'_>, operation: &Operation) -> bool {
    let api = requests.api;
    let mut contents = operation.responses.iter().flat_map(|r| &r.content);
    contents.all(|media| {
        media
            .schema
            .is_some_and(|id| matches!(api.schema(api.resolve(id)).kind, Kind::Object(_)))
    })
}
