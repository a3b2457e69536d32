//! RES-02 (a): no token is issued for a foreign audience.

use serde_json::json;

use super::FOREIGN;
use crate::check::{Check, Fault, Outcome, Run};
use crate::token::{Client, token_text};
use conformance_core::jose::Jws;
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "resource-no-foreign-audience",
    requirement: "RES-02",
    strength: None,
    about: "A token request for a foreign resource never yields a token for that audience.",
    example: "> resource=https://bank.example\n\
              token: {\"aud\": \"https://bank.example\"}",
    fix: "Issue tokens only for audiences on a list .",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let client = Client::of(session)?;
    let mut fields = client.without(&["resource"]);
    fields.push(("resource", FOREIGN));
    let answer = client.send(&fields).await?;
    let Some(token) = token_text(&answer) else {
        outcome.pass();
        return Ok(());
    };
    let Some(jws) = Jws::parse(token) else {
        return Err(Stop::Undecided(
            "a token is issued for an unknown resource, and it does not show its audience"
                .to_owned(),
        ));
    };
    let is_foreign = jws
        .audience()
        .iter()
        .any(|audience| audience.contains("conformance.invalid"));
    outcome.require(!is_foreign, &[answer.exchange()], || {
        Fault::new("a token is issued for a foreign audience").must(expectation::claims(json!({ "properties": { "aud": { "not": { "anyOf": [{ "type": "string", "pattern": "conformance\\.invalid" }, { "type": "array", "contains": { "pattern": "conformance\\.invalid" } }] } } } })).or(expectation::class(2).not())).expected("a refusal, or a token for the resource host alone (RFC 8707 §2)")
            .actual("aud has the foreign resource")
    });
    Ok(())
}
