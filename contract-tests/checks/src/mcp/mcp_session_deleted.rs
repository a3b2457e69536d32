//! MCP-14 d: clients can end sessions, or get 405.

use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::catalogue::Strength;
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "mcp-session-deleted",
    requirement: "MCP-14",
    strength: Some(Strength::Should),
    about: "DELETE of a session is answered with a 2xx status or with 405.",
    example: "> DELETE /mcp  Mcp-Session-Id: s1\n\
              < 500",
    fix: "End the session and answer 2xx, or answer 405 where clients may not end sessions.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let mcp = session.mcp().await?;
    mcp.legacy()?;
    let (_, answer) = super::end_session(session, &mcp).await?;
    let holds = answer.is_success() || answer.status == 405;
    outcome.require(holds, &[answer.exchange()], || {
        Fault::new("the MCP endpoint answers the DELETE of a session with neither 2xx nor 405")
            .must(expectation::class(2).or(expectation::status(&[405])))
            .without_test(expectation::NEEDS_SESSIONS)
            .expected("2xx or 405")
            .actual(answer.status.to_string())
    });
    Ok(())
}
