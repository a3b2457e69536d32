//! MCP-13 b: in the legacy era, a message without a revision counts as one of 2025-03-26.

use serde_json::json;

use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::catalogue::Strength;
use conformance_engine::expectation;
use conformance_engine::session::mcp::VERSION;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "mcp-legacy-version-assumed",
    requirement: "MCP-13",
    strength: Some(Strength::Should),
    about: "A message of the legacy era without MCP-Protocol-Version is served.",
    example: "> tools/list        (in a session, no MCP-Protocol-Version)\n\
              < 400",
    fix: "Assume revision 2025-03-26 if the header is missing in the legacy era.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let mcp = session.mcp().await?;
    mcp.legacy()?;
    let message = mcp.legacy_request(session, "tools/list", json!({}));
    let reply = mcp.send(session, message.without(VERSION)).await?;
    outcome.require(reply.result().is_some(), &[reply.answer.exchange()], || {
        Fault::new("the MCP endpoint does not serve a message without MCP-Protocol-Version")
            .must(expectation::member("result", json!({})))
            .expected("a result, as by revision 2025-03-26")
            .actual(reply.summary())
    });
    Ok(())
}
