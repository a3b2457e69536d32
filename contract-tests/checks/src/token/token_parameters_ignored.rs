//! TOK-14: unknown and empty parameters change nothing.

use super::support::{Client, refusal, token_text};
use conformance_engine::expectation;
use serde_json::json;

use crate::check::{Check, Fault, Outcome, Run};
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "token-parameters-ignored",
    requirement: "TOK-14",
    strength: None,
    about: "Unknown parameters are ignored, and empty ones are as if they had been left out.",
    example: "> grant_type=client_credentials&…&x_new=1\n\
              < 400",
    fix: "Ignore parameters that the server does not know, and treat empty ones as absent.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// Fields that must change nothing, and descriptions of them.
const ADDED: [(&str, &str, &str); 2] = [
    ("x_conformance", "1", "an unknown parameter"),
    ("scope", "", "an empty scope"),
];

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let client = Client::of(session)?;
    client.token().await?;
    for (name, value, what) in ADDED {
        let mut fields = client.fields();
        fields.push((name, value));
        let answer = client.send(&fields).await?;
        outcome.require(token_text(&answer).is_some(), &[answer.exchange()], || {
            Fault::new(format!("a token request with {what} yields no token"))
                .must(expectation::member(
                    "access_token",
                    json!({ "type": "string", "minLength": 1 }),
                ))
                .expected("200 with a token, as without it (RFC 6749 §3.2)")
                .actual(refusal(&answer))
        });
    }
    Ok(())
}
