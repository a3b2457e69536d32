//! JWKS-01: the key set is one set of public keys.

use crate::published::{KEY_SET, document, text};
use conformance_engine::expectation;
use serde_json::json;

use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::json::Json;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "key-set",
    requirement: "JWKS-01",
    strength: None,
    about: "The key set has the array keys; every key has kty, and none is symmetric.",
    example: "{\"keys\": [{\"kty\": \"oct\", \"k\": \"…\"}]}",
    fix: "Publish asymmetric keys only. A published symmetric key allows anyone to sign tokens.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let answer = document(session, KEY_SET).await?;
    let evidence = [answer.exchange()];
    let keys = answer.body()?.get("keys").and_then(Json::as_array);
    let there = outcome.require(keys.is_some(), &evidence, || {
        Fault::new("the key set has no array keys")
            .must(expectation::member("keys", json!({ "type": "array" })))
            .expected("the member keys, an array (RFC 7517 §5)")
            .actual("it is missing, or not an array")
            .pointer("/keys")
    });
    for key in keys.filter(|_| there).unwrap_or_default() {
        let kind = text(key, "kty");
        outcome.require(kind.is_some(), &evidence, || {
            Fault::new("a key of the set has no kty")
                .must(expectation::json(
                    json!({ "properties": { "keys": { "items": { "required": ["kty"] } } } }),
                ))
                .expected("kty (RFC 7517 §4.1)")
                .actual("it is missing")
                .pointer("/keys")
        });
        outcome.require(kind != Some("oct"), &evidence, || {
            Fault::new("a key of the set is symmetric")
                .must(expectation::json(json!({ "properties": { "keys": { "items": { "properties": { "kty": { "not": { "const": "oct" } } } } } } }))).expected("public keys")
                .actual("kty is oct")
                .pointer("/keys")
        });
    }
    Ok(())
}
