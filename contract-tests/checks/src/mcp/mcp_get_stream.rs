//! MCP-15: in the legacy era, GET opens a stream if there is one.

use crate::check::{Check, Fault, Outcome, Run};
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "mcp-get-stream",
    requirement: "MCP-15",
    strength: None,
    about: "GET is answered with an event stream or with 405.",
    example: "> GET /mcp  Accept: text/event-stream\n\
              < 404",
    fix: "Open an event stream, or answer 405. A client takes 404 for a session that has ended.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let mcp = session.mcp().await?;
    mcp.legacy()?;
    let builder = mcp
        .plain(session, "GET")
        .header("accept", "text/event-stream");
    let answer = builder.send().await?;
    let is_stream =
        answer.status == 200 && answer.media_type().as_deref() == Some("text/event-stream");
    outcome.require(
        is_stream || answer.status == 405,
        &[answer.exchange()],
        || {
            Fault::new("the MCP endpoint answers GET with neither an event stream nor 405")
                .must(
                    expectation::status(&[405]).or(expectation::status(&[200]).and(
                        expectation::header_matches("content-type", "(?i)^text/event-stream"),
                    )),
                )
                .expected("200 with text/event-stream, or 405")
                .actual(format!(
                    "{} {}",
                    answer.status,
                    answer.media_type().unwrap_or_default()
                ))
        },
    );
    Ok(())
}
