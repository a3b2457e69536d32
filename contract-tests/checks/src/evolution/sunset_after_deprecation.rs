//! DEP-05, second half: no sunset is before the deprecation.

use super::name;
use crate::check::{Check, Fault, Run, Seen, Verdict};
use conformance_engine::deprecation_fields::{Since, deprecation, sunset};
use conformance_engine::expectation;

pub static CHECK: Check = Check {
    id: "sunset-after-deprecation",
    requirement: "DEP-05",
    strength: None,
    about: "Sunset is not earlier than Deprecation.",
    example: "< Deprecation: @1830297600     (2028)\n\
              < Sunset: Fri, 01 Jan 2027 00:00:00 GMT",
    fix: "An operation is deprecated first and ends later; swap or correct the dates.",
    run: Run::Exchange(check),
};

fn check(seen: &Seen<'_>) -> Verdict {
    let headers = &seen.response.headers;
    let (Some(Ok(end)), Some(Ok(since))) = (sunset(headers), deprecation(headers)) else {
        return Verdict::NotApplicable;
    };
    let (Since::At(since) | Since::OlderDraft(Some(since))) = since else {
        return Verdict::NotApplicable;
    };
    Verdict::require(end.at >= since, || {
        let name = name(seen);
        let sent = |name: &str| seen.response.header(name).unwrap_or_default();
        Fault::new(format!("{name} announces a Sunset before its Deprecation"))
            .must(
                expectation::header_is("sunset", sent("sunset"))
                    .and(expectation::header_is("deprecation", sent("deprecation")))
                    .not(),
            )
            .expected(format!("a Sunset that is not before {since}"))
            .actual(end.at.to_string())
            .pointer("header Sunset")
    })
}
