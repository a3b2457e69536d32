//! CODE-02: the challenge method plain is refused, because it protects nothing.

use super::flow::Client;
use conformance_engine::expectation;
use serde_json::json;

use crate::check::{Check, Fault, Outcome, Run};
use crate::published::{AUTHORIZATION_SERVER, document, texts};
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "code-plain-refused",
    requirement: "CODE-02",
    strength: None,
    about: "The challenge method plain is neither listed nor accepted.",
    example: "> GET /authorize?code_challenge=abc&code_challenge_method=plain&…\n\
              < 302 …?code=abc",
    fix: "Accept S256 only, also if no method is named, and remove plain from the metadata.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let answer = document(session, AUTHORIZATION_SERVER).await?;
    let listed = texts(answer.body()?, "code_challenge_methods_supported").unwrap_or_default();
    outcome.require(!listed.contains(&"plain"), &[answer.exchange()], || {
        Fault::new("code_challenge_methods_supported has plain")
            .must(expectation::json(json!({ "properties": { "code_challenge_methods_supported": { "not": { "type": "array", "contains": { "const": "plain" } } } } }))).expected("S256 alone (RFC 9700 §2.1.1)")
            .actual(format!("{:.200}", listed.join(", ")))
            .pointer("/code_challenge_methods_supported")
    });
    let client = Client::of(session)?;
    let request = client.request();
    let verifier = request.verifier.clone();
    let request = request
        .with("code_challenge", &verifier)
        .with("code_challenge_method", "plain");
    let came = client.authorize(&request).await?;
    outcome.require(came.parameter("code").is_none(), &came.evidence(), || {
        Fault::new("an authorization request with the challenge method plain yields a code")
            .must_of(
                0,
                expectation::header_matches("location", r"[?&#]error=").or(expectation::class(4)),
            )
            .expected("the error invalid_request (RFC 9700 §2.1.1)")
            .actual(came.describe())
    });
    Ok(())
}
