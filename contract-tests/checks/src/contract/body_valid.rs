//! CON-03: the body of a response is valid against its schema.

use super::items;
use crate::check::{Check, Fault, Run, Seen, Verdict};
use conformance_core::catalogue::Strength;
use conformance_core::json::general;
use conformance_core::validate::{Constraint, Mismatch};
use conformance_engine::expectation;
use spec::model::Operation;

pub static CHECK: Check = Check {
    id: "body-valid",
    requirement: "CON-03",
    strength: None,
    about: "The body of a response is valid against its schema, formats included.",
    example: "description: total is an integer\n\
              < 200 {\"total\": \"12\"}",
    fix: "Correct the serializer, or the description if it is wrong. Generating the server from \
          the description rules such differences out.",
    run: Run::Exchange(check),
};

fn check(seen: &Seen<'_>) -> Verdict {
    let Some(operation) = seen.operation() else {
        return Verdict::NotApplicable;
    };
    if seen.exchange.request.method != operation.method.as_str() {
        return Verdict::NotApplicable;
    }
    if let Some(stream) = items::stream(operation, seen) {
        return Verdict::of(items::faults(seen, operation, stream));
    }
    if let Some(media) = items::parts_of(operation, seen) {
        return Verdict::of(items::faults_of_parts(seen, operation, media));
    }
    let Some(body) = seen.described_body() else {
        return Verdict::NotApplicable;
    };
    let (schema, status) = (body.schema, seen.response.status);
    let mut mismatches = body.mismatches.clone();
    if !mismatches.is_empty() {
        // CON-06 reports that an invalid value was stored, so this check does not report that it is
        // returned.
        let state = seen.session.state.lock();
        mismatches.retain(|mismatch| !state.unenforced.contains(&mismatch.span));
    }
    let api = &seen.description().api;
    let faults = mismatches.into_iter().map(|mismatch| {
        let rule = match mismatch.constraint {
            Constraint::Residual => expectation::json(api.whole(schema)),
            _ => expectation::json(expectation::schema(api, schema)),
        };
        let whole = ("a body", "answers", String::new());
        fault(seen, operation, mismatch, whole).must(rule.when(expectation::status(&[status])))
    });
    Verdict::of(faults.collect())
}

/// Returns the fault for a value that violates its schema. The value is `part` of the response, one
/// of `all` in the text of the cause, and starts at a pointer.
pub(super) fn fault(
    seen: &Seen<'_>,
    operation: &Operation,
    mismatch: Mismatch,
    (part, all, start): (&str, &str, String),
) -> Fault {
    let at = match mismatch.pointer.as_str() {
        "" => "root".to_owned(),
        pointer => general(pointer),
    };
    let title = format!(
        "{} answers {} with {part} whose {} violates its schema ({})",
        operation.id, seen.response.status, at, mismatch.constraint
    );
    let is_annotation =
        mismatch.constraint == Constraint::Format && seen.description().format_annotates;
    let schema_at = seen.description().shared_pointer(mismatch.span);
    let fault = if is_annotation {
        Fault::new(title).strength(Strength::Should)
    } else {
        Fault::new(title)
    };
    fault
        .cause(format!(
            "{all} violate the schema {schema_at} ({})",
            mismatch.constraint
        ))
        .expected(mismatch.expected)
        .actual(mismatch.actual)
        .pointer(start + &mismatch.pointer)
        .described(mismatch.span, &mismatch.provenance)
}
