//! TOK-19: every request gets a different token.

use std::time::Duration;

use super::support::Client;
use crate::check::{Check, Fault, Outcome, Run};
use conformance_engine::expectation;
use conformance_engine::session::{Answer, Session, Stop};

pub static CHECK: Check = Check {
    id: "tokens-differ",
    requirement: "TOK-19",
    strength: None,
    about: "Two token requests yield two tokens, or one whose life is seen to run out.",
    example: "> POST /oauth2/token  < {\"access_token\": \"t\", \"expires_in\": 3600}\n\
              > POST /oauth2/token  < {\"access_token\": \"t\", \"expires_in\": 3600}",
    fix: "Issue a new token each time, or let expires_in of a cached one count down.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// Long enough that a lifetime in whole seconds decreases.
const WAIT: Duration = Duration::from_millis(2100);

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let client = Client::of(session)?;
    let (first, before) = client.token().await?;
    let (mut second, mut after) = client.token().await?;
    if first == second {
        tokio::time::sleep(WAIT).await;
        (second, after) = client.token().await?;
    }
    // A server may return the same token until it expires, with the remaining lifetime.
    let is_kept = match (life(&before), life(&after)) {
        (Some(before), Some(after)) => after < before,
        _ => false,
    };
    let evidence = [before.exchange(), after.exchange()];
    outcome.require(first != second || is_kept, &evidence, || {
        Fault::new("two token requests yield the same token with the same lifetime")
            .must(
                expectation::Rule::Same(0, expectation::Part::Json("/access_token".to_owned()))
                    .not(),
            )
            .expected("two tokens, or one with the shorter lifetime that it has left")
            .actual("the same token")
            .help(
                "A server may return a token again until it ends; its expires_in counts from then.",
            )
    });
    Ok(())
}

fn life(answer: &Answer) -> Option<u64> {
    answer.json().ok()?.get("expires_in")?.as_u64()
}
