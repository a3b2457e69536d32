//! The texts of error messages, by the rules in `templates/vectors/README.md`.

use serde_json::{Value, json};
use spec::hidden::is_hidden;

use super::credentials::{chosen, secret};
use super::request::Requests;
use super::scripts::{Shown, outcome_of};
use crate::ir::{ErrorList, Messages};
use crate::json::Object;

/// The maximum size of a body that is searched, in bytes.
const LARGEST_BODY: usize = 64 << 10;
/// The maximum length of a part of a message, in characters.
const LONGEST_PART: usize = 300;
/// The maximum length of a place, media type or request id, in characters.
const LONGEST_NAME: usize = 100;
/// The maximum length of everything that a body adds to a message, in characters.
const LONGEST_TEXT: usize = 1000;
/// The maximum number of errors for single places.
const MOST_ERRORS: usize = 5;

const REDACTED: &str = "[redacted]";
const IDS: [&str; 3] = ["x-request-id", "request-id", "x-correlation-id"];

/// An error response and its request.
pub(super) struct Failure<'f> {
    pub(super) operation: &'f str,
    pub(super) status: u16,
    pub(super) outcome: &'f str,
    pub(super) media_type: Option<&'f str>,
    pub(super) request_id: Option<&'f str>,
    pub(super) body: &'f str,
    pub(super) secrets: &'f [String],
}

/// Returns the error message that a client creates from the response.
pub(super) fn text(messages: &Messages, failure: &Failure<'_>) -> String {
    let Failure {
        operation, status, ..
    } = failure;
    let shown = |text: &str, longest| cut(&redacted(&clean(text), failure.secrets), longest);
    let mut parts = vec![format!(
        "{operation}: the service answered with status {status}"
    )];
    if failure.outcome == "undeclared" {
        let media = failure.media_type.map(|media| shown(media, LONGEST_NAME));
        parts.extend(media.map(|media| format!(" ({media})")));
        parts.push(", which the description does not declare".to_owned());
    }
    let is_small = failure.body.len() <= LARGEST_BODY;
    let body = serde_json::from_str::<Value>(failure.body).ok();
    let body = body.filter(|body| body.is_object() && is_small && *status >= 400);
    let body_text = body.map(|body| body_text(messages, &body, &shown));
    let body_text = body_text.filter(|body_text| !body_text.is_empty());
    parts.extend(body_text.map(|body_text| format!(": {body_text}")));
    let id = failure.request_id.map(|id| shown(id, LONGEST_NAME));
    parts.extend(id.map(|id| format!(" (request {id})")));
    parts.concat()
}

/// Returns what a body adds to the message: its texts, and then the errors for single places.
fn body_text(messages: &Messages, body: &Value, shown: &dyn Fn(&str, usize) -> String) -> String {
    let named = texts(&messages.named, body, shown);
    let texts = match named.as_slice() {
        [] => texts(&messages.texts, body, shown),
        _ => named,
    };
    let lists = messages.lists.iter();
    let mut errors: Vec<String> = Vec::new();
    for error in lists.flat_map(|list| errors_of(list, body, shown)) {
        if !errors.contains(&error) {
            errors.push(error);
        }
    }
    let more = errors.len().saturating_sub(MOST_ERRORS);
    errors.truncate(MOST_ERRORS);
    if more > 0 {
        errors.push(format!("and {more} more"));
    }
    let (texts, errors) = (texts.join(": "), errors.join("; "));
    let both = match (texts.is_empty(), errors.is_empty()) {
        (true, _) => errors,
        (_, true) => texts,
        (false, false) => format!("{texts} [{errors}]"),
    };
    cut(&both, LONGEST_TEXT)
}

fn texts(pointers: &[String], body: &Value, shown: &dyn Fn(&str, usize) -> String) -> Vec<String> {
    let mut texts = Vec::new();
    let found = pointers.iter().filter_map(|one| member(body, one));
    for text in found.filter_map(Value::as_str) {
        let text = shown(text, LONGEST_PART);
        if !text.is_empty() && !texts.contains(&text) {
            texts.push(text);
        }
    }
    texts
}

fn errors_of(list: &ErrorList, body: &Value, shown: &dyn Fn(&str, usize) -> String) -> Vec<String> {
    let items = member(body, &list.list).and_then(Value::as_array);
    let errors = items.into_iter().flatten().filter_map(|item| {
        let text = shown(member(item, &list.text)?.as_str()?, LONGEST_PART);
        let place = match list.place.as_str() {
            "" => None,
            pointer => member(item, pointer).and_then(place_of),
        };
        let place = shown(&place.unwrap_or_default(), LONGEST_NAME);
        match (place.is_empty(), text.is_empty()) {
            (_, true) => None,
            (true, false) => Some(text),
            (false, false) => Some(format!("{place}: {text}")),
        }
    });
    errors.collect()
}

