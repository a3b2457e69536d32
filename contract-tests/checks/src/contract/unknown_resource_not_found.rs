//! CON-08: a path to a resource that does not exist returns 404.

use crate::check::{Check, Fault, Run, Seen, Verdict};
use conformance_core::intent::Intent;
use conformance_engine::expectation;

pub static CHECK: Check = Check {
    id: "unknown-resource-not-found",
    requirement: "CON-08",
    strength: None,
    about: "A path parameter that names no resource is answered with 404, or with another refusal.",
    example: "> GET /org/o1/offer/does-not-exist\n\
              < 200 {}",
    fix: "Answer 404 where no resource has the id, also for nested resources under a parent that \
          exists.",
    run: Run::Exchange(check),
};

fn check(seen: &Seen<'_>) -> Verdict {
    let Some(operation) = seen.operation() else {
        return Verdict::NotApplicable;
    };
    if seen.exchange.purpose.intent != Intent::UnknownResource {
        return Verdict::NotApplicable;
    }
    let status = seen.response.status;
    Verdict::require(matches!(status, 404 | 403 | 410), || {
        Fault::new(format!(
            "{} answers {status} for a resource that does not exist",
            operation.id
        ))
        .must(expectation::status(&[404, 403, 410]))
        .expected("404")
        .actual(status.to_string())
        .described(operation.span, operation.statuses())
    })
}
