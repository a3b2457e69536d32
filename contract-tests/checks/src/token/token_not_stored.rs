//! TOK-03 (a): caches do not store a response with a token.

use super::support::{has_directive, issued};
use crate::check::{Check, Fault, Run, Seen, Verdict};
use conformance_engine::expectation;

pub static CHECK: Check = Check {
    id: "token-not-stored",
    requirement: "TOK-03",
    strength: None,
    about: "Cache-Control of a response with a token has no-store.",
    example: "< 200 {\"access_token\": \"…\"}\n\
              < Cache-Control: max-age=60",
    fix: "Send Cache-Control: no-store with every response that has a token.",
    run: Run::Exchange(check),
};

fn check(seen: &Seen<'_>) -> Verdict {
    if !issued(seen) {
        return Verdict::NotApplicable;
    }
    Verdict::require(has_directive(seen.response, "no-store"), || {
        let value = seen.response.header("cache-control");
        Fault::new("a response with a token may be stored by caches")
            .must(
                expectation::header_matches("cache-control", r"(?i)(^|[,\s])no-store\b")
                    .when(expectation::status(&[200])),
            )
            .expected("Cache-Control: no-store (RFC 6749 §5.1)")
            .actual(value.unwrap_or("no Cache-Control"))
            .pointer("header Cache-Control")
    })
}
