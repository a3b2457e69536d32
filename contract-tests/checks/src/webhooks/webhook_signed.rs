//! WH-01: deliveries are signed.

use super::evidence;
use crate::check::{Check, Fault, Outcome, Run};
use conformance_engine::expectation;
use conformance_engine::session::webhooks::field;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "webhook-signed",
    requirement: "WH-01",
    strength: None,
    about: "Every webhook request carries the header X-Service-Signature-256.",
    example: "> POST <receiver>        (no X-Service-Signature-256)",
    fix: "Sign every delivery, test deliveries and repetitions included.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let campaign = session.webhooks().await?;
    let service = session.description.service();
    let Some(name) = &service.signature else {
        return Err(Stop::Skip(
            "the description names no field for the signature of a webhook".to_owned(),
        ));
    };
    for delivery in campaign.direct() {
        let signature = field(service, delivery);
        let holds = signature.is_some_and(|value| !value.is_empty());
        outcome.require(holds, &evidence(&campaign), || {
            Fault::new(format!("a webhook request has no {name}"))
                .without_test(expectation::NEEDS_RECEIVER)
                .expected(format!("the header {name}"))
                .actual(if signature.is_some() {
                    "an empty one"
                } else {
                    "none"
                })
                .pointer(format!("header {name}"))
        });
    }
    Ok(())
}
