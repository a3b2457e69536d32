//! MCP-09: a request has the required properties of `_meta`.

use serde_json::{Value, json};

use super::check_error;
use crate::check::{Check, Outcome, Run};
use conformance_engine::session::mcp::Message;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "mcp-meta-required",
    requirement: "MCP-09",
    strength: None,
    about: "A request without a required member of _meta is answered with 400 and -32602.",
    example: "> tools/list {\"_meta\": {}}     (modern era, without the protocol version)\n\
              < 200",
    fix: "Check the required members of _meta, and answer 400 with -32602 if one is missing.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let mcp = session.mcp().await?;
    mcp.modern()?;
    let list = || Message::modern(session.mcp_id(), "tools/list", json!({}));
    // With only protocolVersion missing, header and body could count as contradictory.
    for (what, message) in [
        ("_meta", list().without_meta()),
        (
            "clientCapabilities in _meta",
            list().with_meta("clientCapabilities", Value::Null),
        ),
    ] {
        let reply = mcp.send(session, message).await?;
        check_error(
            outcome,
            &reply,
            &format!("a request without {what}"),
            (400, -32602),
        );
    }
    Ok(())
}
