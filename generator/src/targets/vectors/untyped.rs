//! Requests that the description does not describe.

use serde_json::{Value, json};
use spec::encode::percent;
use spec::model::Operation;

use super::request::Requests;
use super::retries::{bad, policy};
use super::scripts::TEXT;
use crate::ir::untyped::usual;
use crate::json::{Json, Object};

/// Text that a query must escape.
const AWKWARD: &str = "a b&c=d+e/ü";

/// Paths, and how they are sent; `None` for those that are refused.
const PATHS: &[(&str, &str, Option<&str>)] = &[
    ("path", "/vector/a-b.c_d~e", Some("/vector/a-b.c_d~e")),
    (
        "path-of-delimiters",
        "/v/a:b@c!$&'()*+,;=",
        Some("/v/a:b@c!$&'()*+,;="),
    ),
    (
        "path-escaped",
        "/v/a b/ü/\"<>^`{|}",
        Some("/v/a%20b/%C3%BC/%22%3C%3E%5E%60%7B%7C%7D"),
    ),
    (
        "path-with-escapes",
        "/v/%41%2f%C3%BC",
        Some("/v/%41%2f%C3%BC"),
    ),
    (
        "path-with-false-escapes",
        "/v/%/%4/%zz/100%",
        Some("/v/%25/%254/%25zz/100%25"),
    ),
    ("path-with-dots", "/v/.../a..b/.c", Some("/v/.../a..b/.c")),
    ("path-with-slash", "/v/", Some("/v/")),
    ("refused-empty", "", None),
    ("refused-relative", "v", None),
    ("refused-address", "https://vectors.example/v", None),
    ("refused-host", "//vectors.example/v", None),
    ("refused-parent", "/v/../w", None),
    ("refused-parent-at-end", "/v/..", None),
    ("refused-same", "/v/./w", None),
    ("refused-escaped-parent", "/v/%2e%2E/w", None),
    ("refused-half-escaped-parent", "/v/.%2e", None),
    ("refused-query", "/v?a=b", None),
    ("refused-fragment", "/v#a", None),
    ("refused-backslash", "/v\\w", None),
    ("refused-control", "/v\nw", None),
    ("refused-delete", "/v\u{7f}w", None),
];

pub(super) fn vectors(requests: &Requests<'_>) -> Vec<Object> {
    let Some(usual) = usual(requests.api) else {
        return Vec::new();
    };
    let of = Vectors { requests, usual };
    if requests.untyped(usual, "/v", &[]).is_none() {
        return Vec::new();
    }
    let paths = PATHS
        .iter()
        .map(|(name, path, sent)| of.path(name, path, *sent));
    paths.chain(of.contents()).chain(of.repeated()).collect()
}

struct Vectors<'r, 'a> {
    requests: &'r Requests<'a>,
    usual: &'a Operation,
}

impl Vectors<'_, '_> {
    fn path(&self, name: &str, path: &str, sent: Option<&str>) -> Object {
        let call = json!({"method": "GET", "path": path});
        match sent {
            Some(sent) => vector(name, call, vec![good()], self.answered(sent, &[], 1)),
            None => vector(name, call, vec![], expected(vec![], &[], "refused")),
        }
    }

    /// Returns vectors for queries, header fields and bodies.
    fn contents(&self) -> Vec<Object> {
        let pair = |name: &str, value: &str| format!("{}={}", percent(name), percent(value));
        let query = [pair("vector-a b", AWKWARD), pair("vector-b", "")];
        let asked = json!({
            "method": "GET",
            "path": "/v",
            "query": {"vector-a b": AWKWARD, "vector-b": ""},
        });
        let defaults = json!({
            "headers": {"x-vector-one": "default", "x-vector-two": "default"},
            "query": {"vector-b": "default", "vector-c": "default"},
        });
        let replaced = json!({
            "method": "GET",
            "path": "/v",
            "query": {"vector-b": "call"},
            "headers": {"x-vector-two": "call"},
        });
        let both = [pair("vector-c", "default"), pair("vector-b", "call")];
        let mut sent = self.sent("GET", "/v", &both);
        sent["headers"]["x-vector-one"] = json!("default");
        sent["headers"]["x-vector-two"] = json!("call");
        let mut vectors = vec![
            vector("query", asked, vec![good()], self.answered("/v", &query, 1)),
            vector(
                "defaults-and-call",
                replaced,
                vec![good()],
                value(vec![sent], &[]),
            )
            .with("defaults", defaults),
        ];
        let bodies = [
            (
                "json",
                "application/json",
                json!({"a": [1, "ü", null, 2.5]}),
                json!("{\"a\":[1,\"ü\",null,2.5]}"),
            ),
            ("json-null", "application/json", Value::Null, json!("null")),
            (
                "json-patch",
                "application/merge-patch+json",
                json!({"a": null}),
                json!("{\"a\":null}"),
            ),
            ("text", TEXT, json!("grün\n"), json!("grün\n")),
            (
                "bytes",
                "application/octet-stream",
                json!({"base64": "AP8="}),
                json!({"base64": "AP8="}),
            ),
        ];
        for (name, media, given, bytes) in bodies {
            let body = json!({"mediaType": media, "value": given});
            let call = json!({"method": "PATCH", "path": "/v", "body": body});
            let mut sent = self.sent("PATCH", "/v", &[]);
            sent["headers"]["content-type"] = json!(media);
            sent["body"] = bytes;
            vectors.push(vector(name, call, vec![good()], value(vec![sent], &[])));
        }
        vectors
    }