/// Returns a place, which is a text, or a list of names and indices.
fn place_of(place: &Value) -> Option<String> {
    match place {
        Value::String(text) => Some(text.clone()),
        Value::Array(steps) => {
            let steps = steps.iter().map(|step| match step {
                Value::String(name) => Some(name.clone()),
                Value::Number(index) => index.as_u64().map(|index| index.to_string()),
                _ => None,
            });
            let steps: Option<Vec<_>> = steps.collect();
            steps.map(|steps| steps.join("."))
        }
        _ => None,
    }
}

/// Returns a value at a pointer, through properties of objects only.
fn member<'v>(value: &'v Value, pointer: &str) -> Option<&'v Value> {
    let mut names = pointer.split('/').skip(1);
    names.try_fold(value, |value, name| {
        let name = name.replace("~1", "/").replace("~0", "~");
        value.as_object()?.get(&name)
    })
}

/// Replaces runs of spaces and hidden characters with one space; joiners of scripts stay.
fn clean(text: &str) -> String {
    let is_gap = |char: char| {
        let joins = matches!(char, '\u{200c}' | '\u{200d}');
        matches!(char, ' ' | '\t' | '\n' | '\u{a0}') || is_hidden(char) && !joins
    };
    let words = text.split(is_gap).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

fn redacted(text: &str, secrets: &[String]) -> String {
    let mut text = text.to_owned();
    for secret in secrets {
        text = text.replace(secret.as_str(), REDACTED);
    }
    text
}

fn cut(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text.to_owned();
    }
    let kept: String = text.chars().take(longest - 1).collect();
    kept + "…"
}

/// Returns the secrets in a request of the operation.
pub(super) fn secrets(requests: &Requests<'_>, operation: &spec::model::Operation) -> Vec<String> {
    let schemes = chosen(requests, operation).map(|one| one.schemes.as_slice());
    let schemes = schemes.unwrap_or_default().iter();
    let schemes = schemes.filter(|(name, _)| requests.schemes.contains_key(name.as_str()));
    schemes.map(|(name, _)| secret(name)).collect()
}

/// A media type that no description declares. It is not JSON, because clients accept any JSON for
/// the declared type; messages are found in the body regardless.
const OTHER: &str = "text/x-vectors";

/// Returns vectors for messages in all kinds of body, including hostile ones.
pub(super) fn vectors(requests: &Requests<'_>) -> Vec<Object> {
    let Some(request) = Shown::of(requests).safe else {
        return Vec::new();
    };
    let messages = crate::ir::messages::of(requests.api);
    let operation = request.operation;
    let secrets = secrets(requests, operation);
    let vector = |(name, status, headers, body): (String, u16, Value, String)| {
        let outcome = outcome_of(operation, status, OTHER);
        let mut sent = Object::new().with("content-type", OTHER);
        for (name, value) in headers.as_object().into_iter().flatten() {
            sent.set(name, value.clone());
        }
        let mut ids = IDS.iter().filter_map(|id| headers.get(*id)?.as_str());
        let failure = Failure {
            operation: &operation.id,
            status,
            outcome,
            media_type: Some(OTHER),
            request_id: ids.next(),
            body: &body,
            secrets: &secrets,
        };
        let expect = Object::new()
            .with("outcome", outcome)
            .with("message", text(&messages, &failure));
        let answer = Object::new()
            .with("status", status)
            .with("headers", sent)
            .with("body", body.as_str());
        Object::new()
            .with("name", name)
            .with("request", request.name.as_str())
            .with("answer", answer)
            .with("secrets", secrets.clone())
            .with("expect", expect)
    };
    let cases = cases(&messages, secrets.first().map_or("", String::as_str));
    cases.into_iter().map(vector).collect()
}

type Case = (String, u16, Value, String);

