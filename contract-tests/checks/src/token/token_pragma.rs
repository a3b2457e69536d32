//! TOK-03 (b): whether token responses also forbid caching by HTTP/1.0.

use super::support::issued;
use crate::check::{Check, Fault, Run, Seen, Verdict};
use conformance_core::catalogue::Strength;
use conformance_engine::expectation;

pub static CHECK: Check = Check {
    id: "token-pragma",
    requirement: "TOK-03",
    strength: Some(Strength::Info),
    about: "Whether a response with a token has Pragma: no-cache, which OAuth 2.1 leaves out.",
    example: "< 200  Cache-Control: no-store        (no Pragma)",
    fix: "Nothing has to be done for OAuth 2.1. Add Pragma: no-cache if old clients go through \
          HTTP/1.0 caches.",
    run: Run::Exchange(check),
};

fn check(seen: &Seen<'_>) -> Verdict {
    if !issued(seen) {
        return Verdict::NotApplicable;
    }
    let value = seen.response.header("pragma");
    Verdict::require(
        value.is_some_and(|text| text.eq_ignore_ascii_case("no-cache")),
        || {
            Fault::new("a response with a token has no Pragma: no-cache")
                .must(
                    expectation::header_matches("pragma", r"(?i)^no-cache$")
                        .when(expectation::status(&[200])),
                )
                .expected("Pragma: no-cache, as RFC 6749 §5.1 has it; OAuth 2.1 does not")
                .actual(value.unwrap_or("no Pragma"))
                .pointer("header Pragma")
        },
    )
}
