//! AUTH-03: a request without a credential gets no error code.

use super::{guarded, is_bare};
use crate::check::{Check, Fault, Run, Seen, Verdict};
use crate::http::challenges::bearer_challenges;
use conformance_engine::expectation;

pub static CHECK: Check = Check {
    id: "challenge-without-error",
    requirement: "AUTH-03",
    strength: None,
    about: "The challenge to a request without a credential has no error code.",
    example: "> GET /org/o1/offer        (no Authorization)\n\
              < 401\n\
              < WWW-Authenticate: Bearer error=\"invalid_token\"",
    fix: "Leave out error where no credential was sent. Clients read invalid_token as \"renew the \
          token\", and no token was sent.",
    run: Run::Exchange(check),
};

fn check(seen: &Seen<'_>) -> Verdict {
    if seen.response.status != 401 || guarded(seen).is_none() || !is_bare(&seen.exchange.request) {
        return Verdict::NotApplicable;
    }
    let all = bearer_challenges(seen.response);
    let code = all.iter().find_map(|one| one.parameter("error"));
    Verdict::require(code.is_none(), || {
        Fault::new("the challenge to a request without a credential has an error code")
            .must(
                expectation::header_matches("www-authenticate", r"(?i)\bbearer\b.*\berror\s*=")
                    .not()
                    .when(expectation::status(&[401])),
            )
            .expected("no error (RFC 6750 §3.1)")
            .actual(code.unwrap_or_default())
            .pointer("header WWW-Authenticate")
    })
}
