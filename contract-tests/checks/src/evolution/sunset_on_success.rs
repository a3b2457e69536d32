//! DEP-01 a: deprecated operations announce their sunset.

use spec::model::Operation;

use super::asked;
use crate::check::{Check, Fault, Run, Seen, Verdict};
use conformance_engine::expectation;

pub static CHECK: Check = Check {
    id: "sunset-on-success",
    requirement: "DEP-01",
    strength: None,
    about: "Every successful response (2xx) of a deprecated operation has Sunset.",
    example: "description: deprecated: true\n\
              < 200        (no Sunset)",
    fix: "Send Sunset with each answer of a deprecated operation, with the date of x-sunset.",
    run: Run::Exchange(check),
};

fn check(seen: &Seen<'_>) -> Verdict {
    if !seen.response.is_success() {
        return Verdict::NotApplicable;
    }
    announced(seen)
}

/// Returns whether the description of an operation mentions its sunset: `deprecated` alone does
/// not.
fn tells_end(operation: &Operation) -> bool {
    let has_date = operation
        .deprecation
        .as_ref()
        .map(|one| one.sunset.is_some());
    let mut headers = operation.responses.iter().flat_map(|one| &one.headers);
    has_date.is_some_and(|has| has || headers.any(|one| one.name.eq_ignore_ascii_case("sunset")))
}

/// Checks that the response of a deprecated operation has `Sunset`.
pub(super) fn announced(seen: &Seen<'_>) -> Verdict {
    // The interface requires it of all deprecated endpoints; other descriptions say where.
    let is_interface = !seen.description().is_authoritative;
    let is_due = |operation: &&Operation| {
        operation.deprecation.is_some() && (is_interface || tells_end(operation))
    };
    let Some(operation) = asked(seen).filter(is_due) else {
        return Verdict::NotApplicable;
    };
    let (id, status) = (&operation.id, seen.response.status);
    Verdict::require(seen.response.headers.contains_key("sunset"), || {
        Fault::new(format!(
            "{id} is deprecated and answers {status} without Sunset"
        ))
        .must(expectation::header("sunset").when(expectation::status(&[status])))
        .expected("the header field Sunset with the date on which it ends")
        .actual("it is missing")
        .pointer("header Sunset")
        .described(operation.span, operation.behavior())
    })
}
