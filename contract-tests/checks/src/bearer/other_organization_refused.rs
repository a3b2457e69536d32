//! AUTH-10: every request for another organization is refused.

use super::guarded;
use crate::check::{Check, Fault, Run, Seen, Verdict};
use conformance_core::intent::Intent;
use conformance_engine::expectation;

pub static CHECK: Check = Check {
    id: "other-organization-refused",
    requirement: "AUTH-10",
    strength: None,
    about: "Every operation answers a token of another organization with 403 or 404.",
    example: "> GET /org/o2/offer/offer-1\n\
              > Authorization: Bearer <token of o1>\n\
              < 200 {\"id\":\"offer-1\",…}",
    fix: "Compare the organization of the path with that of the credential on every route, and \
          load resources by organization and id together.",
    run: Run::Exchange(check),
};

fn check(seen: &Seen<'_>) -> Verdict {
    let Some(operation) = guarded(seen) else {
        return Verdict::NotApplicable;
    };
    if seen.exchange.purpose.intent != Intent::OtherOrganization {
        return Verdict::NotApplicable;
    }
    let status = seen.response.status;
    Verdict::require(matches!(status, 403 | 404), || {
        let title = format!("{} answers {status} to another organization", operation.id);
        Fault::new(title)
            .must(expectation::status(&[403, 404]))
            .expected("403 or 404 (RFC 9110 §15.5.4)")
            .actual(status.to_string())
            .described(operation.span, &operation.provenance)
    })
}
