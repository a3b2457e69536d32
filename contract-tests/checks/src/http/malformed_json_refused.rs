//! HTTP-11: a body that is labeled JSON and is not JSON is refused.

use serde::de::IgnoredAny;

use crate::check::{Check, Fault, Run, Seen, Verdict};
use conformance_core::catalogue::Strength;
use conformance_core::intent::Intent;
use conformance_engine::expectation;

pub static CHECK: Check = Check {
    id: "malformed-json-refused",
    requirement: "HTTP-11",
    strength: None,
    about: "Malformed JSON is answered with 4xx.",
    example: "> POST /org/o1/offer {\"name\": \"A\",}\n\
              < 201",
    fix: "Parse strictly by RFC 8259, and answer 400 with the position of the error.",
    run: Run::Exchange(check),
};

/// Returns whether a document is truncated, so that no parser can read it. Lenient parsers accept
/// other errors.
fn breaks_off(body: &[u8]) -> bool {
    let parsed = serde_json::from_slice::<IgnoredAny>(body);
    parsed.is_err_and(|error| error.is_eof())
}

fn check(seen: &Seen<'_>) -> Verdict {
    let purpose = &seen.exchange.purpose;
    if purpose.intent != Intent::MalformedBody {
        return Verdict::NotApplicable;
    }
    let status = seen.response.status;
    // HTTP-15 reports that the server fails.
    if status >= 500 {
        return Verdict::NotApplicable;
    }
    Verdict::require(matches!(status, 400..=499), || {
        let what = purpose.defect.as_ref().map_or("malformed", |one| &one.what);
        let body = seen.exchange.request.body.as_deref().unwrap_or_default();
        let (what_it_is, strength) = if breaks_off(body) {
            ("JSON that ends early", Strength::Must)
        } else {
            ("malformed JSON", Strength::Should)
        };
        Fault::new(format!("{status} for {what_it_is}"))
            .strength(strength)
            .cause(format!("{what_it_is} is accepted"))
            .must(expectation::class(4))
            .expected(format!("4xx (RFC 9110 §15.5.1): the body {what}"))
            .actual(status.to_string())
    })
}
