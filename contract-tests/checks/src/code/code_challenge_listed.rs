//! CODE-01: the metadata lists S256 as a PKCE method.

use serde_json::json;

use crate::check::{Check, Fault, Outcome, Run};
use crate::published::{AUTHORIZATION_SERVER, document, texts};
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "code-challenge-listed",
    requirement: "CODE-01",
    strength: None,
    about: "code_challenge_methods_supported has S256.",
    example: "{\"code_challenge_methods_supported\": [\"plain\"]}",
    fix: "Support S256 and list it in the authorization server metadata. Clients that follow OAuth \
          2.1 or MCP stop without it.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let answer = document(session, AUTHORIZATION_SERVER).await?;
    let methods = texts(answer.body()?, "code_challenge_methods_supported");
    let holds = methods.as_ref().is_some_and(|all| all.contains(&"S256"));
    outcome.require(holds, &[answer.exchange()], || {
        Fault::new("code_challenge_methods_supported does not have S256")
            .must(expectation::member(
                "code_challenge_methods_supported",
                json!({ "type": "array", "contains": { "const": "S256" } }),
            ))
            .expected("S256: clients look here before they use PKCE (RFC 8414 §2, RFC 7636 §4.2)")
            .actual(match methods {
                Some(all) => format!("{:.200}", all.join(", ")),
                None => "it is missing".to_owned(),
            })
            .pointer("/code_challenge_methods_supported")
    });
    Ok(())
}
