//! WH-01: deliveries are signed.

use super::evidence;
use crate::check::{Check, Fault, Outcome, Run};
use crate::expectation;
use crate::session::webhooks::field;
use crate::session::{Session, Stop};

/// The check.
pub static CHECK: Check = Check {
    id: "webhook-signed",
    requirement: "WH-01",
    strength: None,
    about: "Every webhook request carries the header X-Service-Signature-256.",
    example: "> POST <receiver>        (no X-Service-Signature-256)",
    fix: "Sign every delivery, test deliveries and repetitions included.",
    run: Run::Probe(|session, outcome| Box::pin(judge(session, outcome))),
};

async fn judge(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let campaign = session.webhooks().await?;
    for delivery in campaign.direct() {
        let signature = field(delivery);
        let holds = signature.is_some_and(|value| !value.is_empty());
        outcome.expect(holds, &evidence(&campaign), || {
            Fault::new("a webhook request has no X-Service-Signature-256")
                .without_test(expectation::NEEDS_RECEIVER)
                .expected("the header X-Service-Signature-256")
                .actual(if signature.is_some() {
                    "an empty one"
                } else {
                    "none"
                })
                .pointer("header X-Service-Signature-256")
        });
    }
    Ok(())
}
