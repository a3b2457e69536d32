//! CODE-03 (b): a confidential client needs PKCE too.

use super::challenge::refused_without_challenge;
use super::flow::Client;
use crate::check::{Check, Outcome, Run};
use conformance_core::catalogue::Strength;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "code-challenge-needed-confidential",
    requirement: "CODE-03",
    strength: Some(Strength::Should),
    about: "An authorization request of a confidential client without code_challenge is refused.",
    example: "> GET /authorize?response_type=code&client_id=server-app&redirect_uri=…\n\
              < 302 …?code=abc",
    fix: "Require PKCE of confidential clients too; it also prevents the injection of stolen \
          codes.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let client = Client::confidential(session)?;
    refused_without_challenge(outcome, &client, "confidential").await
}
