//! MCP-17: an unknown tool is refused.

use serde_json::json;

use crate::check::{Check, Fault, Outcome, Run};
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "mcp-unknown-tool",
    requirement: "MCP-17",
    strength: None,
    about: "A call of an unknown tool gives the error code -32602.",
    example: "> tools/call {\"name\": \"noSuchTool\"}\n\
              < {\"result\": {\"isError\": true, …}}",
    fix: "Answer with the error code -32602: the client has made a mistake, not the tool.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let mcp = session.mcp().await?;
    let name = session.unlike("conformance-no-such-tool-");
    let params = json!({ "name": name, "arguments": {} });
    let message = mcp.request(session, "tools/call", params);
    let reply = mcp.send(session, message).await?;
    outcome.require(
        reply.code() == Some(-32602),
        &[reply.answer.exchange()],
        || {
            Fault::new("a call of an unknown tool does not give the error code -32602")
                .must(expectation::member(
                    "error",
                    json!({ "properties": { "code": { "const": -32602 } } }),
                ))
                .expected("an error with the code -32602")
                .actual(reply.summary())
        },
    );
    Ok(())
}
