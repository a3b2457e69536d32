//! MCP-09: an unknown method is refused.

use serde_json::json;

use super::check_error;
use crate::check::{Check, Outcome, Run};
use conformance_engine::session::mcp::Message;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "mcp-method-unknown",
    requirement: "MCP-09",
    strength: None,
    about: "An unknown method is answered with 404 and -32601.",
    example: "> {\"method\": \"no/such\", \"id\": 1, …}\n\
              < 200 {\"error\": {\"code\": -32603}}",
    fix: "Answer 404 with the error code -32601 in the modern era.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let mcp = session.mcp().await?;
    mcp.modern()?;
    let message = Message::modern(session.mcp_id(), "conformance/unknown", json!({}));
    let reply = mcp.send(session, message).await?;
    check_error(outcome, &reply, "an unknown method", (404, -32601));
    Ok(())
}
