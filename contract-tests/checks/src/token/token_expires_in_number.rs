//! TOK-02 (a): `expires_in` is a number greater than zero.

use super::support::issued;
use conformance_engine::expectation;
use serde_json::json;

use crate::check::{Check, Fault, Run, Seen, Verdict};
use conformance_core::json::Json;

pub static CHECK: Check = Check {
    id: "token-expires-in-number",
    requirement: "TOK-02",
    strength: None,
    about: "expires_in of a token response, if present, is a JSON number greater than zero.",
    example: "{\"access_token\": \"…\", \"expires_in\": \"3600\"}",
    fix: "Write expires_in as a number of seconds. Libraries that compute with it fail on text.",
    run: Run::Exchange(check),
};

fn check(seen: &Seen<'_>) -> Verdict {
    if !issued(seen) {
        return Verdict::NotApplicable;
    }
    let value = match seen.response.json() {
        Ok(body) => body.get("expires_in"),
        Err(_) => None,
    };
    let Some(value) = value else {
        return Verdict::NotApplicable;
    };
    let wrong = match value {
        Json::Number(text) => match text.parse::<f64>() {
            Ok(number) if number > 0.0 => return Verdict::Passed,
            _ => "the token response's expires_in is not greater than zero",
        },
        Json::String(_) => "the token response's expires_in is a string",
        _ => "the token response's expires_in is not a number",
    };
    Verdict::Failed(vec![
        Fault::new(wrong)
            .must(expectation::json(json!({ "properties": { "expires_in": { "type": "number", "exclusiveMinimum": 0 } } })).when(expectation::status(&[200]))).expected("a JSON number greater than zero, in seconds (RFC 6749 §5.1)")
            .actual(value.type_name())
            .pointer("/expires_in"),
    ])
}
