//! HTTP-06: responses have a date.

use crate::check::{Check, Fault, Run, Seen, Verdict};
use conformance_engine::expectation;

pub static CHECK: Check = Check {
    id: "date-there",
    requirement: "HTTP-06",
    strength: None,
    about: "Every response of 2xx, 3xx and 4xx has Date.",
    example: "< 200        (no Date)",
    fix: "Let the server send Date; an origin with a clock must.",
    run: Run::Exchange(check),
};

fn check(seen: &Seen<'_>) -> Verdict {
    if !matches!(seen.response.status, 200..=499) {
        return Verdict::NotApplicable;
    }
    Verdict::require(seen.response.headers.contains_key("date"), || {
        Fault::new("a response has no Date")
            .must(expectation::header("date").when(expectation::Rule::Status(vec![(200, 499)])))
            .expected("Date (RFC 9110 §6.6.1)")
            .actual("it is missing")
            .pointer("header Date")
    })
}
