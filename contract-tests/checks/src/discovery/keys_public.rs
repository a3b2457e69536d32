//! JWKS-02: no private key is published.

use crate::published::keys;
use conformance_engine::expectation;
use serde_json::json;

use crate::check::{Check, Fault, Outcome, Run};
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "keys-public",
    requirement: "JWKS-02",
    strength: None,
    about: "No key of the set has a member with secret material.",
    example: "{\"keys\": [{\"kty\": \"RSA\", \"n\": \"…\", \"e\": \"AQAB\", \"d\": \"…\"}]}",
    fix: "Take the private members out at once, replace the key, and revoke the tokens that it \
          signed.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// Properties of private keys (RFC 7518 §6.2.2, §6.3.2, §6.4).
const SECRET: [&str; 8] = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"];

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let (keys, answer) = keys(session).await?;
    for key in &keys {
        let found = SECRET.iter().find(|name| key.get(name).is_some());
        outcome.require(found.is_none(), &[answer.exchange()], || {
            Fault::new("a key of the set has secret material")
                .must(expectation::json(json!({ "properties": { "keys": { "items": { "not": { "anyOf": [{ "required": ["d"] }, { "required": ["p"] }, { "required": ["q"] }, { "required": ["dp"] }, { "required": ["dq"] }, { "required": ["qi"] }, { "required": ["oth"] }, { "required": ["k"] }] } } } } }))).expected("public members only (RFC 7517 §9)")
                .actual(format!("the member {}", found.unwrap_or(&"")))
                .pointer("/keys")
        });
    }
    Ok(())
}
