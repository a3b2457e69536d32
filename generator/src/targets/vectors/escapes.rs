//! Parameter values that try to become another request: they must be escaped or refused.

use serde_json::{Value, json};
use spec::model::{Location, Parameter};

use super::request::{Request, Requests, keyed};
use crate::json::Object;

/// Values that must reach the service unchanged: their names, and the values.
const ESCAPED: &[(&str, &str)] = &[
    ("slash", "a/../b"),
    ("backslash", "..\\b"),
    ("percent", "%2e%2e"),
    ("percent-slash", "..%2f..%2Fb"),
    ("query", "a?b=c&d=e"),
    ("fragment", "a#b"),
    ("matrix", "..;a=b"),
    ("lines", "a\r\nEvil: 1"),
];

/// Segments that lead to another path (RFC 3986 §5.2.4).
const DOTS: &[(&str, &str)] = &[("empty", ""), ("dot", "."), ("dots", "..")];

/// Characters that end a header field (RFC 9110 §5.5).
const ENDS: &[(&str, &str)] = &[
    ("lines", "a\r\nEvil: 1"),
    ("line-feed", "a\nEvil: 1"),
    ("carriage-return", "a\rEvil: 1"),
    ("nul", "a\0"),
];

/// Characters that begin another cookie (RFC 6265 §4.2.1).
const NEXT: &[(&str, &str)] = &[("semicolon", "a; b=c")];

/// Returns vectors for the first parameter in each location that accepts any text.
pub(super) fn vectors(requests: &Requests<'_>) -> Vec<Object> {
    let tried: [(_, &[_], &[&[_]]); 4] = [
        (Location::Path, ESCAPED, &[DOTS]),
        (Location::Query, ESCAPED, &[]),
        (Location::Header, &[], &[ENDS]),
        (Location::Cookie, &[], &[ENDS, NEXT]),
    ];
    let mut vectors = Vec::new();
    for (location, escaped, refused) in tried {
        let Some((request, key, parameter)) = taking_text(requests, location) else {
            continue;
        };
        let mut push = |name: &str, value: &str, url: Value| {
            let name = format!("{}-{name}", location.as_str());
            let vector = Object::new()
                .with("name", name)
                .with("request", request.name.as_str())
                .with("parameter", key.as_str())
                .with("value", value)
                .with("expect", Object::new().with("url", url));
            vectors.push(vector);
        };
        for (name, value) in escaped {
            let url = requests.url_with(request, &parameter.name, &json!(value));
            push(name, value, json!(url));
        }
        for (name, value) in refused.iter().copied().flatten() {
            push(name, value, Value::Null);
        }
    }
    vectors
}

fn taking_text<'r, 'a>(
    requests: &'r Requests<'a>,
    location: Location,
) -> Option<(&'r Request<'a>, String, &'a Parameter)> {
    let api = requests.api;
    let takes_text = |parameter: &Parameter| {
        let is_plain = api.is_any_text(parameter.schema);
        let is_alone = parameter.media_type.is_none() && !parameter.allow_reserved;
        parameter.location == location && is_plain && is_alone
    };
    requests.list.iter().find_map(|request| {
        let mut parameters = keyed(request.operation);
        let (key, parameter) = parameters.find(|(_, parameter)| takes_text(parameter))?;
        Some((request, key, parameter))
    })
}
