//! MCP-01: messages are accepted only with a valid access token.

use serde_json::json;

use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::exchange::Host;
use conformance_core::missing_input::MissingInput;
use conformance_engine::expectation;
use conformance_engine::session::mcp::Message;
use conformance_engine::session::{Answer, Session, Stop};

pub static CHECK: Check = Check {
    id: "mcp-token-required",
    requirement: "MCP-01",
    strength: None,
    about: "A message without a valid access token in its header is answered with 401.",
    example: "> POST /mcp        (no Authorization)\n\
              < 200",
    fix: "Require a token for each message, not only for initialize, and read it from the header \
          only.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    if session.address(Host::Token).is_none() {
        return Err(session.missing(MissingInput::TokenHost));
    }
    session.permit_mcp()?;
    let message = || Message::modern(session.mcp_id(), "tools/list", json!({}));
    let bare = session.mcp_post(&message()).send().await?;
    refused(outcome, &bare, "no token");
    let unknown = "Bearer conformance-was-never-issued";
    let unknown = session.mcp_post(&message()).authorization(unknown);
    refused(
        outcome,
        &unknown.send().await?,
        "a token that was never issued",
    );
    // A separate token, because one in a query may be logged.
    let token = session.fetch_token(session.primary()).await?;
    let secret = token.secret.reveal();
    let tampered = tampered(secret);
    // It is nearly the real one.
    session.redactor.learn(&tampered);
    let tampered = session
        .mcp_post(&message())
        .authorization(format!("Bearer {tampered}"));
    refused(
        outcome,
        &tampered.send().await?,
        "a token with a changed signature",
    );
    let query = session
        .mcp_post(&message())
        .raw_query(format!("access_token={secret}"));
    let answer = query.send().await?;
    outcome.require(
        matches!(answer.status, 400..=499),
        &[answer.exchange()],
        || {
            Fault::new("the MCP endpoint accepts an access token from the query")
                .must(expectation::class(4))
                .expected("401")
                .actual(answer.status.to_string())
        },
    );
    Ok(())
}

fn refused(outcome: &mut Outcome, answer: &Answer, what: &str) {
    outcome.require(answer.status == 401, &[answer.exchange()], || {
        Fault::new(format!("the MCP endpoint does not answer {what} with 401"))
            .must(expectation::status(&[401]))
            .expected("401")
            .actual(answer.status.to_string())
    });
}

/// Returns a token with a changed signature. The last character of a Base64 text may be
/// insignificant, so the one before it is changed.
fn tampered(token: &str) -> String {
    let mut bytes = token.as_bytes().to_vec();
    if let Some(at) = bytes.len().checked_sub(8) {
        bytes[at] = if bytes[at] == b'A' { b'B' } else { b'A' };
    }
    String::from_utf8(bytes).unwrap_or_default()
}
