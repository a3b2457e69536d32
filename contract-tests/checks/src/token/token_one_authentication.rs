//! TOK-16: a client authenticates in one way.

use super::support::{Client, refusal};
use crate::check::{Check, Fault, Outcome, Run};
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "token-one-authentication",
    requirement: "TOK-16",
    strength: None,
    about: "A client that authenticates by header and body at once is answered 400 or 401.",
    example: "> Authorization: Basic …\n\
              > client_id=…&client_secret=…\n\
              < 200",
    fix: "Answer invalid_request where the client authenticates in two ways.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let client = Client::of(session)?;
    client.token().await?;
    let answer = client
        .send_basic(client.id, client.secret, &client.fields())
        .await?;
    let holds = matches!(answer.status, 400 | 401);
    outcome.require(holds, &[answer.exchange()], || {
        Fault::new("a client that authenticates in two ways at once is not refused")
            .must(expectation::status(&[400, 401]))
            .expected("400 or 401 (RFC 6749 §2.3, §5.2)")
            .actual(refusal(&answer))
    });
    Ok(())
}
