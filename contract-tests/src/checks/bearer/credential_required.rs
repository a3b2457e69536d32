//! AUTH-01: nothing is had without a credential.

use super::needs_credential;
use crate::check::{Check, Fault, Judgement, Run, Seen};
use crate::exchange::Host;
use crate::intent::Intent;

/// The check.
pub static CHECK: Check = Check {
    id: "credential-required",
    requirement: "AUTH-01",
    strength: None,
    about: "A request without a credential is answered with 401.",
    example: "> GET /org/o1/offer        (no Authorization)\n\
              < 200 [{\"id\":\"offer-1\",…}]",
    fix: "Put authentication in front of every route, so that a new route cannot be open by \
          mistake.",
    run: Run::Exchange(judge),
};

fn judge(seen: &Seen<'_>) -> Judgement {
    let purpose = &seen.exchange.purpose;
    let Some(operation) = seen.operation().filter(|one| needs_credential(one)) else {
        return Judgement::NotApplicable;
    };
    if purpose.intent != Intent::WithoutCredential || seen.exchange.request.host != Host::Resource {
        return Judgement::NotApplicable;
    }
    let status = seen.response.status;
    // A router may not know the path, and content may be looked at before the credential.
    let is_early = status == 404 || (operation.body.is_some() && matches!(status, 400 | 415));
    Judgement::expect(status == 401 || is_early, || {
        Fault::new(format!(
            "{} answers {status} without a credential",
            operation.id
        ))
        .expected("401 (RFC 9110 §15.5.2)")
        .actual(status.to_string())
        .described(operation.span, &operation.provenance)
    })
}
