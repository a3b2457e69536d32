//! PRM-05: a resource does not ask for refresh tokens.

use crate::published::{PROTECTED_RESOURCE, document, texts};
use conformance_engine::expectation;
use serde_json::json;

use crate::check::{Check, Fault, Outcome, Run};
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "resource-no-offline-access",
    requirement: "PRM-05",
    strength: None,
    about: "Neither scopes_supported of the resource's metadata nor a challenge has offline_access.",
    example: "{\"resource\": \"https://api.example\", \"scopes_supported\": [\"read\", \"offline_access\"]}",
    fix: "Take offline_access out. Refresh tokens are a matter between the client and the \
          authorization server.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let answer = document(session, PROTECTED_RESOURCE).await?;
    let scopes = texts(answer.body()?, "scopes_supported").unwrap_or_default();
    let holds = !scopes.contains(&"offline_access");
    outcome.require(holds, &[answer.exchange()], || {
        Fault::new("scopes_supported of the protected resource metadata has offline_access")
            .must(expectation::json(json!({ "properties": { "scopes_supported": { "not": { "type": "array", "contains": { "const": "offline_access" } } } } }))).expected("scopes of the resource; clients decide whether they refresh")
            .actual("offline_access")
            .pointer("/scopes_supported")
    });
    let refused = session
        .prepare(session.readable()?)
        .as_nobody()
        .send()
        .await?;
    let fields = refused.headers.get_all("www-authenticate").iter();
    let mut values = fields.filter_map(|value| value.to_str().ok());
    let holds = !values.any(|value| value.contains("offline_access"));
    outcome.require(holds, &[refused.exchange()], || {
        Fault::new("a challenge asks for the scope offline_access")
            .must(
                expectation::header_matches(
                    "www-authenticate",
                    r#"scope="[^"]*\boffline_access\b"#,
                )
                .not(),
            )
            .expected("scopes of the resource; clients decide whether they refresh")
            .actual("offline_access")
            .pointer("header WWW-Authenticate")
    });
    Ok(())
}
