//! MCP-05: a notification has no response.

use serde_json::json;

use crate::check::{Check, Fault, Outcome, Run};
use conformance_engine::expectation;
use conformance_engine::session::mcp::Message;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "mcp-notification-accepted",
    requirement: "MCP-05",
    strength: None,
    about: "A notification that is accepted is answered with 202 and no content.",
    example: "> {\"jsonrpc\": \"2.0\", \"method\": \"notifications/initialized\"}\n\
              < 200 {}",
    fix: "Answer 202 without content.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let mcp = session.mcp().await?;
    let (method, params) = ("notifications/cancelled", json!({ "requestId": "none" }));
    let mut all = Vec::new();
    if mcp.modern().is_ok() {
        all.push(Message::modern(0, method, params.clone()));
    }
    if mcp.legacy().is_ok() {
        all.push(mcp.legacy_request(session, method, params));
    }
    for message in all {
        let answer = mcp.send(session, message.notification()).await?.answer;
        let holds = match answer.status {
            202 => answer.body.is_empty(),
            // The server refuses it, which the modern era allows.
            400..=499 => true,
            _ => false,
        };
        outcome.require(holds, &[answer.exchange()], || {
            Fault::new("the MCP endpoint does not answer a notification with 202 and no content")
                .must(
                    expectation::status(&[202])
                        .and(expectation::content().not())
                        .or(expectation::Rule::Status(vec![(400, 499)])),
                )
                .expected("202 without content, or a refusal")
                .actual(format!(
                    "{} with {} bytes",
                    answer.status,
                    answer.body.len()
                ))
        });
    }
    Ok(())
}
