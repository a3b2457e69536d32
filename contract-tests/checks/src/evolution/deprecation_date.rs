//! DEP-05, first half: `Deprecation` is a date.

use super::name;
use crate::check::{Check, Fault, Run, Seen, Verdict};
use conformance_core::catalogue::Strength;
use conformance_engine::deprecation_fields::{Since, deprecation};
use conformance_engine::expectation;

pub static CHECK: Check = Check {
    id: "deprecation-date",
    requirement: "DEP-05",
    strength: None,
    about: "Deprecation is one Structured Fields date, an @ and an integer.",
    example: "> GET /org/o1/old-report\n\
              < 200\n\
              < Deprecation: true",
    fix: "Write an @ and seconds since 1970: Deprecation: @1798761600. The value true is from an \
          early draft.",
    run: Run::Exchange(check),
};

fn check(seen: &Seen<'_>) -> Verdict {
    let Some(read) = deprecation(&seen.response.headers) else {
        return Verdict::NotApplicable;
    };
    let fault = |title: String| {
        let sent = seen.response.header("deprecation");
        Fault::new(title)
            .must(
                expectation::header_matches("deprecation", r"^@-?[0-9]+$")
                    .or(expectation::header("deprecation").not()),
            )
            .expected("a date of Structured Fields such as `@1767225600`")
            .actual(sent.unwrap_or("no visible ASCII"))
            .pointer("header Deprecation")
    };
    let name = name(seen);
    Verdict::Failed(vec![match read {
        Ok(Since::At(_)) => return Verdict::Passed,
        Ok(Since::OlderDraft(_)) => fault(format!(
            "{name} answers with a Deprecation as older drafts of RFC 9745 had it"
        ))
        .strength(Strength::Should),
        Err(why) => fault(format!("{name} answers with a bad Deprecation: {why}")),
    }])
}
