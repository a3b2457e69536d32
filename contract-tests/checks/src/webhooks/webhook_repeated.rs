//! WH-06 a: a failed delivery is repeated, with growing pauses.

use super::evidence;
use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::catalogue::Strength;
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "webhook-repeated",
    requirement: "WH-06",
    strength: Some(Strength::Info),
    about: "A delivery that is answered with 500 is repeated, and the pauses grow.",
    example: "receiver: < 500     (no second delivery)",
    fix: "Keep deliveries in a persistent queue, and repeat failed ones with growing pauses.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let campaign = session.webhooks().await?;
    let Some(failed) = campaign.answered(500) else {
        return Err(Stop::Skip("no delivery was answered with 500".to_owned()));
    };
    let mut repetitions = campaign.repetitions(failed);
    let (again, third) = (repetitions.next(), repetitions.next());
    outcome.require(again.is_some(), &evidence(&campaign), || {
        Fault::new("a webhook request that is answered with 500 is not soon repeated")
            .without_test(expectation::NEEDS_RECEIVER)
            .expected("a repetition")
            .actual(format!("none within {} s", campaign.waited.as_secs()))
    });
    outcome.skip("how long the sender waits for an answer takes half a minute to see");
    let Some(again) = again else { return Ok(()) };
    let pause = again.at.saturating_sub(failed.at);
    let seconds = pause.as_secs_f64();
    let note =
        format!("a webhook request that is answered with 500 is repeated after {seconds:.1} s");
    session.note(note);
    let Some(third) = third else {
        outcome.skip(format!(
            "whether pauses grow is not seen: no second repetition came within {} s",
            campaign.waited.as_secs()
        ));
        return Ok(());
    };
    let next = third.at.saturating_sub(again.at);
    outcome.require(next >= pause, &evidence(&campaign), || {
        Fault::new("the pauses between repetitions of a webhook request do not grow")
            .without_test(expectation::NEEDS_RECEIVER)
            .expected("a longer pause after each failure")
            .actual(format!("{seconds:.1} s, then {:.1} s", next.as_secs_f64()))
    });
    Ok(())
}
