//! MCP-11: a server of the modern era has neither sessions nor streams that it opens itself.

use serde_json::json;

use crate::check::{Check, Fault, Outcome, Run};
use conformance_engine::expectation;
use conformance_engine::session::mcp::{Message, SESSION};
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "mcp-no-streams",
    requirement: "MCP-11",
    strength: None,
    about: "GET and DELETE are answered with 405, and no session id is given out.",
    example: "> GET /mcp        (modern era)\n\
              < 200 text/event-stream",
    fix: "Answer GET and DELETE with 405, and send no Mcp-Session-Id; the modern era has no \
          sessions.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let mcp = session.mcp().await?;
    mcp.modern()?;
    if mcp.legacy().is_ok() {
        let why = "the endpoint speaks the legacy era as well, which has sessions and streams";
        return Err(Stop::Skip(why.to_owned()));
    }
    for method in ["GET", "DELETE"] {
        let builder = mcp
            .plain(session, method)
            .header("accept", "text/event-stream");
        let answer = builder.send().await?;
        outcome.require(answer.status == 405, &[answer.exchange()], || {
            Fault::new(format!(
                "the MCP endpoint does not answer {method} with 405"
            ))
            .must(expectation::status(&[405]))
            .expected("405")
            .actual(answer.status.to_string())
        });
    }
    let message = Message::modern(session.mcp_id(), "tools/list", json!({}));
    let reply = mcp
        .send(session, message.with("last-event-id", "1"))
        .await?;
    outcome.require(reply.result().is_some(), &[reply.answer.exchange()], || {
        Fault::new("the MCP endpoint does not ignore Last-Event-ID")
            .must(expectation::member("result", json!({})))
            .expected("a result")
            .actual(reply.summary())
    });
    let id = reply.answer.headers.contains_key(SESSION);
    outcome.require(!id, &[reply.answer.exchange()], || {
        Fault::new("the MCP endpoint gives out a session id")
            .must(expectation::header("mcp-session-id").not())
            .expected("no Mcp-Session-Id")
            .actual("Mcp-Session-Id")
            .pointer("header Mcp-Session-Id")
    });
    Ok(())
}
