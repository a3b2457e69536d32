//! TOK-15: HTTP Basic works exactly if the metadata lists it.

use serde_json::json;

use super::support::{Client, refusal, token_text};
use crate::check::{Check, Fault, Outcome, Run};
use crate::published::{AUTHORIZATION_SERVER, document, texts};
use conformance_engine::expectation::{self, Rule};
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "token-basic-authentication",
    requirement: "TOK-15",
    strength: None,
    about: "A client can authenticate by HTTP Basic if the metadata lists client_secret_basic, and only there.",
    example: "metadata: client_secret_basic\n\
              secret: a+b%\n\
              > Authorization: Basic <id:a%2Bb%25 in Base64>\n\
              < 401",
    fix: "Decode Base64, split at the first colon, and form-decode both parts (RFC 6749 §2.3.1).",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// Requires a token in the response.
fn yields_token() -> Rule {
    expectation::member("access_token", json!({ "type": "string", "minLength": 1 }))
}

/// Requires the metadata to list HTTP Basic.
fn is_listed_there() -> Rule {
    let listed = json!({ "type": "array", "contains": { "const": "client_secret_basic" } });
    expectation::member("token_endpoint_auth_methods_supported", listed).of(0)
}

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let client = Client::of(session)?;
    client.token().await?;
    let metadata = document(session, AUTHORIZATION_SERVER).await?;
    let listed = texts(metadata.body()?, "token_endpoint_auth_methods_supported");
    // The default is client_secret_basic (RFC 8414 §2).
    let is_listed = listed.is_none_or(|all| all.contains(&"client_secret_basic"));
    let form = client.without(&["client_id", "client_secret"]);
    let answer = client.send_basic(client.id, client.secret, &form).await?;
    let works = token_text(&answer).is_some();
    let evidence = [metadata.exchange(), answer.exchange()];
    if !is_listed && !works {
        return Err(Stop::Skip(
            "HTTP Basic is neither listed nor accepted".to_owned(),
        ));
    }
    outcome.require(works || !is_listed, &evidence, || {
        Fault::new("the metadata lists client_secret_basic, and HTTP Basic yields no token")
            .must(yields_token().or(is_listed_there().not()))
            .expected("200 with a token; id and secret are form-encoded (RFC 6749 §2.3.1)")
            .actual(refusal(&answer))
    });
    outcome.require(is_listed || !works, &evidence, || {
        Fault::new("HTTP Basic yields a token, and the metadata does not list client_secret_basic")
            .must(is_listed_there().or(yields_token().not()))
            .expected("client_secret_basic in token_endpoint_auth_methods_supported")
            .actual("it is not listed")
    });
    Ok(())
}
