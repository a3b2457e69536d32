//! TOK-12: a token request names its grant.

use super::support::{Client, error_code, refusal};
use crate::check::{Check, Fault, Outcome, Run};
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "token-grant-type-needed",
    requirement: "TOK-12",
    strength: None,
    about: "A token request without grant_type is refused with invalid_request.",
    example: "> POST /oauth2/token client_id=…&client_secret=…\n\
              < 200",
    fix: "Answer invalid_request, and assume no grant type.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let client = Client::of(session)?;
    let answer = client.send(&client.without(&["grant_type"])).await?;
    let holds = error_code(&answer) == Some("invalid_request") && !answer.is_success();
    outcome.require(holds, &[answer.exchange()], || {
        Fault::new("a token request without grant_type is not refused with invalid_request")
            .must(
                expectation::class(2)
                    .not()
                    .and(expectation::error_code("invalid_request")),
            )
            .expected("400 with the error invalid_request (RFC 6749 §5.2)")
            .actual(refusal(&answer))
    });
    Ok(())
}
