//! MCP-02: a client without a token can discover where to obtain one.

use serde_json::json;
use url::Url;

use super::challenge::parameter;
use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::exchange::Host;
use conformance_core::json::Json;
use conformance_core::missing_input::MissingInput;
use conformance_engine::session::mcp::Message;
use conformance_engine::session::{Answer, Session, Stop};

pub static CHECK: Check = Check {
    id: "mcp-metadata-found",
    requirement: "MCP-02",
    strength: None,
    about: "The 401 of the MCP endpoint, or a well-known address, leads to its metadata.",
    example: "> POST /mcp        (no Authorization)\n\
              < 401        (no resource_metadata; /.well-known/oauth-protected-resource/mcp is 404)",
    fix: "Name the document in the challenge, or serve it at the well-known address; without it no \
          client can sign in.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

const WELL_KNOWN: &str = "/.well-known/oauth-protected-resource";

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let Some(address) = session
        .address(Host::Token)
        .and_then(|url| Url::parse(url).ok())
    else {
        return Err(session.missing(MissingInput::TokenHost));
    };
    session.permit_mcp()?;
    let message = Message::modern(session.mcp_id(), "tools/list", json!({}));
    let refused = session.mcp_post(&message).send().await?;
    let named = parameter(&refused, "resource_metadata").and_then(|url| Url::parse(&url).ok());
    let mut seen = vec![refused.clone()];
    if let Some(named) = named {
        if named.origin() != address.origin() {
            // Hosts that the run was not given are not contacted; it is enough that the metadata
            // names one.
            outcome.pass();
            return Ok(());
        }
        let target = &named[url::Position::BeforePath..url::Position::AfterQuery];
        let prefix = address.path().trim_end_matches('/');
        seen.push(send(session, target.strip_prefix(prefix).unwrap_or(target)).await?);
    }
    for target in [
        format!("{WELL_KNOWN}{}", session.mcp_path()),
        WELL_KNOWN.to_owned(),
    ] {
        if !seen.iter().any(is_metadata) {
            seen.push(send(session, &target).await?);
        }
    }
    let exchanges: Vec<_> = seen.iter().map(Answer::exchange).collect();
    outcome.require(seen.iter().any(is_metadata), &exchanges, || {
        Fault::new("nothing leads from the MCP endpoint to its protected resource metadata")
            .expected("resource_metadata in the challenge, or a document at a well-known address")
            .actual("neither")
    });
    Ok(())
}

async fn send(session: &Session, target: &str) -> Result<Answer, Stop> {
    session.raw(Host::Token, "GET", target).send().await
}

/// Returns whether a response is protected resource metadata (RFC 9728 §2).
fn is_metadata(answer: &Answer) -> bool {
    let resource = answer
        .json()
        .ok()
        .and_then(|body| body.get("resource")?.as_str().map(str::len));
    let servers = answer
        .json()
        .ok()
        .and_then(|body| body.get("authorization_servers"));
    answer.status == 200
        && resource.is_some()
        && servers.is_none_or(|all| matches!(all, Json::Array(_)))
}
