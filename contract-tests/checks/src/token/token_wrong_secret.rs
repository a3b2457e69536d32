//! TOK-10 (a): a wrong client secret is reported as such.

use super::support::{Client, error_code, refusal};
use crate::check::{Check, Fault, Outcome, Run};
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "token-wrong-secret",
    requirement: "TOK-10",
    strength: None,
    about: "A wrong client secret is answered with the error invalid_client.",
    example: "> client_secret=wrong\n\
              < 200",
    fix: "Compare secrets in constant time, and answer 401 with invalid_client.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// A secret that no client has.
pub(super) const WRONG: &str = "conformance-wrong-secret";

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let client = Client::of(session)?;
    let mut fields = client.without(&["client_secret"]);
    fields.push(("client_secret", WRONG));
    let answer = client.send(&fields).await?;
    let holds = error_code(&answer) == Some("invalid_client") && !answer.is_success();
    outcome.require(holds, &[answer.exchange()], || {
        Fault::new("a wrong client secret is not answered with invalid_client")
            .must(
                expectation::class(2)
                    .not()
                    .and(expectation::error_code("invalid_client")),
            )
            .expected("400 or 401 with the error invalid_client (RFC 6749 §5.2)")
            .actual(refusal(&answer))
    });
    Ok(())
}
