//! DEP-07: operations that are not deprecated announce no sunset.

use super::asked;
use crate::check::{Check, Fault, Run, Seen, Verdict};
use conformance_engine::expectation;

pub static CHECK: Check = Check {
    id: "sunset-only-on-deprecated",
    requirement: "DEP-07",
    strength: None,
    about: "An operation that is not deprecated sends no Sunset.",
    example: "description: (not deprecated)\n\
              < 200\n\
              < Sunset: Sat, 01 Jan 2028 00:00:00 GMT",
    fix: "Mark the operation as deprecated in the description, or stop sending the header.",
    run: Run::Exchange(check),
};

fn check(seen: &Seen<'_>) -> Verdict {
    let Some(operation) = asked(seen).filter(|one| one.deprecation.is_none()) else {
        return Verdict::NotApplicable;
    };
    Verdict::require(!seen.response.headers.contains_key("sunset"), || {
        let id = &operation.id;
        let sent = seen.response.header("sunset");
        Fault::new(format!(
            "{id} answers with Sunset and is not marked as deprecated"
        ))
        .must(expectation::header("sunset").not())
        .expected("no Sunset, or `deprecated: true` in the description")
        .actual(sent.unwrap_or("no visible ASCII"))
        .pointer("header Sunset")
        .described(operation.span, &operation.provenance)
        .help("RFC 8594 §1 lets Sunset announce the end of a single resource, too")
    })
}
