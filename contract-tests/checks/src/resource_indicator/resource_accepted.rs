//! RES-01: the token host issues tokens for the resource host.

use serde_json::json;

use crate::check::{Check, Fault, Outcome, Run};
use crate::token::{Client, error_code, token_text};
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "resource-accepted",
    requirement: "RES-01",
    strength: None,
    about: "A token request with the resource host's address as resource is accepted.",
    example: "> POST /oauth2/token … resource=https://api.example\n\
              < 400 invalid_target",
    fix: "Accept the address of the resource host, with and without a slash at the end of its \
          path.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let client = Client::of(session)?;
    let plain = client.send(&client.fields()).await?;
    if token_text(&plain).is_some() {
        outcome.pass();
        return Ok(());
    }
    // The accepted form may have a slash at the end.
    let slashed = format!("{}/", client.resource);
    let mut fields = client.without(&["resource"]);
    fields.push(("resource", &slashed));
    let other = client.send(&fields).await?;
    let evidence = [plain.exchange(), other.exchange()];
    outcome.require(token_text(&other).is_some(), &evidence, || {
        Fault::new("a token request for the resource host is refused")
            .must(expectation::member(
                "access_token",
                json!({ "type": "string", "minLength": 1 }),
            ))
            .expected("200 with a token (interface §4)")
            .actual(error_code(&plain).map_or_else(
                || plain.status.to_string(),
                |code| format!("{} with the error {code:.60}", plain.status),
            ))
    });
    Ok(())
}