fn cases(messages: &Messages, secret: &str) -> Vec<Case> {
    let none = || json!({});
    let case = |name: &str, body: Value| (name.to_owned(), 400, none(), body.to_string());
    let errors = |count: usize| {
        let errors = (0..count).map(|at| json!({"pointer": format!("/a/{at}"), "detail": "Wrong"}));
        errors.collect::<Vec<_>>()
    };
    let long = "é".repeat(2 * LONGEST_PART);
    let hidden = "one\ntwo\r\n\u{1b}[31mred\u{202e}\u{200b} end\u{7f}\u{85}\u{e0041}";
    let mut cases = vec![
        case(
            "problem",
            json!({"title": "Conflict", "detail": "It is sold.", "errors": errors(1)}),
        ),
        case(
            "oauth",
            json!({"error": "invalid_grant", "error_description": "It has expired."}),
        ),
        case(
            "json-rpc",
            json!({"jsonrpc": "2.0", "error": {"code": -32601, "message": "No such method"}}),
        ),
        case(
            "many-errors",
            json!({"title": "Invalid", "errors": errors(MOST_ERRORS + 2)}),
        ),
        case(
            "errors-alone",
            json!({"errors": [{"detail": "Wrong"}, {"pointer": ["a", 0], "detail": "Bad"}]}),
        ),
        case(
            "errors-twice",
            json!({"errors": [{"detail": "Wrong"}, {"detail": "Wrong"}]}),
        ),
        case(
            "errors-of-another-kind",
            json!({"errors": [null, 1, "a", {"detail": 5}, {"pointer": {}, "detail": "Bad"}]}),
        ),
        case("twice", json!({"title": "Conflict", "detail": "Conflict"})),
        case(
            "of-another-kind",
            json!({"title": 5, "detail": ["a"], "errors": "a", "error": null}),
        ),
        case("empty", json!({"title": "", "detail": " \n"})),
        case(
            "hidden",
            json!({"title": hidden, "errors": [{"pointer": "/a\n/b", "detail": hidden}]}),
        ),
        case(
            "joined",
            json!({"title": "می\u{200c}خواهم", "detail": "👩\u{200d}🚀"}),
        ),
        case(
            "long",
            json!({"title": long, "detail": "😀".repeat(LONGEST_PART), "errors": [
                {"pointer": long, "detail": long}, {"detail": format!("{long}2")},
            ]}),
        ),
        case("list", json!([{"title": "Conflict"}])),
        (
            "cut".to_owned(),
            400,
            none(),
            "{\"title\": \"Conflict\"".to_owned(),
        ),
        ("blank".to_owned(), 503, none(), String::new()),
        (
            "large".to_owned(),
            400,
            none(),
            json!({"title": "Conflict", "more": "a".repeat(LARGEST_BODY)}).to_string(),
        ),
    ];
    let title = || json!({"title": "Conflict"}).to_string();
    for id in IDS {
        cases.push((format!("id/{id}"), 409, json!({id: "7f-2c"}), title()));
    }
    let ids = json!({"x-request-id": "a".repeat(2 * LONGEST_NAME), "request-id": "b"});
    cases.push(("id/long".to_owned(), 409, ids, title()));
    cases.extend(with_secret(secret));
    for pointer in messages.named.iter().chain(&messages.texts) {
        let name = format!("at{pointer}");
        cases.push(case(&name, object(pointer, json!("Something is wrong"))));
    }
    for list in &messages.lists {
        let text = object(&list.text, json!("Something is wrong"));
        let item = match list.place.as_str() {
            "" => text,
            place => merged(text, object(place, json!("a.b"))),
        };
        let name = format!("list-at{}", list.list);
        cases.push(case(&name, object(&list.list, json!([item]))));
    }
    cases
}

/// Returns cases in which a server repeats a secret of the request, if it has one.
fn with_secret(secret: &str) -> Vec<Case> {
    if secret.is_empty() {
        return Vec::new();
    }
    let case = |name: &str, body: Value| (name.to_owned(), 400, json!({}), body.to_string());
    let twice = format!("{secret} is wrong; {secret}, really");
    // It is as long as the name of its scheme.
    let before = "a".repeat(LONGEST_PART.saturating_sub(secret.len()));
    let at_end = format!("{before} {secret}");
    let title = json!({"title": "Conflict"}).to_string();
    vec![
        case("secret", json!({"title": secret, "detail": twice})),
        case("secret-at-the-end", json!({ "detail": at_end })),
        (
            "secret-in-the-id".to_owned(),
            409,
            json!({"x-request-id": secret}),
            title,
        ),
    ]
}

/// Returns an object with only a value at a pointer.
fn object(pointer: &str, value: Value) -> Value {
    let names: Vec<_> = pointer.split('/').skip(1).collect();
    names.into_iter().rev().fold(value, |inner, name| {
        let name = name.replace("~1", "/").replace("~0", "~");
        json!({ name: inner })
    })
}

fn merged(mut one: Value, other: Value) -> Value {
    if let (Some(members), Value::Object(more)) = (one.as_object_mut(), other) {
        members.extend(more);
    }
    one
}
