//! KEY-02: a key that was never issued is refused.

use crate::check::{Check, Fault, Outcome, Run};
use crate::http::any_read;
use crate::http::challenges::challenges;
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "invalid-key-refused",
    requirement: "KEY-02",
    strength: None,
    about: "An invalid API key is answered with 401 and a challenge.",
    example: "> Authorization: Key made-up\n\
              < 200",
    fix: "Look each key up, compare it in constant time, and answer an unknown one with 401 and \
          WWW-Authenticate.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let operation = any_read(session)?;
    let field = super::key_field(session, operation).await?;
    let (scheme, key) = field.split_once(' ').unwrap_or(("Key", &field));
    let changed: String = key.chars().rev().collect();
    let made_up = "conformance-was-never-issued".to_owned();
    for wrong in [made_up, changed] {
        session.redactor.learn(&wrong);
        let builder = session.prepare(operation);
        let answer = builder
            .authorization(format!("{scheme} {wrong}"))
            .send()
            .await?;
        let status = answer.status;
        let told = challenges(&answer).is_ok_and(|all| !all.is_empty());
        let evidence = [answer.exchange()];
        let holds = outcome.require(status == 401, &evidence, || {
            Fault::new("an invalid API key is not answered with 401")
                .must(expectation::status(&[401]))
                .expected("401 (RFC 9110 §15.5.2)")
                .actual(status.to_string())
        });
        outcome.require(told || !holds, &evidence, || {
            Fault::new("the refusal of an API key has no challenge")
                .must(expectation::header("www-authenticate"))
                .expected("WWW-Authenticate (RFC 9110 §15.5.2)")
                .actual("no challenge that can be parsed")
                .pointer("header WWW-Authenticate")
        });
    }
    Ok(())
}
