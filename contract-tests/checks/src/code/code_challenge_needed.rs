//! CODE-03 (a): a public client needs PKCE.

use super::flow::Client;
use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::missing_input::Lack;
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

/// The check.
pub static CHECK: Check = Check {
    id: "code-challenge-needed",
    requirement: "CODE-03",
    strength: None,
    about: "An authorization request of a public client without code_challenge is refused with invalid_request.",
    example: "> GET /authorize?response_type=code&client_id=public-app&redirect_uri=…\n\
              < 302 …?code=abc",
    fix: "Refuse authorization requests of public clients without code_challenge with \
          invalid_request.",
    run: Run::Probe(|session, outcome| Box::pin(judge(session, outcome))),
};

async fn judge(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let client = Client::of(session)?;
    if client.secret.is_some() {
        return Err(session.lacks(Lack::PublicClient));
    }
    let request = client.request();
    let request = request
        .without("code_challenge")
        .without("code_challenge_method");
    let came = client.authorize(&request).await?;
    let error = came.parameter("error");
    // Where nothing is known of the client, a page may say it in the client's place.
    let holds = match &error {
        Some(error) => error == "invalid_request",
        None => came.is_refused(),
    };
    outcome.expect(holds, &came.evidence(), || {
        Fault::new("a public client gets on without code_challenge")
            .must_of(
                0,
                expectation::header_matches("location", r"[?&#]error=").or(expectation::class(4)),
            )
            .expected("the error invalid_request (RFC 9700 §2.1.1)")
            .actual(came.told())
    });
    Ok(())
}
