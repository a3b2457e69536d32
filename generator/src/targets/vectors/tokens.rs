//! Tokens for client credentials: how many are requested, and which are used.

use serde_json::{Value, json};
use spec::encode::percent;
use spec::model::{FlowKind, Method, Operation, SecurityKind, SecurityScheme};

use super::credentials::chosen;
use super::request::Requests;
use super::scripts::{good, is_plain};
use crate::json::{Json, Object};

const BODY: &str = "grant_type=client_credentials&client_id=vector-id&client_secret=vector-secret";

pub(super) fn vectors(requests: &Requests<'_>) -> Vec<Object> {
    let mut schemes = requests.api.security_schemes.iter();
    let found = schemes.find_map(|scheme| Some((scheme, token_url(scheme)?)));
    let Some((scheme, url)) = found else {
        return Vec::new();
    };
    let uses = |operation: &&Operation| {
        chosen(requests, operation).is_some_and(
            |all| matches!(all.schemes.as_slice(), [(name, _)] if *name == scheme.name),
        )
    };
    let mut operations = requests.api.operations.iter().filter(uses);
    let found = operations.find_map(|operation| {
        let simple = is_plain(requests, operation) && operation.method == Method::Get;
        let answer = good(requests, operation).filter(|_| simple)?;
        Some((requests.plain(operation)?, answer))
    });
    let Some((request, answer)) = found else {
        return Vec::new();
    };
    let vectors = SCRIPTS.iter().map(|script| {
        let (tokens, steps, expect) = (script.1)();
        Object::new()
            .with("name", script.0)
            .with("scheme", scheme.name.as_str())
            .with("tokenUrl", url)
            .with_some("resource", script.0.strip_prefix("for-").map(|_| RESOURCE))
            .with("tokenBody", body_of(script.0))
            .with("request", request.name.as_str())
            .with("answer", answer.clone())
            .with("tokens", Json::Value(tokens))
            .with("steps", Json::Value(steps))
            .with("expect", Json::Value(expect))
    });
    vectors.collect()
}

/// Returns the complete token endpoint of a scheme.
pub(super) fn token_url(scheme: &SecurityScheme) -> Option<&str> {
    let SecurityKind::OAuth2 { flows } = &scheme.kind else {
        return None;
    };
    let mut flows = flows.iter();
    let flow = flows.find(|flow| flow.kind == FlowKind::ClientCredentials)?;
    flow.token_url.as_deref().filter(|url| url.contains("://"))
}

/// The resource that tokens are for, in scripts whose name begins with `for-` (RFC 8707 §2).
const RESOURCE: &str = "https://vectors.example/api";

fn body_of(script: &str) -> String {
    body(script.strip_prefix("for-").map(|_| RESOURCE))
}

/// Returns the body of a token request, for a resource (RFC 8707 §2).
pub(super) fn body(resource: Option<&str>) -> String {
    match resource {
        Some(resource) => format!("{BODY}&resource={}", percent(resource)),
        None => BODY.to_owned(),
    }
}

type Script = (&'static str, fn() -> (Value, Value, Value));

fn token(name: &str, life: &Value) -> Value {
    json!({
        "status": 200,
        "seconds": 0,
        "body": {"access_token": name, "token_type": "Bearer", "expires_in": life},
    })
}

fn step(advance: u32, call: u32, answers: &[u16]) -> Value {
    json!({"advance": advance, "call": call, "answers": answers})
}

fn expected(requests: u32, bearers: &[&str], outcomes: &Value) -> Value {
    json!({"tokenRequests": requests, "bearers": bearers, "outcomes": outcomes})
}

const SCRIPTS: &[Script] = &[
    ("for-a-resource", || {
        (
            json!([token("t1", &json!(3600))]),
            json!([step(0, 1, &[])]),
            expected(1, &["t1"], &json!(["ok"])),
        )
    }),
    ("kept", || {
        (
            json!([token("t1", &json!(3600))]),
            json!([step(0, 1, &[]), step(3000, 1, &[])]),
            expected(1, &["t1", "t1"], &json!(["ok", "ok"])),
        )
    }),
    ("refreshed-before-it-expires", || {
        (
            json!([token("t1", &json!(3600)), token("t2", &json!(3600))]),
            json!([step(0, 1, &[]), step(3571, 1, &[])]),
            expected(2, &["t1", "t2"], &json!(["ok", "ok"])),
        )
    }),
    ("short-life", || {
        (
            json!([token("t1", &json!(10)), token("t2", &json!("10"))]),
            json!([step(0, 1, &[]), step(4, 1, &[]), step(2, 1, &[])]),
            expected(2, &["t1", "t1", "t2"], &json!(["ok", "ok", "ok"])),
        )
    }),
    ("life-counts-from-the-question", || {
        let mut slow = token("t1", &json!(100));
        slow["seconds"] = json!(60);
        (
            json!([slow, token("t2", &json!(100))]),
            json!([step(0, 1, &[]), step(11, 1, &[])]),
            expected(2, &["t1", "t2"], &json!(["ok", "ok"])),
        )
    }),
    ("no-life-told", || {
        (
            json!([token("t1", &Value::Null)]),
            json!([step(0, 1, &[]), step(1_000_000, 1, &[])]),
            expected(1, &["t1", "t1"], &json!(["ok", "ok"])),
        )
    }),
    ("one-flight", || {
        (
            json!([token("t1", &json!(3600))]),
            json!([step(0, 8, &[])]),
            expected(
                1,
                &["t1"; 8],
                &json!(["ok", "ok", "ok", "ok", "ok", "ok", "ok", "ok"]),
            ),
        )
    }),
    ("refused-once", || {
        (
            json!([token("t1", &json!(3600)), token("t2", &json!(3600))]),
            json!([step(0, 1, &[401])]),
            expected(2, &["t1", "t2"], &json!(["ok"])),
        )
    }),
    ("refused-twice", || {
        (
            json!([token("t1", &json!(3600)), token("t2", &json!(3600))]),
            json!([step(0, 1, &[401, 401])]),
            expected(2, &["t1", "t2"], &json!([401])),
        )
    }),
    ("credentials-refused", || {
        (
            json!([{"status": 401, "seconds": 0, "body": {"error": "invalid_client"}}]),
            json!([step(0, 1, &[])]),
            expected(1, &[], &json!(["credentials"])),
        )
    }),
    ("wrong-token-type", || {
        (
            json!([{"status": 200, "seconds": 0, "body": {"access_token": "t1", "token_type": "mac"}}]),
            json!([step(0, 1, &[])]),
            expected(1, &[], &json!(["credentials"])),
        )
    }),
    ("no-token", || {
        (
            json!([{"status": 200, "seconds": 0, "body": {"token_type": "Bearer"}}]),
            json!([step(0, 1, &[])]),
            expected(1, &[], &json!(["credentials"])),
        )
    }),
    ("failure-is-not-kept", || {
        (
            json!([
                {"status": 400, "seconds": 0, "body": {"error": "invalid_request"}},
                token("t1", &json!(3600)),
            ]),
            json!([step(0, 1, &[]), step(0, 1, &[])]),
            expected(2, &["t1"], &json!(["credentials", "ok"])),
        )
    }),
];
