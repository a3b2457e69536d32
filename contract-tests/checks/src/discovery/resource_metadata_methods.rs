//! PRM-04: tokens are sent in a header field.

use crate::published::{PROTECTED_RESOURCE, document, texts};
use conformance_engine::expectation;
use serde_json::json;

use crate::check::{Check, Fault, Outcome, Run};
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "resource-metadata-methods",
    requirement: "PRM-04",
    strength: None,
    about: "bearer_methods_supported, if present, lists nothing but header.",
    example: "{\"resource\": \"https://api.example\", \"bearer_methods_supported\": [\"header\", \"query\"]}",
    fix: "List header only, or leave the member out.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let answer = document(session, PROTECTED_RESOURCE).await?;
    let Some(methods) = texts(answer.body()?, "bearer_methods_supported") else {
        outcome.pass();
        return Ok(());
    };
    let holds = methods.iter().all(|one| *one == "header");
    outcome.require(holds, &[answer.exchange()], || {
        Fault::new("bearer_methods_supported lists more than header")
            .must(expectation::json(json!({ "properties": { "bearer_methods_supported": { "items": { "const": "header" } } } }))).expected("header (interface §5)")
            .actual(format!("{:.200}", methods.join(", ")))
            .pointer("/bearer_methods_supported")
    });
    Ok(())
}
