//! MCP-14 a: a session id has visible ASCII characters only.

use crate::check::{Check, Fault, Outcome, Run};
use conformance_engine::expectation;
use conformance_engine::session::mcp::SESSION;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "mcp-session-id-visible",
    requirement: "MCP-14",
    strength: None,
    about: "A session id consists of visible ASCII characters.",
    example: "< Mcp-Session-Id: sitzung-ä",
    fix: "Use letters and digits only, from a secure random source.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let mcp = session.mcp().await?;
    let reply = mcp.legacy()?;
    let Some(id) = reply.answer.headers.get(SESSION) else {
        return Err(Stop::Skip(super::NO_SESSIONS.to_owned()));
    };
    let bytes = id.as_bytes();
    let holds = !bytes.is_empty() && bytes.iter().all(|byte| matches!(byte, 0x21..=0x7e));
    outcome.require(holds, &[reply.answer.exchange()], || {
        Fault::new("a session id has other than visible ASCII characters")
            .must(
                expectation::header_matches("mcp-session-id", r"^[\x21-\x7e]+$")
                    .or(expectation::header("mcp-session-id").not()),
            )
            .expected("characters from 0x21 to 0x7E")
            .actual(format!("{id:?}"))
            .pointer("header Mcp-Session-Id")
    });
    Ok(())
}
