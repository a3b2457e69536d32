//! WH-02: the signature covers the body, with the organization's secret.

use super::evidence;
use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::missing_input::MissingInput;
use conformance_engine::expectation;
use conformance_engine::session::webhooks::{field, verifies};
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "webhook-signature-verifies",
    requirement: "WH-02",
    strength: None,
    about: "The signature is the HMAC-SHA256 of the body as sent, with the webhook secret.",
    example: "signed:  {\"id\":\"e1\"}\n\
              sent:    {\"id\": \"e1\"}     (serialized twice)",
    fix: "Serialize once, and sign exactly the bytes that are sent, with HMAC-SHA256.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let campaign = session.webhooks().await?;
    if campaign.secrets.is_empty() {
        return Err(MissingInput::WebhookSecret.into());
    }
    for delivery in campaign.signed() {
        let Some(field) = field(session.description.service(), delivery) else {
            // Another check reports a missing signature.
            continue;
        };
        if delivery.headers.contains_key("content-encoding") {
            outcome.undecided("the body has a content coding, which a proxy may have put on");
            continue;
        }
        let holds = campaign
            .secrets
            .iter()
            .any(|secret| verifies(session.description.service(), delivery, secret.reveal()));
        outcome.require(holds, &evidence(&campaign), || {
            Fault::new("the signature of a webhook request does not verify")
                .without_test(expectation::NEEDS_RECEIVER)
                .expected("sha256= and the lowercase hexadecimal HMAC-SHA256 of the body")
                .actual(format!(
                    "{field:?} of a body of {} bytes",
                    delivery.body.len()
                ))
                .pointer("header X-Service-Signature-256")
                .help("The key is the webhook secret; it must be the one that is in force now.")
        });
    }
    if outcome.passed == 0 && outcome.failed.is_empty() && outcome.inconclusive.is_empty() {
        return Err(Stop::Skip("no delivery is signed".to_owned()));
    }
    Ok(())
}
