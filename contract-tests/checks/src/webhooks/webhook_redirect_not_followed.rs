//! WH-06 b: a delivery goes to the registered address and nowhere else.

use super::evidence;
use crate::check::{Check, Fault, Outcome, Run};
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "webhook-redirect-not-followed",
    requirement: "WH-06",
    strength: None,
    about: "A redirect that the receiver answers with is not followed.",
    example: "receiver: < 302 Location: http://169.254.169.254/\n\
              > GET http://169.254.169.254/",
    fix: "Turn redirects off in the client that delivers; otherwise a receiver can make the \
          service send requests into its own network.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let campaign = session.webhooks().await?;
    if campaign.answered(307).is_none() {
        return Err(Stop::Skip(
            "no delivery was answered with a redirect".to_owned(),
        ));
    }
    let followed = campaign.deliveries.iter().any(|one| one.is_redirected);
    outcome.require(!followed, &evidence(&campaign), || {
        Fault::new("a webhook request follows a redirect")
            .without_test(expectation::NEEDS_RECEIVER)
            .expected("requests to the registered address only")
            .actual("a request to the address that the redirect names")
            .help("A receiver could have the service ask addresses inside its own network.")
    });
    Ok(())
}
