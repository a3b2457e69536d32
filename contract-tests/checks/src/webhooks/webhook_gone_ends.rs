//! WH-06 c: a receiver that responds 410 gets no further deliveries.

use super::evidence;
use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::catalogue::Strength;
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "webhook-gone-ends",
    requirement: "WH-06",
    strength: Some(Strength::Info),
    about: "A receiver that has answered 410 gets nothing more.",
    example: "receiver: < 410\n\
              > POST <receiver>   (a minute later)",
    fix: "Remove the subscription when a receiver answers 410.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let campaign = session.webhooks().await?;
    let Some((answer, came)) = &campaign.after_gone else {
        return Err(Stop::Skip("no delivery was answered with 410".to_owned()));
    };
    let mut exchanges = evidence(&campaign);
    exchanges.push(answer.exchange());
    outcome.require(!came, &exchanges, || {
        Fault::new("a receiver of webhooks that has answered 410 gets more of them")
            .without_test(expectation::NEEDS_RECEIVER)
            .expected("no more requests")
            .actual("a further request")
    });
    Ok(())
}
