//! TOK-08: the token endpoint reads forms.

use serde_json::{Map, Value, json};

use super::support::{Client, token_text};
use crate::check::{Check, Fault, Outcome, Run};
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "token-json-refused",
    requirement: "TOK-08",
    strength: None,
    about: "A token request with a JSON body yields no token.",
    example: "> Content-Type: application/json\n\
              > {\"grant_type\": \"client_credentials\", …}\n\
              < 200 {\"access_token\": …}",
    fix: "Read forms only; answer JSON with invalid_request.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let client = Client::of(session)?;
    client.token().await?;
    let fields = client.fields().into_iter();
    let members: Map<String, Value> = fields
        .map(|(name, value)| (name.to_owned(), Value::from(value)))
        .collect();
    let body = Value::Object(members).to_string();
    let request = session.token_request()?;
    let answer = request.bytes(Some("application/json"), body).send().await?;
    outcome.require(token_text(&answer).is_none(), &[answer.exchange()], || {
        Fault::new("a token request with a JSON body yields a token")
            .must(
                expectation::member("access_token", json!({ "type": "string", "minLength": 1 }))
                    .not(),
            )
            .expected("a refusal: requests are forms (RFC 6749 §4.4.2)")
            .actual(format!("{} with an access token", answer.status))
            .help("A server may also accept JSON; clients must not rely on it.")
    });
    Ok(())
}
