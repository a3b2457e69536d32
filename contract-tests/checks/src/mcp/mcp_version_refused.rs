//! MCP-08: an unsupported revision is refused, and the supported ones are listed.

use serde_json::json;

use super::check_error;
use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::json::Json;
use conformance_engine::expectation;
use conformance_engine::session::mcp::{Message, VERSION};
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "mcp-version-refused",
    requirement: "MCP-08",
    strength: None,
    about: "An unsupported revision is answered with 400, -32022 and the supported ones.",
    example: "> MCP-Protocol-Version: 2099-01-01\n\
              < 200",
    fix: "Answer 400 with -32022, and list the supported revisions in data.supported.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// A revision that never existed.
const UNKNOWN: &str = "1999-12-31";

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let mcp = session.mcp().await?;
    mcp.modern()?;
    let message = Message::modern(session.mcp_id(), "tools/list", json!({}))
        .with(VERSION, UNKNOWN)
        .with_meta("protocolVersion", json!(UNKNOWN));
    let reply = mcp.send(session, message).await?;
    if !check_error(outcome, &reply, "an unknown revision", (400, -32022)) {
        return Ok(());
    }
    let data = reply.error().and_then(|error| error.get("data"));
    let supported = data.and_then(|data| data.get("supported")?.as_array());
    let requested = data.and_then(|data| data.get("requested")?.as_str());
    let holds = supported
        .is_some_and(|all| !all.is_empty() && all.iter().all(|one| one.as_str().is_some()))
        && requested == Some(UNKNOWN);
    outcome.require(holds, &[reply.answer.exchange()], || {
        Fault::new("the refusal of an unknown revision does not say which ones are supported").must(expectation::member("error", json!({ "required": ["data"], "properties": { "data": { "required": ["supported", "requested"], "properties": { "supported": { "type": "array", "minItems": 1, "items": { "type": "string" } }, "requested": { "const": UNKNOWN } } } } }))).expected(format!("supported: one or more; requested: {UNKNOWN}"))
            .actual(data.map_or_else(|| "no data".to_owned(), Json::to_string))
            .pointer("/error/data")
    });
    Ok(())
}
