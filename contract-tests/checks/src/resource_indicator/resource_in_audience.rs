//! RES-05: a token names the resource that it is for.

use serde_json::json;

use super::is_same;
use crate::check::{Check, Fault, Outcome, Run};
use crate::token::Client;
use conformance_core::jose::Jws;
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "resource-in-audience",
    requirement: "RES-05",
    strength: None,
    about: "aud of a token has the resource that was requested.",
    example: "> resource=https://api.example\n\
              token: {\"aud\": \"marketplace\"}",
    fix: "Put the address that was requested into aud.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let client = Client::of(session)?;
    let (token, answer) = client.token().await?;
    let Some(jws) = Jws::parse(&token) else {
        return Err(Stop::Skip("the access token is not a JWT".to_owned()));
    };
    let audience = jws.audience();
    let holds = audience.iter().any(|one| is_same(one, client.resource));
    outcome.require(holds, &[answer.exchange()], || {
        Fault::new("the token's aud does not have the resource that was requested").must(expectation::claims(json!({ "required": ["aud"], "properties": { "aud": { "anyOf": [{ "const": client.resource }, { "const": format!("{}/", client.resource) }, { "type": "array", "contains": { "const": client.resource } }, { "type": "array", "contains": { "const": format!("{}/", client.resource) } }] } } }))).expected(client.resource)
            .actual(format!("{:.200}", audience.join(", ")))
    });
    Ok(())
}
