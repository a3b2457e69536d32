//! PRM-01: the metadata of the protected resource names it and its issuer.

use crate::published::{AUTHORIZATION_SERVER, PROTECTED_RESOURCE, document, text, texts};
use conformance_engine::expectation;
use serde_json::json;

use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::exchange::Host;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "resource-metadata",
    requirement: "PRM-01",
    strength: None,
    about: "resource is an https URL without fragment, and authorization_servers has the issuer.",
    example: "{\"resource\": \"https://api.example#v1\", \"authorization_servers\": []}",
    fix: "Write resource as an https address without a fragment, and list the issuer under \
          authorization_servers.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let answer = document(session, PROTECTED_RESOURCE).await?;
    let body = answer.body()?;
    let evidence = [answer.exchange()];
    let resource = text(body, "resource").unwrap_or_default();
    let is_https = resource.starts_with("https://")
        || (session.profile.is_loopback() && resource.starts_with("http://"));
    outcome.require(is_https && !resource.contains('#'), &evidence, || {
        Fault::new(
            "resource of the protected resource metadata is not an https URL without fragment",
        )
        .must(expectation::member(
            "resource",
            json!({ "type": "string", "pattern": "^https?://[^#]*$" }),
        ))
        .expected("https, no fragment (RFC 9728 §2)")
        .actual(format!("{resource:.200}"))
        .pointer("/resource")
    });
    let metadata = document(session, AUTHORIZATION_SERVER).await?;
    let issuer = text(metadata.body()?, "issuer").unwrap_or_default();
    let servers = texts(body, "authorization_servers").unwrap_or_default();
    let evidence = [answer.exchange(), metadata.exchange()];
    // Another check reports metadata with the wrong issuer.
    let own = session.address(Host::Token).unwrap_or_default();
    let holds = servers.contains(&issuer) || servers.contains(&own);
    outcome.require(holds, &evidence, || {
        Fault::new("authorization_servers of the protected resource metadata lacks the issuer")
            .must_of(
                0,
                expectation::member(
                    "authorization_servers",
                    json!({ "type": "array", "contains": { "const": issuer } }),
                ),
            )
            .expected(format!("{issuer:.200}"))
            .actual(match servers.as_slice() {
                [] => "none".to_owned(),
                servers => format!("{:.200}", servers.join(", ")),
            })
            .pointer("/authorization_servers")
            .help("RFC 9728 leaves the list optional; MCP clients need it.")
    });
    Ok(())
}
