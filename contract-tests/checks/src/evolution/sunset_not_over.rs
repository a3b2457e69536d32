//! DEP-03: an operation that responds has not passed its sunset.

use jiff::Timestamp;

use super::asked;
use crate::check::{Check, Fault, Run, Seen, Verdict};
use conformance_core::catalogue::Strength;
use conformance_engine::deprecation_fields::sunset;
use conformance_engine::expectation;

pub static CHECK: Check = Check {
    id: "sunset-not-over",
    requirement: "DEP-03",
    strength: Some(Strength::Should),
    about: "The Sunset of an operation that still responds with 2xx is not in the past.",
    example: "today: 2027-06-01\n\
              < 200\n\
              < Sunset: Fri, 01 Jan 2027 00:00:00 GMT",
    fix: "End the operation, or announce a later date.",
    run: Run::Exchange(check),
};

fn check(seen: &Seen<'_>) -> Verdict {
    let Some(Ok(end)) = sunset(&seen.response.headers).filter(|_| seen.response.is_success())
    else {
        return Verdict::NotApplicable;
    };
    let Some(operation) = asked(seen) else {
        return Verdict::NotApplicable;
    };
    Verdict::require(end.at >= Timestamp::now(), || {
        Fault::new(format!("{} still answers after its Sunset", operation.id))
            .must(
                expectation::header("sunset")
                    .and(expectation::class(2))
                    .and(expectation::header_is(
                        "sunset",
                        seen.response.header("sunset").unwrap_or_default(),
                    ))
                    .not(),
            )
            .expected("a Sunset that is to come, or no success")
            .actual(end.at.to_string())
            .pointer("header Sunset")
            .help("RFC 8594 §3: after that date it may stop answering at any time")
    })
}
