//! WH-03: every organization has a different secret.

use super::evidence;
use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::missing_input::MissingInput;
use conformance_engine::expectation;
use conformance_engine::session::webhooks::verifies;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "webhook-other-secret",
    requirement: "WH-03",
    strength: None,
    about: "The signature does not verify with the webhook secret of another organization.",
    example: "X-Service-Signature-256: sha256=<HMAC with one secret for all organizations>",
    fix: "Sign with the secret of the organization that the event belongs to.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let other = session
        .credentials
        .other()
        .and_then(|one| one.webhook_secret.as_ref());
    let Some(other) = other else {
        // The other organization's secret is only reported missing if there are webhooks.
        session.webhooks().await?;
        return Err(MissingInput::OtherWebhookSecret.into());
    };
    let campaign = session.webhooks().await?;
    for delivery in campaign.direct() {
        let holds = !verifies(session.description.service(), delivery, other.reveal());
        outcome.require(holds, &evidence(&campaign), || {
            Fault::new(
                "the signature of a webhook request verifies with another organization's secret",
            )
            .without_test(expectation::NEEDS_RECEIVER)
            .expected("a signature with the secret of the organization that receives it")
            .actual("one with the secret of another organization")
            .pointer("header X-Service-Signature-256")
            .help("Whoever knows that secret can forge requests to this organization.")
        });
    }
    Ok(())
}
