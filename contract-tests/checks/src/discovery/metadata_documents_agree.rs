//! META-09: two documents about one server agree.

use crate::check::{Check, Fault, Outcome, Run};
use crate::published::{AUTHORIZATION_SERVER, OPENID, document};
use conformance_core::json::Json;
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "metadata-documents-agree",
    requirement: "META-09",
    strength: None,
    about: "Members that the OAuth metadata and the OpenID Connect document share have the same values.",
    example: "oauth-authorization-server: \"token_endpoint\": \"https://auth.example/oauth2/token\"\n\
              openid-configuration:       \"token_endpoint\": \"https://auth.example/token\"",
    fix: "Generate both documents from one configuration.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let oauth = document(session, AUTHORIZATION_SERVER).await?;
    let openid = document(session, OPENID).await?;
    let other = openid.body()?;
    for (name, value) in oauth.body()?.as_object().unwrap_or_default() {
        let Some(second) = other.get(name) else {
            continue;
        };
        let evidence = [oauth.exchange(), openid.exchange()];
        outcome.require(is_same(value, second), &evidence, || {
            Fault::new(format!("the two metadata documents differ in {name:.60}"))
                .must(expectation::Rule::Same(
                    0,
                    expectation::Part::Json(format!("/{}", conformance_core::json::escape(name))),
                ))
                .expected("the same value in both")
                .actual("different values")
                .pointer(format!("/{}", conformance_core::json::escape(name)))
        });
    }
    Ok(())
}

/// Compares two values; lists are sets.
fn is_same(one: &Json, other: &Json) -> bool {
    match (one.as_array(), other.as_array()) {
        (Some(one), Some(other)) => {
            one.iter().all(|item| other.contains(item))
                && other.iter().all(|item| one.contains(item))
        }
        _ => one == other,
    }
}
