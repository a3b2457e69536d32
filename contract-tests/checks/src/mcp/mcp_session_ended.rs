//! MCP-14 c: an ended session is not served.

use serde_json::json;

use crate::check::{Check, Fault, Outcome, Run};
use conformance_engine::expectation;
use conformance_engine::session::mcp::SESSION;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "mcp-session-ended",
    requirement: "MCP-14",
    strength: None,
    about: "A message in a session that has ended is answered with 404.",
    example: "> DELETE /mcp  Mcp-Session-Id: s1  < 200\n\
              > POST /mcp  Mcp-Session-Id: s1\n\
              < 200",
    fix: "Answer 404 to an ended session; the client then starts a new one.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let mcp = session.mcp().await?;
    mcp.legacy()?;
    let (id, ended) = super::end_session(session, &mcp).await?;
    if !ended.is_success() {
        let why = "the endpoint does not let clients end sessions";
        return Err(Stop::Skip(why.to_owned()));
    }
    let message = mcp.legacy_request(session, "tools/list", json!({}));
    let answer = mcp.send(session, message.with(SESSION, &id)).await?.answer;
    let exchanges = [ended.exchange(), answer.exchange()];
    outcome.require(answer.status == 404, &exchanges, || {
        Fault::new("the MCP endpoint does not answer a message in an ended session with 404")
            .must(expectation::status(&[404]))
            .without_test(expectation::NEEDS_SESSIONS)
            .expected("404")
            .actual(answer.status.to_string())
    });
    Ok(())
}
