//! CON-06: a request that violates a constraint is refused.

use crate::check::{Check, Fault, Run, Seen, Verdict};
use conformance_core::catalogue::Strength;
use conformance_core::intent::Intent;
use conformance_engine::expectation;

pub static CHECK: Check = Check {
    id: "violation-refused",
    requirement: "CON-06",
    strength: None,
    about: "A request that violates one constraint of the description is refused with 4xx.",
    example: "description: quantity has minimum 0\n\
              > POST … {\"quantity\": -1}\n\
              < 201",
    fix: "Validate requests against the description before acting on them, and answer 400 or 422.",
    run: Run::Exchange(check),
};

fn check(seen: &Seen<'_>) -> Verdict {
    let purpose = &seen.exchange.purpose;
    let (Some(operation), Some(defect)) = (seen.operation(), &purpose.defect) else {
        return Verdict::NotApplicable;
    };
    // Other checks cover bodies that are not JSON, have another media type, or are too large
    // (HTTP-10, -11, -17).
    let is_own = matches!(
        purpose.intent,
        Intent::MalformedBody | Intent::WrongMediaType | Intent::Oversized
    );
    if !purpose.intent.is_violation() || is_own {
        return Verdict::NotApplicable;
    }
    let status = seen.response.status;
    Verdict::require(status >= 400, || {
        let fault = Fault::new(format!(
            "{} accepts a request whose {} violates the description ({})",
            operation.id, defect.at, purpose.intent
        ))
        .cause(format!(
            "requests that violate the description are accepted ({})",
            purpose.intent
        ))
        .must(expectation::Rule::Status(vec![(400, 499)]))
        .expected(format!("a refusal (4xx): {} {}", defect.at, defect.what))
        .actual(status.to_string());
        let is_lenient =
            purpose.intent == Intent::ViolatesFormat && seen.description().format_annotates;
        let fault = if is_lenient {
            fault.strength(Strength::Should)
        } else {
            fault
        };
        match defect.span {
            Some(span) => fault.described(span, &defect.provenance),
            None => fault.described(operation.span, &defect.provenance),
        }
    })
}
