//! AUTH-02, second part: the challenge has a parameter.

use super::guarded;
use crate::check::{Check, Fault, Run, Seen, Verdict};
use crate::http::challenges::bearer_challenges;
use conformance_core::catalogue::Strength;
use conformance_engine::expectation;

pub static CHECK: Check = Check {
    id: "bearer-challenge-parameter",
    requirement: "AUTH-02",
    strength: Some(Strength::Should),
    about: "The Bearer challenge has at least one parameter.",
    example: "< 401\n\
              < WWW-Authenticate: Bearer",
    fix: "Add at least one parameter, such as realm=\"api\" or resource_metadata=\"https://…\".",
    run: Run::Exchange(check),
};

fn check(seen: &Seen<'_>) -> Verdict {
    if seen.response.status != 401 || guarded(seen).is_none() {
        return Verdict::NotApplicable;
    }
    let all = bearer_challenges(seen.response);
    if all.is_empty() {
        return Verdict::NotApplicable;
    }
    Verdict::require(all.iter().any(|one| !one.parameters.is_empty()), || {
        Fault::new("the Bearer challenge has no parameter")
            .must(
                expectation::header_matches(
                    "www-authenticate",
                    r"(?i)(^|,)\s*bearer\s+[^=,\s]+\s*=",
                )
                .when(expectation::status(&[401])),
            )
            .expected("a parameter, such as realm (RFC 6750 §3)")
            .actual("Bearer")
            .pointer("header WWW-Authenticate")
    })
}
