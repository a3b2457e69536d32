//! MCP-04: one message is accepted at a time.

use bytes::Bytes;
use serde_json::{Value, json};

use crate::check::{Check, Fault, Outcome, Run};
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "mcp-batch-refused",
    requirement: "MCP-04",
    strength: None,
    about: "A batch of messages is answered with 400.",
    example: "> [{\"jsonrpc\": \"2.0\", \"id\": 1, …}, {\"jsonrpc\": \"2.0\", \"id\": 2, …}]\n\
              < 200",
    fix: "Answer a JSON array with 400; batches were removed from the protocol.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let mcp = session.mcp().await?;
    if mcp.discovered.is_none() && mcp.revision() < "2025-06-18" {
        let why = "the endpoint speaks a revision that has batches";
        return Err(Stop::Skip(why.to_owned()));
    }
    let mut message = mcp.request(session, "tools/list", json!({}));
    message.body = Value::Array(vec![message.body]);
    let body = Bytes::from(message.body.to_string());
    let builder = mcp
        .post(session, &message)
        .bytes(Some("application/json"), body);
    let answer = builder.send().await?;
    outcome.require(answer.status == 400, &[answer.exchange()], || {
        Fault::new("the MCP endpoint does not answer a batch with 400")
            .must(expectation::status(&[400]))
            .expected("400")
            .actual(answer.status.to_string())
    });
    Ok(())
}
