//! TOK-04: the token response has the media type JSON.

use super::support::issued;
use crate::check::{Check, Fault, Run, Seen, Verdict};
use conformance_engine::expectation;

pub static CHECK: Check = Check {
    id: "token-media-type",
    requirement: "TOK-04",
    strength: None,
    about: "A token response has the media type application/json.",
    example: "< 200\n\
              < Content-Type: text/html\n\
              < {\"access_token\": \"…\"}",
    fix: "Send Content-Type: application/json.",
    run: Run::Exchange(check),
};

fn check(seen: &Seen<'_>) -> Verdict {
    if !issued(seen) {
        return Verdict::NotApplicable;
    }
    let media_type = seen.response.media_type();
    Verdict::require(media_type.as_deref() == Some("application/json"), || {
        Fault::new("the token response is not of the media type application/json")
            .must(
                expectation::header_matches("content-type", r"(?i)^\s*application/json\s*(;|$)")
                    .when(expectation::status(&[200])),
            )
            .expected("Content-Type: application/json (RFC 6749 §5.1)")
            .actual(media_type.unwrap_or_else(|| "no Content-Type".to_owned()))
            .pointer("header Content-Type")
    })
}