    /// Returns vectors for responses that are errors, and for retries.
    fn repeated(&self) -> Vec<Object> {
        let call = |method: &str| json!({"method": method, "path": "/v"});
        let redirect = json!({
            "status": 302,
            "headers": {"location": "https://elsewhere.example/"},
            "body": "",
        });
        let of = |method: &str, times, waits: &[f64], outcome: &str| {
            expected(vec![self.sent(method, "/v", &[]); times], waits, outcome)
        };
        let missing = "request: the service answered with status 404 (text/plain), which the description \
                       does not declare";
        let retried = || vec![bad(503, None), good()];
        vec![
            vector(
                "error",
                call("GET"),
                vec![bad(404, None)],
                of("GET", 1, &[], "undeclared").with("message", missing),
            ),
            vector(
                "redirect",
                call("GET"),
                vec![redirect.into()],
                of("GET", 1, &[], "undeclared"),
            ),
            vector(
                "retried-get",
                call("GET"),
                retried(),
                of("GET", 2, &[1.0], "value").with("response", shown(&good())),
            ),
            vector(
                "retried-put",
                call("PUT"),
                retried(),
                of("PUT", 2, &[1.0], "value").with("response", shown(&good())),
            ),
            vector(
                "retried-query",
                call("QUERY"),
                retried(),
                of("QUERY", 2, &[1.0], "value").with("response", shown(&good())),
            ),
            vector(
                "post",
                call("POST"),
                vec![bad(503, None)],
                of("POST", 1, &[], "undeclared"),
            ),
            vector(
                "unknown-method",
                call("VECTOR"),
                vec![bad(503, None)],
                of("VECTOR", 1, &[], "undeclared"),
            ),
            vector(
                "refused-method",
                call("GET /"),
                vec![],
                expected(vec![], &[], "refused"),
            ),
        ]
    }

    /// Returns what is expected of a `GET` that is answered with a value.
    fn answered(&self, path: &str, query: &[String], times: usize) -> Object {
        value(vec![self.sent("GET", path, query); times], &[])
    }

    fn sent(&self, method: &str, path: &str, query: &[String]) -> Value {
        let sent = self.requests.untyped(self.usual, path, query);
        let (url, headers) = sent.unwrap_or_default();
        let headers = serde_json::to_value(Json::from(headers)).unwrap_or_default();
        json!({"method": method, "url": url, "headers": headers})
    }
}

fn good() -> Json {
    json!({"status": 200, "headers": {"content-type": TEXT, "x-vector": "yes"}, "body": "grün"})
        .into()
}

fn shown(answer: &Json) -> Value {
    let answer = serde_json::to_value(answer).unwrap_or_default();
    json!({"status": answer["status"], "headers": {"x-vector": "yes"}, "body": answer["body"]})
}

fn vector(name: &str, call: Value, answers: Vec<Json>, expect: Object) -> Object {
    Object::new()
        .with("name", name)
        .with("policy", policy())
        .with("call", call)
        .with("answers", Json::Array(answers))
        .with("expect", expect)
}

fn value(requests: Vec<Value>, waits: &[f64]) -> Object {
    expected(requests, waits, "value").with("response", shown(&good()))
}

fn expected(requests: Vec<Value>, waits: &[f64], outcome: &str) -> Object {
    Object::new()
        .with("requests", requests)
        .with("waits", json!(waits))
        .with("outcome", outcome)
}
