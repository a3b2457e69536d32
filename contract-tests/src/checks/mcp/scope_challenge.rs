//! MCP-19: a token that does not reach far enough is told what it lacks.

use serde_json::json;

use super::challenge::parameter;
use crate::check::{Check, Fault, Outcome, Run};
use crate::session::{Session, Stop};

/// The check.
pub static CHECK: Check = Check {
    id: "mcp-scope-challenge",
    requirement: "MCP-19",
    strength: None,
    about: "A token with too little scope is answered with 403, scope and resource_metadata.",
    run: Run::Probe(|session, outcome| Box::pin(judge(session, outcome))),
};

/// How many tools are called.
const TOOLS: usize = 40;

async fn judge(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let mcp = session.mcp().await?;
    let reader = session.bearer("reader").await?;
    let tools = mcp.tools(session).await?.iter();
    for tool in tools.filter(|tool| tool.is_read_only()).take(TOOLS) {
        let params = json!({ "name": tool.name(), "arguments": {} });
        let message = mcp.request(session, "tools/call", params);
        let ask = session.mcp_post(&message).authorization(reader.as_str());
        let answer = ask.send().await?;
        if answer.status != 403 {
            continue;
        }
        for name in ["scope", "resource_metadata"] {
            outcome.expect(
                parameter(&answer, name).is_some(),
                &[answer.exchange()],
                || {
                    Fault::new(format!(
                        "a refusal for too little scope does not say {name}"
                    ))
                    .expected(format!("a challenge with {name}"))
                    .actual("none")
                    .pointer("header WWW-Authenticate")
                },
            );
        }
        return Ok(());
    }
    Err(Stop::Skip(
        "no tool that only reads is refused to the identity with few scopes".to_owned(),
    ))
}
