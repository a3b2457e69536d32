//! AUTH-04, first part: a token that does not serve is refused.

use super::{bearer_of, guarded};
use crate::check::{Check, Fault, Run, Seen, Verdict};
use conformance_core::intent::Intent;
use conformance_engine::expectation;

pub static CHECK: Check = Check {
    id: "unusable-token-refused",
    requirement: "AUTH-04",
    strength: None,
    about: "A token that was never issued, has ended or was changed is answered with 401.",
    example: "> Authorization: Bearer <token with its last character changed>\n\
              < 200",
    fix: "Verify signature, issuer, audience and expiry of every token before anything else is \
          done with it.",
    run: Run::Exchange(check),
};

/// Returns whether a request has a token that must be refused.
pub(super) fn is_unusable(seen: &Seen<'_>) -> bool {
    let intent = seen.exchange.purpose.intent;
    let is_wrong = matches!(
        intent,
        Intent::WrongCredential | Intent::ExpiredCredential | Intent::TamperedCredential
    );
    is_wrong && guarded(seen).is_some() && bearer_of(&seen.exchange.request).is_some()
}

fn check(seen: &Seen<'_>) -> Verdict {
    if !is_unusable(seen) {
        return Verdict::NotApplicable;
    }
    let status = seen.response.status;
    Verdict::require(status == 401, || {
        let name = seen.operation().map_or("", |one| &one.id);
        let intent = seen.exchange.purpose.intent;
        Fault::new(format!(
            "{name} answers {status} to an unusable token ({intent})"
        ))
        .must(expectation::status(&[401]))
        .expected("401 (RFC 6750 §3.1)")
        .actual(status.to_string())
    })
}
