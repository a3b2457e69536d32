//! MCP-14 b: in a session, every message has the session id.

use serde_json::json;

use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::catalogue::Strength;
use conformance_engine::expectation;
use conformance_engine::session::mcp::SESSION;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "mcp-session-id-required",
    requirement: "MCP-14",
    strength: Some(Strength::Should),
    about: "A message without the session id is answered with 400.",
    example: "> POST /mcp {\"method\": \"tools/list\"}        (legacy era, no Mcp-Session-Id)\n\
              < 200",
    fix: "Answer 400 where the server gave out a session id and a request lacks it.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let mcp = session.mcp().await?;
    mcp.legacy()?;
    if mcp.session_id().is_none() {
        return Err(Stop::Skip(super::NO_SESSIONS.to_owned()));
    }
    let message = mcp.legacy_request(session, "tools/list", json!({}));
    let answer = mcp.send(session, message.without(SESSION)).await?.answer;
    outcome.require(answer.status == 400, &[answer.exchange()], || {
        Fault::new("the MCP endpoint does not answer a message without the session id with 400")
            .must(expectation::status(&[400]))
            .without_test(expectation::NEEDS_SESSIONS)
            .expected("400")
            .actual(answer.status.to_string())
    });
    Ok(())
}
