//! MCP-18: a token for another audience is refused.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::json;

use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::json::Json;
use conformance_engine::expectation;
use conformance_engine::session::mcp::Message;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "mcp-audience-checked",
    requirement: "MCP-18",
    strength: None,
    about: "A token that was issued for another audience is answered with 401.",
    example: "> POST /mcp  Authorization: Bearer <token with aud https://api.example>\n\
              < 200",
    fix: "Accept only tokens whose aud is the address of the MCP endpoint or its resource.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// An audience that is neither one of the hosts nor the endpoint.
const FOREIGN: &str = "https://conformance.invalid/api";

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    session.mcp().await?;
    let answer = session.token_with_resource(FOREIGN).await?;
    let none = "the authorization server issues no tokens for other audiences";
    let token = answer
        .json()
        .ok()
        .and_then(|body| body.get("access_token")?.as_str());
    let Some(token) = token.filter(|_| answer.is_success()) else {
        return Err(Stop::Skip(none.to_owned()));
    };
    session.redactor.learn(token);
    if !is_foreign(token) {
        return Err(Stop::Skip(none.to_owned()));
    }
    let message = Message::modern(session.mcp_id(), "tools/list", json!({}));
    let used = session
        .mcp_post(&message)
        .authorization(format!("Bearer {token}"));
    let used = used.send().await?;
    let exchanges = [answer.exchange(), used.exchange()];
    outcome.require(matches!(used.status, 401 | 403), &exchanges, || {
        Fault::new("the MCP endpoint accepts a token that was issued for another audience")
            .must(expectation::status(&[401, 403]))
            .without_test(expectation::MAY_END_EARLIER)
            .expected("401")
            .actual(used.status.to_string())
    });
    Ok(())
}

/// Returns whether a token is a JWT for that audience and no other (RFC 7519 §4.1.3).
fn is_foreign(token: &str) -> bool {
    let claims = token.split('.').nth(1);
    let claims = claims.and_then(|part| URL_SAFE_NO_PAD.decode(part).ok());
    let claims = claims.and_then(|bytes| Json::parse(&bytes).ok());
    let audience = claims.as_ref().and_then(|claims| claims.get("aud"));
    match audience {
        Some(Json::String(one)) => &**one == FOREIGN,
        Some(Json::Array(all)) => {
            !all.is_empty() && all.iter().all(|one| one.as_str() == Some(FOREIGN))
        }
        _ => false,
    }
}
