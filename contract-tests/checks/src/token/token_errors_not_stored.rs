//! TOK-20: caches do not store errors of the token endpoint either.

use super::support::{asked_form, has_directive};
use crate::check::{Check, Fault, Run, Seen, Verdict};
use conformance_engine::expectation;

pub static CHECK: Check = Check {
    id: "token-errors-not-stored",
    requirement: "TOK-20",
    strength: None,
    about: "Cache-Control of an error of the token endpoint has no-store.",
    example: "< 400 {\"error\": \"invalid_grant\"}        (no Cache-Control)",
    fix: "Send Cache-Control: no-store with every response of the token endpoint.",
    run: Run::Exchange(check),
};

fn check(seen: &Seen<'_>) -> Verdict {
    // A refusal by the HTTP server is not a response of the endpoint.
    if !matches!(seen.response.status, 400 | 401) || !asked_form(seen) {
        return Verdict::NotApplicable;
    }
    Verdict::require(has_directive(seen.response, "no-store"), || {
        let value = seen.response.header("cache-control");
        Fault::new("an error of the token endpoint may be stored by caches")
            .must(
                expectation::header_matches("cache-control", r"(?i)(^|[,\s])no-store\b")
                    .when(expectation::status(&[400, 401])),
            )
            .expected("Cache-Control: no-store (RFC 6749 §5.2)")
            .actual(value.unwrap_or("no Cache-Control"))
            .pointer("header Cache-Control")
    })
}
