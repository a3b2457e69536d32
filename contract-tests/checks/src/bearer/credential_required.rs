//! AUTH-01: a request without a credential is refused.

use spec::model::Operation;

use super::needs_credential;
use crate::check::{Check, Fault, Run, Seen, Verdict};
use conformance_core::catalogue::Footing;
use conformance_core::exchange::Host;
use conformance_core::intent::Intent;
use conformance_engine::expectation::{self, Rule};

pub static CHECK: Check = Check {
    id: "credential-required",
    requirement: "AUTH-01",
    strength: None,
    about: "A request without a credential is answered with 401.",
    example: "> GET /org/o1/offer        (no Authorization)\n\
              < 200 [{\"id\":\"offer-1\",…}]",
    fix: "Put authentication in front of every route, so that a new route cannot be open by \
          mistake.",
    run: Run::Exchange(check),
};

/// Returns the responses that an operation may give without a credential.
fn refusals(operation: &Operation) -> Rule {
    if operation.body.is_some() {
        return expectation::status(&[401, 404, 400, 415, 422]);
    }
    expectation::status(&[401, 404])
}

fn check(seen: &Seen<'_>) -> Verdict {
    let purpose = &seen.exchange.purpose;
    let Some(operation) = seen.operation().filter(|one| needs_credential(one)) else {
        return Verdict::NotApplicable;
    };
    if purpose.intent != Intent::WithoutCredential || seen.exchange.request.host != Host::Resource {
        return Verdict::NotApplicable;
    }
    let status = seen.response.status;
    // `no-server-error` reports it.
    if status >= 500 {
        return Verdict::NotApplicable;
    }
    // A router may not know the path, and a server may validate the body before the credential.
    let is_early = status == 404 || (operation.body.is_some() && matches!(status, 400 | 415 | 422));
    Verdict::require(status == 401 || is_early, || {
        // All responses of an operation to a missing credential share one cause.
        let class = if status < 400 {
            "served"
        } else {
            "refused for another reason"
        };
        let fault = Fault::new(format!(
            "{} answers {status} without a credential",
            operation.id
        ))
        .cause(format!("a request without a credential is {class}"))
        .must(refusals(operation))
        .expected("401 (RFC 9110 §15.5.2)")
        .actual(status.to_string())
        .described(operation.span, &operation.provenance);
        // That a credential is required is stated; that a missing one is refused with 401, by HTTP.
        match status {
            400.. => fault.footing(Footing::Standard),
            _ => fault,
        }
    })
}
