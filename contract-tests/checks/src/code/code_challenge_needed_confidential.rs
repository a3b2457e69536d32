//! CODE-03 (b): a confidential client needs PKCE too.

use super::flow::Client;
use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::catalogue::Strength;
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

/// The check.
pub static CHECK: Check = Check {
    id: "code-challenge-needed-confidential",
    requirement: "CODE-03",
    strength: Some(Strength::Should),
    about: "An authorization request of a confidential client without code_challenge is refused.",
    example: "> GET /authorize?response_type=code&client_id=server-app&redirect_uri=…\n\
              < 302 …?code=abc",
    fix: "Require PKCE of confidential clients too; it also prevents the injection of stolen \
          codes.",
    run: Run::Probe(|session, outcome| Box::pin(judge(session, outcome))),
};

async fn judge(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let client = Client::confidential(session)?;
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
        Fault::new("a confidential client gets on without code_challenge")
            .must_of(
                0,
                expectation::header_matches("location", r"[?&#]error=").or(expectation::class(4)),
            )
            .expected("the error invalid_request (RFC 9700 §2.1.1)")
            .actual(came.told())
    });
    Ok(())
}
