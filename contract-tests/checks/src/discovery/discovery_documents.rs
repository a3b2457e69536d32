//! META-01: the discovery documents are public.

use serde_json::json;

use crate::check::{Check, Fault, Outcome, Run, of_address};
use crate::published::{AUTHORIZATION_SERVER, KEY_SET, OPENID, PROTECTED_RESOURCE};
use conformance_core::catalogue::Footing;
use conformance_core::exchange::Host;
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "discovery-documents",
    requirement: "META-01",
    strength: None,
    about: "Each discovery document that the description has answers GET with 200 and JSON, without credentials.",
    example: "> GET /.well-known/openid-configuration        (no credential)\n\
              < 401",
    fix: "Serve all discovery documents to everyone, with 200 and application/json.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    session.token_request()?;
    let all = [AUTHORIZATION_SERVER, OPENID, PROTECTED_RESOURCE, KEY_SET];
    for path in all.into_iter().filter(|path| is_described(session, path)) {
        let answer = session.raw(Host::Token, "GET", path).send().await?;
        let is_object = answer.json().is_ok_and(|body| body.as_object().is_some());
        let holds = answer.status == 200 && is_object;
        outcome.require(holds, &[answer.exchange()], || {
            Fault::new(format!("{path} is not answered with a document"))
                .must(
                    expectation::status(&[200]).and(expectation::json(json!({ "type": "object" }))),
                )
                .expected("200 with a JSON object, without credentials (interface §4)")
                .actual(match answer.status {
                    200 => "200 with a body that is not a JSON object".to_owned(),
                    status => status.to_string(),
                })
                .footing(of_address(answer.status, Footing::Standard))
        });
    }
    if outcome.passed == 0 && outcome.failed.is_empty() {
        outcome.skip("the description has no discovery documents");
    }
    Ok(())
}

fn is_described(session: &Session, path: &str) -> bool {
    let mut all = session.description.api.operations.iter();
    all.any(|one| one.path == path && session.host(one) == Host::Token)
}
