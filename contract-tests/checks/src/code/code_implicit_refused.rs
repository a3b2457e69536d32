//! CODE-09: no token is returned in an address.

use super::flow::Client;
use crate::check::{Check, Fault, Outcome, Run};
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "code-implicit-refused",
    requirement: "CODE-09",
    strength: None,
    about: "An authorization request with response_type=token is refused.",
    example: "> GET /authorize?response_type=token&client_id=app\n\
              < 302 …#access_token=…",
    fix: "Answer response_type=token with unsupported_response_type. The implicit grant puts \
          tokens into addresses.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let client = Client::of(session)?;
    let request = client.request().with("response_type", "token");
    let came = client.authorize(&request).await?;
    outcome.require(came.is_refused(), &came.evidence(), || {
        Fault::new("an authorization request with response_type=token is not refused")
            .must_of(
                0,
                expectation::header_matches("location", r"[?&#]error=").or(expectation::class(4)),
            )
            .expected("the error unsupported_response_type (RFC 9700 §2.1.2)")
            .actual(came.describe())
    });
    Ok(())
}
