//! META-08: the OpenID Connect document has its required properties.

use crate::published::{AUTHORIZATION_SERVER, OPENID, document, text, texts};
use conformance_engine::expectation;
use serde_json::json;

use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::catalogue::Strength;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "metadata-openid",
    requirement: "META-08",
    strength: None,
    about: "The OpenID Connect document has its required members; a warning if openid is not offered.",
    example: "{\"issuer\": \"https://auth.example\", \"token_endpoint\": \"…\"}     (at /.well-known/openid-configuration)",
    fix: "Add the members that OpenID Connect Discovery requires, among them \
          subject_types_supported and id_token_signing_alg_values_supported with RS256.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// Required properties that are strings (OpenID Connect Discovery 1.0 §3).
const TEXTS: [&str; 4] = [
    "issuer",
    "authorization_endpoint",
    "token_endpoint",
    "jwks_uri",
];
const LISTS: [&str; 3] = [
    "response_types_supported",
    "subject_types_supported",
    "id_token_signing_alg_values_supported",
];

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let answer = document(session, OPENID).await?;
    let body = answer.body()?;
    let offers = |body| texts(body, "scopes_supported").is_some_and(|all| all.contains(&"openid"));
    let is_openid = match document(session, AUTHORIZATION_SERVER).await {
        Ok(other) => offers(body) || offers(other.body()?),
        Err(_) => offers(body),
    };
    let strength = if is_openid {
        Strength::Must
    } else {
        Strength::Should
    };
    let missing = |name: &str| {
        Fault::new(format!("the OpenID Connect document has no {name}"))
            .must(expectation::member(name, json!({})))
            .expected("a required member (OpenID Connect Discovery 1.0 §3)")
            .actual("it is missing, or of another type")
            .pointer(format!("/{name}"))
            .strength(strength)
    };
    let there = |name: &str| text(body, name).is_some() || texts(body, name).is_some();
    for name in TEXTS.iter().chain(&LISTS) {
        outcome.require(there(name), &[answer.exchange()], || missing(name));
    }
    if let Some(algorithms) = texts(body, LISTS[2]) {
        outcome.require(algorithms.contains(&"RS256"), &[answer.exchange()], || {
            Fault::new("id_token_signing_alg_values_supported does not have RS256")
                .must(expectation::member(
                    "id_token_signing_alg_values_supported",
                    json!({ "type": "array", "contains": { "const": "RS256" } }),
                ))
                .expected("RS256 among them (OpenID Connect Discovery 1.0 §3)")
                .actual(format!("{:.200}", algorithms.join(", ")))
                .pointer(format!("/{}", LISTS[2]))
                .strength(strength)
        });
    }
    Ok(())
}
