//! TOK-06: the client credentials grant issues no refresh token.

use super::support::{field, issued};
use conformance_engine::expectation;
use serde_json::json;

use crate::check::{Check, Fault, Run, Seen, Verdict};

pub static CHECK: Check = Check {
    id: "token-no-refresh-token",
    requirement: "TOK-06",
    strength: None,
    about: "The grant client_credentials yields no refresh token.",
    example: "> grant_type=client_credentials\n\
              < {\"access_token\": \"…\", \"refresh_token\": \"…\"}",
    fix: "Leave refresh_token out: the client can always get a new token with its credential.",
    run: Run::Exchange(check),
};

fn check(seen: &Seen<'_>) -> Verdict {
    if !issued(seen) {
        return Verdict::NotApplicable;
    }
    let grant = field(&seen.exchange.request, "grant_type");
    if grant.as_deref() != Some("client_credentials") {
        return Verdict::NotApplicable;
    }
    let there = seen.response.json().is_ok_and(|body| {
        let value = body.get("refresh_token");
        value.is_some_and(|value| !value.is_null())
    });
    Verdict::require(!there, || {
        Fault::new("the grant client_credentials yields a refresh token")
            .must(
                expectation::json(json!({ "properties": { "refresh_token": { "type": "null" } } }))
                    .when(expectation::status(&[200])),
            )
            .expected("no refresh_token: the client can ask again (RFC 6749 §4.4.3)")
            .actual("refresh_token is there")
            .pointer("/refresh_token")
    })
}
