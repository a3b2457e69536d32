//! CODE-07 (b): the authorization response names its issuer, if the metadata announces that.

use super::flow::Client;
use crate::check::{Check, Fault, Outcome, Run};
use crate::published::{AUTHORIZATION_SERVER, document, text};
use conformance_core::catalogue::Strength;
use conformance_core::exchange::Host;
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "code-response-issuer",
    requirement: "CODE-07",
    strength: Some(Strength::Conditional),
    about: "iss of the authorization response is the issuer, exactly where the metadata announces it.",
    example: "metadata: \"authorization_response_iss_parameter_supported\": true\n\
              < 302 Location: https://app.example/cb?code=abc&state=x",
    fix: "Add iss to every authorization response, with the exact value of issuer in the metadata.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let client = Client::of(session)?;
    let metadata = document(session, AUTHORIZATION_SERVER).await?;
    let body = metadata.body()?;
    let announced = body.get("authorization_response_iss_parameter_supported");
    let announced = announced.and_then(conformance_core::json::Json::as_bool) == Some(true);
    let issuer = text(body, "issuer").filter(|_| announced);
    let (_, came) = client.code(&client.request()).await?;
    let iss = came.parameter("iss");
    let mut evidence = vec![metadata.exchange()];
    evidence.extend(came.evidence());
    // Another check reports metadata with the wrong issuer.
    let own = session.address(Host::Token).filter(|_| announced);
    let holds = iss.as_deref() == issuer || iss.as_deref() == own;
    outcome.require(holds, &evidence, || {
        Fault::new("iss of the authorization response is not what the metadata announces")
            .must(expectation::header_matches("location", r"[?&]iss="))
            .expected(issuer.unwrap_or("no iss: the metadata does not announce it (RFC 9207 §3)"))
            .actual(iss.map_or_else(|| "no iss".to_owned(), |iss| format!("{iss:.200}")))
    });
    Ok(())
}
