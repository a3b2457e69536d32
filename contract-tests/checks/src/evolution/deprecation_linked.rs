//! DEP-06: an announcement links to a guide.

use super::name;
use crate::check::{Check, Fault, Run, Seen, Verdict};
use conformance_engine::deprecation_fields::{announces, guide};
use conformance_engine::expectation;

pub static CHECK: Check = Check {
    id: "deprecation-linked",
    requirement: "DEP-06",
    strength: None,
    about: "A response with Sunset or Deprecation links to a migration guide.",
    example: "< Sunset: Sat, 01 Jan 2028 00:00:00 GMT        (no Link)",
    fix: "Add Link: <https://docs.example/migrate>; rel=\"sunset\" (or rel=\"deprecation\").",
    run: Run::Exchange(check),
};

fn check(seen: &Seen<'_>) -> Verdict {
    let headers = &seen.response.headers;
    if !announces(headers) {
        return Verdict::NotApplicable;
    }
    Verdict::require(guide(headers).is_some(), || {
        let name = name(seen);
        let sent = seen.response.header("link");
        Fault::new(format!(
            "{name} announces its end without a link to a guide"
        ))
        .must(
            expectation::header_matches("link", r#"(?i)rel\s*=\s*"?[^",;]*(deprecation|sunset)"#)
                .or(expectation::header("sunset")
                    .or(expectation::header("deprecation"))
                    .not()),
        )
        .expected("Link: <…>; rel=\"deprecation\" or rel=\"sunset\"")
        .actual(sent.unwrap_or("no such link"))
        .pointer("header Link")
    })
}
