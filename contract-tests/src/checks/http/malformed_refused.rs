//! HTTP-11: what is called JSON and is none is refused.

use crate::check::{Check, Fault, Judgement, Run, Seen};
use crate::expectation;
use conformance_core::intent::Intent;

/// The check.
pub static CHECK: Check = Check {
    id: "malformed-json-refused",
    requirement: "HTTP-11",
    strength: None,
    about: "Content that is called JSON and is malformed is answered with 4xx.",
    example: "> POST /org/o1/offer {\"name\": \"A\",}\n\
              < 201",
    fix: "Parse strictly by RFC 8259, and answer 400 with the position of the error.",
    run: Run::Exchange(judge),
};

fn judge(seen: &Seen<'_>) -> Judgement {
    let purpose = &seen.exchange.purpose;
    if purpose.intent != Intent::MalformedBody {
        return Judgement::NotApplicable;
    }
    let status = seen.response.status;
    Judgement::expect(matches!(status, 400..=499), || {
        let what = purpose.defect.as_ref().map_or("malformed", |one| &one.what);
        Fault::new(format!("{status} for malformed JSON"))
            .must(expectation::class(4))
            .expected(format!("4xx (RFC 9110 §15.5.1): the body {what}"))
            .actual(status.to_string())
    })
}
