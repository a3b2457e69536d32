//! PRM-02: a resource's metadata is about the resource that its address belongs to.

use serde_json::json;

use crate::check::{Check, Fault, Outcome, Run};
use crate::published::{MCP_RESOURCE, PROTECTED_RESOURCE, document, text};
use conformance_core::catalogue::Strength;
use conformance_core::exchange::Host;
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "resource-metadata-named",
    requirement: "PRM-02",
    strength: None,
    about: "The protected resource metadata names the resource of its address.",
    example: "> GET https://api.example/.well-known/oauth-protected-resource\n\
              < {\"resource\": \"https://staging.example\"}",
    fix: "Take resource from the address at which the document is served, or from configuration \
          for each environment.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let answer = document(session, PROTECTED_RESOURCE).await?;
    let auth = session.address(Host::Token).unwrap_or_default();
    let base = session.address(Host::Resource).unwrap_or_default();
    let mcp = format!("{auth}/mcp");
    let named = text(answer.body()?, "resource").unwrap_or_default();
    let named = named.trim_end_matches('/');
    outcome.require(named == auth, &[answer.exchange()], || {
        let fault =
            Fault::new("the protected resource metadata at the root is about another resource")
                .must(expectation::member(
                    "resource",
                    json!({ "enum": [auth, format!("{auth}/")] }),
                ))
                .expected(auth)
                .actual(format!("{named:.200}"))
                .pointer("/resource");
        if named == mcp || named == base {
            fault
                .strength(Strength::Should)
                .help("Clients that compare as RFC 9728 §3.3 requires do not accept it.")
        } else {
            fault
        }
    });
    let inserted = session.raw(Host::Token, "GET", MCP_RESOURCE).send().await?;
    let body = inserted.json().ok().filter(|_| inserted.status == 200);
    // If there is no such document, there is nothing to check.
    if let Some(named) = body.map(|body| text(body, "resource").unwrap_or_default()) {
        let holds = named.trim_end_matches('/') == mcp;
        outcome.require(holds, &[inserted.exchange()], || {
            Fault::new("the protected resource metadata of /mcp is about another resource")
                .must(expectation::member(
                    "resource",
                    json!({ "enum": [&mcp, &format!("{mcp}/")] }),
                ))
                .expected(&*mcp)
                .actual(format!("{named:.200}"))
                .pointer("/resource")
        });
    }
    Ok(())
}
