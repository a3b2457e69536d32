//! RES-02 (b): an unknown resource is refused.

use super::FOREIGN;
use crate::check::{Check, Fault, Outcome, Run};
use crate::token::{Client, error_code};
use conformance_core::catalogue::Strength;
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "resource-unknown-refused",
    requirement: "RES-02",
    strength: Some(Strength::Should),
    about: "A token request for an unknown resource is refused with 400 and invalid_target.",
    example: "> resource=https://unknown.example\n\
              < 200 {\"access_token\": …}",
    fix: "Answer 400 with invalid_target, so that a typing error is reported at once.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let client = Client::of(session)?;
    let mut fields = client.without(&["resource"]);
    fields.push(("resource", FOREIGN));
    let answer = client.send(&fields).await?;
    let holds = answer.status == 400 && error_code(&answer) == Some("invalid_target");
    outcome.require(holds, &[answer.exchange()], || {
        Fault::new("a token request for an unknown resource is not refused with invalid_target")
            .must(expectation::status(&[400]).and(expectation::error_code("invalid_target")))
            .expected("400 with the error invalid_target (RFC 8707 §2)")
            .actual(answer.status.to_string())
            .help(
                "A server may ignore an unknown resource and issue a token for the resource host.",
            )
    });
    Ok(())
}
