//! TOK-02 (b): the token response has the lifetime of the token.

use super::support::issued;
use conformance_engine::expectation;
use serde_json::json;

use crate::check::{Check, Fault, Run, Seen, Verdict};
use conformance_core::catalogue::Strength;

pub static CHECK: Check = Check {
    id: "token-expires-in-present",
    requirement: "TOK-02",
    strength: Some(Strength::Should),
    about: "A token response has expires_in.",
    example: "{\"access_token\": \"…\", \"token_type\": \"Bearer\"}",
    fix: "Add expires_in; otherwise clients renew too often or too late.",
    run: Run::Exchange(check),
};

fn check(seen: &Seen<'_>) -> Verdict {
    if !issued(seen) {
        return Verdict::NotApplicable;
    }
    let there = seen
        .response
        .json()
        .is_ok_and(|body| body.get("expires_in").is_some());
    Verdict::require(there, || {
        Fault::new("the token response does not say how long the token is valid")
            .must(expectation::member("expires_in", json!({})).when(expectation::status(&[200])))
            .expected("the member expires_in (RFC 6749 §5.1)")
            .actual("it is missing")
    })
}
