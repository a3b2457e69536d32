//! CODE-07 (a): state comes back unchanged.

use super::flow::Client;
use crate::check::{Check, Fault, Outcome, Run};
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "code-response-state",
    requirement: "CODE-07",
    strength: None,
    about: "state of the authorization response is that of the request, exactly.",
    example: "> GET /authorize?state=a%2Bb…\n\
              < 302 …?code=abc&state=a+b",
    fix: "Return state exactly as it was sent, percent-encoded again.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let client = Client::of(session)?;
    let request = client.request();
    let (_, came) = client.code(&request).await?;
    let state = came.parameter("state");
    outcome.require(
        state.as_ref() == Some(&request.state),
        &came.evidence(),
        || {
            Fault::new("state does not come back unchanged")
                .must(expectation::Rule::Redirects(
                    "state".to_owned(),
                    request.state.clone(),
                ))
                .expected(format!("{:?}", request.state))
                .actual(
                    state.map_or_else(|| "no state".to_owned(), |state| format!("{state:.200?}")),
                )
        },
    );
    Ok(())
}
