//! JWT-03: a token whose times were altered is refused.

use serde_json::json;

use super::forgery::{Original, check_refused, unsigned};
use crate::check::{Check, Outcome, Run};
use conformance_core::jose::Jws;
use conformance_engine::credentials::Secret;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "jwt-forged-times",
    requirement: "JWT-03",
    strength: None,
    about: "Tokens with exp or nbf as a string, nbf in the future or exp in the past are refused.",
    example: "{\"exp\": \"1798765200\"}     (a string)\n\
              < 200",
    fix: "Require exp and nbf to be numbers, and compare them with the clock, with a leeway of at \
          most a minute.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// A time in 2001, in seconds since 1970.
const PAST: i64 = 1_000_000_000;
const FUTURE: i64 = 5_000_000_000;

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let original = Original::of(session).await?;
    let times = [
        ("whose exp is a string", "exp", json!(FUTURE.to_string())),
        ("whose nbf is a string", "nbf", json!(PAST.to_string())),
        ("whose nbf is in the future", "nbf", json!(FUTURE)),
        ("whose exp is in the past", "exp", json!(PAST)),
        ("whose exp was postponed", "exp", json!(FUTURE)),
    ];
    let forged = times.map(|(what, name, value)| {
        let claims = original.claims_with(&[(name, value)]);
        let unsigned = unsigned(&original.header, &claims);
        (
            what.to_owned(),
            format!("{unsigned}.{}", original.signature()),
        )
    });
    let mut forged = forged.to_vec();
    let expired = session.primary().expired.as_ref().map(Secret::reveal);
    if let Some(token) = expired.filter(|token| Jws::parse(token).is_some()) {
        forged.push(("that has expired".to_owned(), token.to_owned()));
    } else {
        outcome.skip(
            "exp in the past is tried with a broken signature only: the run has no expired JWT",
        );
    }
    outcome.skip("other times are tried with a broken signature only: authorization servers do not issue such tokens");
    check_refused(session, outcome, forged).await
}
