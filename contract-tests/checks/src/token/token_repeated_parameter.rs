//! TOK-13: a parameter is sent once.

use super::support::{Client, refusal};
use crate::check::{Check, Fault, Outcome, Run};
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "token-repeated-parameter",
    requirement: "TOK-13",
    strength: None,
    about: "A token request that repeats a parameter is answered 400.",
    example: "> grant_type=client_credentials&grant_type=password&…\n\
              < 200",
    fix: "Answer invalid_request where a parameter is repeated; frameworks silently take the first \
          or the last.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let client = Client::of(session)?;
    client.token().await?;
    for name in ["grant_type", "client_id"] {
        let mut fields = client.fields();
        let again = fields.iter().find(|(own, _)| *own == name).copied();
        fields.extend(again);
        let answer = client.send(&fields).await?;
        outcome.require(answer.status == 400, &[answer.exchange()], || {
            Fault::new(format!(
                "a token request with two {name} is not answered with 400"
            ))
            .must(expectation::status(&[400]))
            .expected("400 with the error invalid_request (RFC 6749 §3.2, §5.2)")
            .actual(refusal(&answer))
        });
    }
    Ok(())
}
