//! MCP-07: the headers of a message agree with its body.

use serde_json::json;

use super::check_error;
use crate::check::{Check, Outcome, Run};
use conformance_engine::session::mcp::{Message, NEWEST_LEGACY, VERSION};
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "mcp-headers-match",
    requirement: "MCP-07",
    strength: None,
    about: "Headers that contradict the body, or are missing, are answered with 400 and -32020.",
    example: "> Mcp-Method: tools/list\n\
              > {\"method\": \"tools/call\", …}\n\
              < 200",
    fix: "Compare Mcp-Method, Mcp-Name and MCP-Protocol-Version with the body, and answer a \
          difference with 400 and -32020. Proxies route by the headers.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let mcp = session.mcp().await?;
    mcp.modern()?;
    let list = || Message::modern(session.mcp_id(), "tools/list", json!({}));
    let mut cases = vec![
        (
            "another Mcp-Method than the method",
            list().with("mcp-method", "prompts/list"),
        ),
        ("no Mcp-Method", list().without("mcp-method")),
        (
            "another MCP-Protocol-Version than its _meta",
            list().with(VERSION, NEWEST_LEGACY),
        ),
    ];
    if mcp.may_speak_oldest() {
        outcome.skip("a message without MCP-Protocol-Version may count as one of 2025-03-26");
    } else {
        cases.push(("no MCP-Protocol-Version", list().without(VERSION)));
    }
    // If the tool is called regardless, nothing changes.
    let tool = mcp
        .tools(session)
        .await?
        .iter()
        .find(|tool| tool.is_read_only());
    if let Some(tool) = tool {
        let params = json!({ "name": tool.name(), "arguments": {} });
        let call = || Message::modern(session.mcp_id(), "tools/call", params.clone());
        cases.push((
            "another Mcp-Name than the tool",
            call().with("mcp-name", "conformance"),
        ));
        cases.push(("no Mcp-Name", call().without("mcp-name")));
    } else {
        outcome.skip("Mcp-Name: there is no tool that is known to only read");
    }
    for (what, message) in cases {
        let reply = mcp.send(session, message).await?;
        check_error(
            outcome,
            &reply,
            &format!("a message with {what}"),
            (400, -32020),
        );
    }
    Ok(())
}
