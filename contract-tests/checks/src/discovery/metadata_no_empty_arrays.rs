//! META-06: properties without values are left out.

use crate::published::{AUTHORIZATION_SERVER, OPENID, PROTECTED_RESOURCE, document};
use conformance_engine::expectation;
use serde_json::json;

use crate::check::{Check, Fault, Outcome, Run};
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "metadata-no-empty-arrays",
    requirement: "META-06",
    strength: None,
    about: "No member of the metadata is an empty array.",
    example: "{\"scopes_supported\": []}",
    fix: "Leave members out that have no values.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    session.token_request()?;
    for path in [AUTHORIZATION_SERVER, OPENID, PROTECTED_RESOURCE] {
        let answer = match document(session, path).await {
            Ok(answer) => answer,
            Err(stop) => {
                let why = stop.why();
                outcome.undecided(why);
                continue;
            }
        };
        let members = answer.body()?.as_object().unwrap_or_default();
        let empty = members
            .iter()
            .find(|(_, value)| value.as_array().is_some_and(<[_]>::is_empty));
        match empty {
            None => outcome.pass(),
            Some((name, _)) => {
                let fault = Fault::new(format!("{path} has a member that is an empty array"))
                    .must(expectation::json(
                        json!({ "additionalProperties": { "not": { "const": [] } } }),
                    ))
                    .expected("a member without values is left out (RFC 8414 §3.2)")
                    .actual(format!("{name:.100} is []"))
                    .pointer(format!("/{}", conformance_core::json::escape(name)));
                outcome.fail(fault, &[answer.exchange()]);
            }
        }
    }
    Ok(())
}
