//! META-03: the metadata names the endpoints.

use crate::published::{AUTHORIZATION_SERVER, document, text, texts};
use conformance_engine::expectation;
use serde_json::json;

use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::exchange::Host;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "metadata-endpoints",
    requirement: "META-03",
    strength: None,
    about: "The metadata has the token endpoint, the authorization endpoint and the response types.",
    example: "{\"issuer\": \"https://auth.example\", \"token_endpoint\": \"https://auth.example/oauth2/token\"}",
    fix: "Add authorization_endpoint and response_types_supported; libraries refuse metadata \
          without them.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let answer = document(session, AUTHORIZATION_SERVER).await?;
    let body = answer.body()?;
    let evidence = [answer.exchange()];
    let address = session.address(Host::Token).unwrap_or_default();
    let expected = format!("{address}{}", session.token_path());
    let token = text(body, "token_endpoint");
    outcome.require(token == Some(expected.as_str()), &evidence, || {
        Fault::new("token_endpoint is not the token endpoint of the description")
            .must(expectation::member(
                "token_endpoint",
                json!({ "const": &*expected }),
            ))
            .expected(&*expected)
            .actual(token.map_or_else(|| "it is missing".to_owned(), |one| format!("{one:.200}")))
            .pointer("/token_endpoint")
    });
    let authorization = text(body, "authorization_endpoint").is_some();
    let types = texts(body, "response_types_supported").is_some();
    for (there, name, kind) in [
        (authorization, "authorization_endpoint", "a string"),
        (types, "response_types_supported", "an array of strings"),
    ] {
        outcome.require(there, &evidence, || {
            Fault::new(format!("the metadata has no {name}"))
                .must(expectation::member(name, json!({})))
                .expected(format!("{kind} (RFC 8414 §2)"))
                .actual("it is missing")
                .pointer(format!("/{name}"))
        });
    }
    Ok(())
}
