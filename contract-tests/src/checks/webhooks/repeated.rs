//! WH-06 a: a delivery that fails is repeated.

use super::evidence;
use crate::catalogue::Strength;
use crate::check::{Check, Fault, Outcome, Run};
use crate::session::{Session, Stop};

/// The check.
pub static CHECK: Check = Check {
    id: "webhook-repeated",
    requirement: "WH-06",
    strength: Some(Strength::Info),
    about: "A delivery that is answered with 500 is repeated.",
    run: Run::Probe(|session, outcome| Box::pin(judge(session, outcome))),
};

async fn judge(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let campaign = session.webhooks().await?;
    let Some(failed) = campaign.answered(500) else {
        return Err(Stop::Skip("no delivery was answered with 500".to_owned()));
    };
    let again = campaign.repetitions(failed).next();
    outcome.expect(again.is_some(), &evidence(&campaign), || {
        Fault::new("a webhook request that is answered with 500 is not soon repeated")
            .expected("a repetition")
            .actual(format!("none within {} s", campaign.waited.as_secs()))
    });
    if let Some(again) = again {
        let pause = again.at.saturating_sub(failed.at).as_secs_f64();
        let note =
            format!("a webhook request that is answered with 500 is repeated after {pause:.1} s");
        session.gathered.lock().notes.insert(note);
    }
    outcome.skip("whether later pauses grow, and how long the sender waits, takes minutes to see");
    Ok(())
}
