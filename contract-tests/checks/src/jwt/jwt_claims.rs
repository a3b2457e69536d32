//! JWT-02: a token has the type and the claims of the profile for access tokens.

use serde_json::json;

use crate::check::{Check, Fault, Outcome, Run};
use crate::token::Client;
use conformance_core::jose::Jws;
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "jwt-claims",
    requirement: "JWT-02",
    strength: None,
    about: "typ of the token is at+jwt or JWT, and the claims of RFC 9068 are present.",
    example: "{\"typ\": \"JWT\"} {\"iss\": \"https://auth.example\", \"sub\": \"app\", \"exp\": 1798765200}     (no aud, no iat, no jti, no client_id)",
    fix: "Add the claims of RFC 9068 and typ at+jwt, which keeps ID tokens from being used as \
          access tokens.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// The required claims (RFC 9068 §2.2).
const CLAIMS: [&str; 7] = ["iss", "exp", "aud", "sub", "client_id", "iat", "jti"];

/// The allowed types (RFC 9068 §2.1); the last one is in common use.
const TYPES: [&str; 3] = ["at+jwt", "application/at+jwt", "jwt"];

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let (token, issued) = Client::of(session)?.token().await?;
    let Some(jws) = Jws::parse(&token) else {
        return Err(Stop::Skip("the access token is not a JWT".to_owned()));
    };
    let kind = jws.header_text("typ").unwrap_or_default();
    let holds = TYPES.contains(&kind.to_ascii_lowercase().as_str());
    outcome.require(holds, &[issued.exchange()], || {
        Fault::new("typ of the token is not that of an access token").must(expectation::Rule::Jwt(expectation::JwtPart::Header, json!({ "properties": { "typ": { "pattern": "^(?i:at\\+jwt|application/at\\+jwt|jwt)$" } }, "required": ["typ"] }))).expected("at+jwt (RFC 9068 §2.1), or JWT")
            .actual(format!("{kind:.60}"))
    });
    for name in CLAIMS {
        outcome.require(jws.claims.get(name).is_some(), &[issued.exchange()], || {
            Fault::new(format!("the token has no {name}"))
                .must(expectation::claims(json!({ "required": [name] })))
                .expected(format!("the claim {name} (RFC 9068 §2.2)"))
                .actual("it is missing")
        });
    }
    Ok(())
}
