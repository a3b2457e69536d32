//! TOK-01: a client obtains a bearer token with its id and secret.

use serde_json::json;

use super::support::{Client, error_code, refusal};
use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::catalogue::Footing;
use conformance_core::json::Json;
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "token-issued",
    requirement: "TOK-01",
    strength: None,
    about: "A form with client_credentials, id, secret and resource is answered 200 with a bearer token.",
    example: "> grant_type=client_credentials&client_id=…&client_secret=…&resource=https://api.example\n\
              < 400",
    fix: "Accept the four form fields of the interface, and answer 200 with access_token and \
          token_type Bearer.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let client = Client::of(session)?;
    let mut answer = client.send(&client.fields()).await?;
    if error_code(&answer) == Some("invalid_target") {
        // Another check covers which resources are known (RES-01).
        answer = client.send(&client.without(&["resource"])).await?;
    }
    let evidence = [answer.exchange()];
    let status = outcome.require(answer.status == 200, &evidence, || {
        Fault::new("a token request with id, secret and resource is not answered with 200")
            .must(expectation::status(&[200]))
            .expected("200 with a token (RFC 6749 §5.1)")
            .actual(refusal(&answer))
            .footing(if answer.is_success() {
                Footing::Standard
            } else {
                Footing::Stated
            })
            .help("invalid_client can mean that the run was given a wrong id or secret.")
    });
    if !status {
        return Ok(());
    }
    let body = answer.json().ok();
    let text = |name: &str| body.and_then(|body| body.get(name)).and_then(Json::as_str);
    let token = text("access_token");
    outcome.require(
        token.is_some_and(|token| !token.is_empty()),
        &evidence,
        || {
            Fault::new("the token response has no access token")
                .must(expectation::member(
                    "access_token",
                    json!({ "type": "string", "minLength": 1 }),
                ))
                .expected("access_token, a string that is not empty (RFC 6749 §5.1)")
                .actual(match token {
                    Some(_) => "an empty string",
                    None => "no string",
                })
                .pointer("/access_token")
        },
    );
    let kind = text("token_type");
    let is_bearer = kind.is_some_and(|kind| kind.eq_ignore_ascii_case("bearer"));
    outcome.require(is_bearer, &evidence, || {
        Fault::new("the token response's token_type is not bearer")
            .must(expectation::member(
                "token_type",
                json!({ "type": "string", "pattern": "^[Bb][Ee][Aa][Rr][Ee][Rr]$" }),
            ))
            .expected("token_type: bearer, in any letter case (RFC 6749 §7.1)")
            .actual(kind.map_or_else(|| "no string".to_owned(), |kind| format!("{kind:.60}")))
            .pointer("/token_type")
    });
    Ok(())
}
