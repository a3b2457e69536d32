//! VER-04: the host that issues tokens does not serve the API.

use super::{readable, serves_json};
use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::exchange::Host;
use conformance_core::missing_input::MissingInput;
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "token-host-apart",
    requirement: "VER-04",
    strength: None,
    about: "The token host serves no path of the REST API.",
    example: "> GET https://auth.example/org/o1/offer\n\
              < 200",
    fix: "Route the REST API on the resource host only.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// The maximum number of operations that are tried.
const OPERATIONS: usize = 3;

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let Some(token) = session.address(Host::Token) else {
        return Err(session.missing(MissingInput::TokenHost));
    };
    if Some(token) == session.address(Host::Resource) {
        return Err(Stop::Skip("tokens and the API have one host".to_owned()));
    }
    for (id, path) in readable(session).await.into_iter().take(OPERATIONS) {
        let plain = session.prepare(id).exchange().await?;
        if !serves_json(&plain) {
            continue;
        }
        let twin = session.twin(id, Host::Token, path).await?;
        let name = &session.description.operation(id).id;
        outcome.require(!serves_json(&twin), &[&plain, &twin], || {
            Fault::new(format!("{name} is served by the token host, too"))
                .must_of(1, expectation::class(2).and(expectation::is_json()).not())
                .expected("no success: the REST API is on the resource host")
                .actual(format!("{} with JSON", twin.status().unwrap_or(0)))
        });
    }
    Ok(())
}
