//! CODE-03 (a): a public client needs PKCE.

use super::challenge::refused_without_challenge;
use super::flow::Client;
use crate::check::{Check, Outcome, Run};
use conformance_core::missing_input::MissingInput;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "code-challenge-needed",
    requirement: "CODE-03",
    strength: None,
    about: "An authorization request of a public client without code_challenge is refused with invalid_request.",
    example: "> GET /authorize?response_type=code&client_id=public-app&redirect_uri=…\n\
              < 302 …?code=abc",
    fix: "Refuse authorization requests of public clients without code_challenge with \
          invalid_request.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let client = Client::of(session)?;
    if client.secret.is_some() {
        return Err(session.missing(MissingInput::PublicClient));
    }
    refused_without_challenge(outcome, &client, "public").await
}
