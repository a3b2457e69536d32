//! JSON-03: a date-time is valid.

use crate::check::{Check, Fault, Run, Seen, Verdict};
use conformance_core::json::general;
use conformance_core::validate::Constraint;
use conformance_engine::expectation;

pub static CHECK: Check = Check {
    id: "date-time-valid",
    requirement: "JSON-03",
    strength: None,
    about: "A value of the format date-time is an RFC 3339 date-time.",
    example: "< {\"createdAt\": \"2027-01-01 10:00\"}",
    fix: "Write dates with T, seconds and an offset: 2027-01-01T10:00:00Z.",
    run: Run::Exchange(check),
};

fn check(seen: &Seen<'_>) -> Verdict {
    let Some(operation) = seen.operation() else {
        return Verdict::NotApplicable;
    };
    let Some(body) = seen.described_body().filter(|_| seen.response.is_success()) else {
        return Verdict::NotApplicable;
    };
    let all = body.mismatches.iter();
    let own = all
        .filter(|one| one.constraint == Constraint::Format && one.expected.contains("date-time"));
    let mut faults: Vec<Fault> = Vec::new();
    for mismatch in own {
        let title = format!(
            "{} {} is not a date-time",
            operation.id,
            general(&mismatch.pointer)
        );
        if faults.iter().all(|fault| fault.title != title) {
            faults.push(
                Fault::new(title)
                    .must(
                        expectation::json(expectation::schema(
                            &seen.description().api,
                            body.schema,
                        ))
                        .when(expectation::status(&[seen.response.status])),
                    )
                    .expected("an RFC 3339 date-time (§5.6)")
                    .actual(mismatch.actual.clone())
                    .pointer(mismatch.pointer.clone())
                    .described(mismatch.span, &mismatch.provenance),
            );
        }
    }
    Verdict::of(faults)
}
