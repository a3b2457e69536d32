//! RES-06: the resource host refuses tokens for other resources.

use super::is_same;
use crate::check::{Check, Fault, Outcome, Run};
use crate::published::{MCP_RESOURCE, PROTECTED_RESOURCE, document};
use crate::token::{Client, token_text};
use conformance_core::jose::Jws;
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "resource-other-audience-refused",
    requirement: "RES-06",
    strength: None,
    about: "The resource host answers 401 or 403 to a token for another audience.",
    example: "> GET /org/o1/offer  Authorization: Bearer <token with aud https://other.example>\n\
              < 200",
    fix: "Compare aud with the address of the resource host on every request.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let client = Client::of(session)?;
    session.readable()?;
    for resource in others(session, client.resource).await {
        let mut fields = client.without(&["resource"]);
        fields.push(("resource", &resource));
        let issued = client.send(&fields).await?;
        let Some(token) = token_text(&issued) else {
            continue;
        };
        let Some(jws) = Jws::parse(token) else {
            outcome.undecided("the token does not show its audience");
            continue;
        };
        // A server that issues tokens for one audience only is not checked.
        if jws
            .audience()
            .iter()
            .any(|one| is_same(one, client.resource))
        {
            continue;
        }
        let answer = session.prepare_with_bearer(token)?.send().await?;
        let evidence = [issued.exchange(), answer.exchange()];
        outcome.require(matches!(answer.status, 401 | 403), &evidence, || {
            Fault::new("the resource host accepts a token that is for another audience")
                .must(expectation::status(&[401, 403]))
                .without_test(expectation::MAY_END_EARLIER)
                .expected("401 with the error invalid_token (RFC 6750 §3.1)")
                .actual(answer.status.to_string())
        });
    }
    if outcome.passed == 0 && outcome.failed.is_empty() {
        outcome.skip("no token is issued for a second audience");
    }
    Ok(())
}

/// Returns the resources that the token host announces, without the resource host.
async fn others(session: &Session, own: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for path in [PROTECTED_RESOURCE, MCP_RESOURCE] {
        let Ok(answer) = document(session, path).await else {
            continue;
        };
        let body = answer.json().ok();
        let named = body.and_then(|body| body.get("resource")?.as_str());
        let named = named.filter(|one| !is_same(one, own) && !found.iter().any(|f| f == one));
        found.extend(named.map(str::to_owned));
    }
    found
}
