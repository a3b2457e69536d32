//! JWT-04: a token contains neither secrets nor personal data.

use serde_json::json;

use crate::check::{Check, Fault, Outcome, Run};
use crate::token::Client;
use conformance_core::jose::Jws;
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "jwt-personal-claims",
    requirement: "JWT-04",
    strength: None,
    about: "Whether a token has claims whose names suggest secrets or personal data.",
    example: "{\"sub\": \"app\", \"email\": \"ann@example.com\", \"phone_number\": \"+1…\"}",
    fix: "Leave out what the resource host does not need. Anyone who holds the token can read its \
          claims.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// Claims about people (OpenID Connect Core 1.0 §5.1), and usual names of secrets.
const TELLING: [&str; 20] = [
    "name",
    "given_name",
    "family_name",
    "nickname",
    "preferred_username",
    "email",
    "phone_number",
    "address",
    "birthdate",
    "gender",
    "picture",
    "password",
    "secret",
    "client_secret",
    "api_key",
    "apikey",
    "private_key",
    "webhook_secret",
    "refresh_token",
    "ip",
];

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let (token, issued) = Client::of(session)?.token().await?;
    let Some(jws) = Jws::parse(&token) else {
        return Err(Stop::Skip("the access token is not a JWT".to_owned()));
    };
    let before = outcome.failed.len();
    for (name, _) in jws.claims.as_object().unwrap_or_default() {
        if !TELLING.contains(&name.to_ascii_lowercase().as_str()) {
            continue;
        }
        let fault = Fault::new(format!("the token has the claim {name:.60}"))
            .must(expectation::claims(
                json!({ "not": { "required": [&**name] } }),
            ))
            .expected("claims that the resource host needs (RFC 9068 §6)")
            .actual("everyone who sees the token can read it");
        outcome.fail(fault, &[issued.exchange()]);
    }
    if outcome.failed.len() == before {
        outcome.pass();
    }
    Ok(())
}
