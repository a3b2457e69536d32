//! AUTH-02, first part: 401 offers Bearer.

use super::guarded;
use crate::check::{Check, Fault, Run, Seen, Verdict};
use crate::http::challenges::{bearer_challenges, challenges};
use crate::http::intermediary::is_of_intermediary;
use conformance_engine::expectation;

pub static CHECK: Check = Check {
    id: "bearer-offered",
    requirement: "AUTH-02",
    strength: None,
    about: "One of the challenges of 401 has the scheme Bearer.",
    example: "< 401\n\
              < WWW-Authenticate: Key realm=\"api\"",
    fix: "Add a Bearer challenge to each 401; a 401 may have several challenges.",
    run: Run::Exchange(check),
};

fn check(seen: &Seen<'_>) -> Verdict {
    if seen.response.status != 401 || guarded(seen).is_none() || is_of_intermediary(seen.response) {
        return Verdict::NotApplicable;
    }
    let Ok(all) = challenges(seen.response) else {
        return Verdict::NotApplicable;
    };
    // HTTP-02 reports that there is no challenge at all.
    if all.is_empty() {
        return Verdict::NotApplicable;
    }
    Verdict::require(!bearer_challenges(seen.response).is_empty(), || {
        let schemes: Vec<&str> = all.iter().map(|one| one.scheme.as_str()).collect();
        Fault::new("401 does not offer Bearer")
            .must(
                expectation::header_matches("www-authenticate", r"(?i)(^|,)\s*bearer\b")
                    .when(expectation::status(&[401])),
            )
            .expected("a challenge with the scheme Bearer (RFC 6750 §3)")
            .actual(schemes.join(", "))
            .pointer("header WWW-Authenticate")
    })
}
