//! AUTH-04, second part: the refusal of a token has the error `invalid_token`.

use super::unusable_token_refused::is_unusable;
use crate::check::{Check, Fault, Run, Seen, Verdict};
use crate::http::challenges::bearer_challenges;
use conformance_core::catalogue::Strength;
use conformance_engine::expectation;

pub static CHECK: Check = Check {
    id: "invalid-token-told",
    requirement: "AUTH-04",
    strength: Some(Strength::Should),
    about: "The challenge to an unusable token has error=\"invalid_token\".",
    example: "> GET /org/o1/offer\n\
              > Authorization: Bearer made-up\n\
              < 401\n\
              < WWW-Authenticate: Bearer realm=\"api\"",
    fix: "Add error=\"invalid_token\" to the challenge, which tells clients that a new token \
          helps.",
    run: Run::Exchange(check),
};

fn check(seen: &Seen<'_>) -> Verdict {
    if seen.response.status != 401 || !is_unusable(seen) {
        return Verdict::NotApplicable;
    }
    let all = bearer_challenges(seen.response);
    if all.is_empty() {
        return Verdict::NotApplicable;
    }
    let codes: Vec<&str> = all
        .iter()
        .filter_map(|one| one.parameter("error"))
        .collect();
    Verdict::require(codes.contains(&"invalid_token"), || {
        Fault::new("the challenge to an unusable token does not say invalid_token")
            .must(
                expectation::header_matches(
                    "www-authenticate",
                    r#"(?i)bearer\b.*\berror="?invalid_token\b"#,
                )
                .when(expectation::status(&[401])),
            )
            .expected("error=\"invalid_token\" (RFC 6750 §3.1)")
            .actual(if codes.is_empty() {
                "no error".to_owned()
            } else {
                codes.join(", ")
            })
            .pointer("header WWW-Authenticate")
    })
}
