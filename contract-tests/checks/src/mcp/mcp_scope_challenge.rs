//! MCP-19: the challenge for a token without enough scope names the missing scope.

use serde_json::json;
use spec::model::SecurityKind;

use super::challenge::parameter;
use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::exchange::Host;
use conformance_core::json::Json;
use conformance_core::missing_input::MissingInput;
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "mcp-scope-challenge",
    requirement: "MCP-19",
    strength: None,
    about: "A token with too little scope is answered with 403, scope and resource_metadata.",
    example: "> tools/call createOffer        (a token with scope read)\n\
              < 403        (no WWW-Authenticate)",
    fix: "Send a challenge with error=\"insufficient_scope\", scope and resource_metadata, so that \
          the client can ask the user.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// The maximum number of tools that are called.
const TOOLS: usize = 40;

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let mcp = session.mcp().await?;
    let reader = match session.bearer("reader").await {
        Ok(reader) => reader,
        Err(_) => narrow(session).await?,
    };
    let tools = mcp.tools(session).await?.iter();
    for tool in tools.filter(|tool| tool.is_read_only()).take(TOOLS) {
        let params = json!({ "name": tool.name(), "arguments": {} });
        let message = mcp.request(session, "tools/call", params);
        let builder = session.mcp_post(&message).authorization(reader.as_str());
        let answer = builder.send().await?;
        if answer.status != 403 {
            continue;
        }
        for name in ["scope", "resource_metadata"] {
            outcome.require(
                parameter(&answer, name).is_some(),
                &[answer.exchange()],
                || {
                    Fault::new(format!(
                        "a refusal for too little scope does not say {name}"
                    ))
                    .must(
                        expectation::header_matches(
                            "www-authenticate",
                            &format!(r"(?i)\b{name}\s*="),
                        )
                        .when(expectation::status(&[403])),
                    )
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

/// Obtains a token with a single scope for the identity under test (RFC 6749 §3.3).
async fn narrow(session: &Session) -> Result<String, Stop> {
    let lacking = || session.missing(MissingInput::Reader);
    let schemes = session.description.api.security_schemes.iter();
    let mut flows = schemes.filter_map(|scheme| match &scheme.kind {
        SecurityKind::OAuth2 { flows } => flows.iter().find(|flow| flow.token_url.is_some()),
        _ => None,
    });
    let scopes = flows.next().map_or(&[][..], |flow| &flow.scopes);
    let [(scope, _), _, ..] = scopes else {
        return Err(lacking());
    };
    let identity = session.primary();
    let (Some(id), Some(secret)) = (&identity.client_id, &identity.client_secret) else {
        return Err(lacking());
    };
    let base = session.address(Host::Resource).unwrap_or_default();
    let form = [
        ("grant_type", "client_credentials"),
        ("client_id", id.as_str()),
        ("client_secret", secret.reveal()),
        ("resource", base),
        ("scope", scope.as_str()),
    ];
    let answer = session.token_request()?.form(&form).send().await?;
    let body = answer.json().map_err(|_| lacking())?;
    let granted = body.get("scope").and_then(Json::as_str);
    let token = body.get("access_token").and_then(Json::as_str);
    let token = token.filter(|_| answer.is_success() && granted.is_none_or(|one| one == scope));
    let token = token.ok_or_else(lacking)?;
    session.redactor.learn(token);
    Ok(format!("Bearer {token}"))
}
