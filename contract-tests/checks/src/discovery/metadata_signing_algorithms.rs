//! META-11: clients do not authenticate with unsigned tokens.

use crate::published::{AUTHORIZATION_SERVER, OPENID, document, texts};
use conformance_engine::expectation;
use serde_json::json;

use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::catalogue::Strength;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "metadata-signing-algorithms",
    requirement: "META-11",
    strength: None,
    about: "No list of algorithms for client authentication has none.",
    example: "{\"token_endpoint_auth_signing_alg_values_supported\": [\"RS256\", \"none\"]}",
    fix: "Remove none from the list, and refuse unsigned assertions.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let oauth = document(session, AUTHORIZATION_SERVER).await?;
    let openid = document(session, OPENID).await.ok();
    for answer in std::iter::once(&oauth).chain(&openid) {
        let body = answer.body()?;
        for (name, _) in body.as_object().unwrap_or_default() {
            if !name.ends_with("signing_alg_values_supported") {
                continue;
            }
            let is_client = name.ends_with("_auth_signing_alg_values_supported");
            let listed = texts(body, name).unwrap_or_default();
            let lists_none = listed.iter().any(|one| one.eq_ignore_ascii_case("none"));
            outcome.require(!lists_none, &[answer.exchange()], || {
                let fault = Fault::new(format!("{name:.80} has none"))
                    .must(expectation::at(
                        &format!("/{}", conformance_core::json::escape(name)),
                        json!({ "not": { "type": "array", "contains": { "const": "none" } } }),
                    ))
                    .expected("algorithms that sign (RFC 8414 §2)")
                    .actual(format!("{:.200}", listed.join(", ")))
                    .pointer(format!("/{}", conformance_core::json::escape(name)));
                if is_client {
                    fault
                } else {
                    fault.strength(Strength::Should)
                }
            });
        }
    }
    if outcome.passed == 0 && outcome.failed.is_empty() {
        outcome.skip("the metadata lists no signing algorithms");
    }
    Ok(())
}
