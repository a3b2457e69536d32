//! TOK-17: a new token can be used at once.

use std::time::Duration;

use super::support::Client;
use crate::check::{Check, Fault, Outcome, Run};
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "token-usable",
    requirement: "TOK-17",
    strength: None,
    about: "The resource host accepts a new token within five seconds.",
    example: "> POST /oauth2/token  < 200 {\"access_token\": \"t\"}\n\
              > GET /org/o1/offer  Authorization: Bearer t   (6 seconds later)\n\
              < 401",
    fix: "Verify tokens by signature, or replicate them before they are given out. Clocks that \
          differ make nbf lie in the future.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// How often a token is tried, half a second apart: five seconds in all.
const TRIES: u32 = 11;

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let client = Client::of(session)?;
    let (token, issued) = client.token().await?;
    let mut tries = 1;
    loop {
        let answer = session.prepare_with_bearer(&token)?.send().await?;
        if answer.status != 401 {
            outcome.pass();
            return Ok(());
        }
        if tries == TRIES {
            let fault = Fault::new("a new token is not accepted within five seconds")
                .must(expectation::status(&[401]).not())
                .expected("a response other than 401 (interface §5)")
                .actual("401 each time");
            outcome.fail(fault, &[issued.exchange(), answer.exchange()]);
            return Ok(());
        }
        tries += 1;
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
}
