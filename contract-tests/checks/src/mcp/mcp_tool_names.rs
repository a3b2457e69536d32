//! MCP-16 c: every client can use the names of the tools.

use serde_json::json;

use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::catalogue::Strength;
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "mcp-tool-names",
    requirement: "MCP-16",
    strength: Some(Strength::Should),
    about: "Names of tools have 1 to 128 letters, digits, underscores, hyphens and dots.",
    example: "{\"name\": \"list offers!\"}",
    fix: "Use letters, digits, underscores, hyphens and dots; clients map names to function names \
          of models.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let mcp = session.mcp().await?;
    let pages = mcp.list_tools(session).await?;
    let exchanges: Vec<_> = pages.iter().map(|page| page.answer.exchange()).collect();
    for tool in mcp.tools(session).await? {
        let name = tool.name();
        let is_good = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
        let holds = (1..=128).contains(&name.len()) && name.bytes().all(is_good);
        outcome.require(holds, &exchanges, || {
            Fault::new("a tool has a name that clients may not accept")
                .must(expectation::at(
                    "/result/tools/0/name",
                    json!({ "pattern": "^[A-Za-z0-9_.-]{1,128}$" }),
                ))
                .expected("1 to 128 characters out of A-Z, a-z, 0-9, _, - and .")
                .actual(name.chars().take(160).collect::<String>())
        });
    }
    Ok(())
}
