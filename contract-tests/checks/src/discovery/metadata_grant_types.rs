//! META-04: the metadata lists the grants of the interface.

use crate::published::{AUTHORIZATION_SERVER, document, texts};
use conformance_engine::expectation;
use serde_json::json;

use crate::check::{Check, Fault, Outcome, Run};
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "metadata-grant-types",
    requirement: "META-04",
    strength: None,
    about: "grant_types_supported has client_credentials, refresh_token and authorization_code.",
    example: "{\"grant_types_supported\": [\"authorization_code\"]}",
    fix: "List client_credentials, refresh_token and authorization_code.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// The grants of the interface (§5, rule 5).
const GRANTS: [&str; 3] = ["client_credentials", "refresh_token", "authorization_code"];

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let answer = document(session, AUTHORIZATION_SERVER).await?;
    // These are the defaults (RFC 8414 §2).
    let listed = texts(answer.body()?, "grant_types_supported")
        .unwrap_or_else(|| vec!["authorization_code", "implicit"]);
    for grant in GRANTS {
        outcome.require(listed.contains(&grant), &[answer.exchange()], || {
            Fault::new(format!("grant_types_supported does not have {grant}"))
                .must(expectation::member(
                    "grant_types_supported",
                    json!({ "type": "array", "contains": { "const": grant } }),
                ))
                .expected(GRANTS.join(", "))
                .actual(format!("{:.200}", listed.join(", ")))
                .pointer("/grant_types_supported")
        });
    }
    Ok(())
}
