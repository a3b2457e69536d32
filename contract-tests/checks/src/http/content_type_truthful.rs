//! HTTP-09: the media type matches the body, regardless of `Accept`.

use serde_json::json;

use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::json::Json;
use conformance_engine::expectation::{self, Rule};
use conformance_engine::session::{Answer, Session, Stop};

pub static CHECK: Check = Check {
    id: "content-type-truthful",
    requirement: "HTTP-09",
    strength: None,
    about: "Content-Type names what the content is, whatever Accept requests.",
    example: "> GET /org/o1/offer   Accept: application/xml\n\
              < 200\n\
              < Content-Type: application/xml\n\
              < [{\"id\": \"offer-1\"}]",
    fix: "Set Content-Type from the content, not from Accept. Answer JSON, or 406.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// The values of `Accept` that are tried.
const ACCEPTS: [&str; 4] = [
    "application/xml",
    "text/html",
    "application/json;q=0, text/plain",
    "application/cbor",
];

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let operation = super::any_read(session)?;
    for accept in ACCEPTS {
        let builder = session.prepare(operation).header("accept", accept);
        let answer = builder.send().await?;
        let lie = lie(&answer);
        outcome.require(lie.is_none(), &[answer.exchange()], || {
            Fault::new("Content-Type does not name what the content is")
                .must(truth())
                .expected("the media type of the content (RFC 9110 §8.3)")
                .actual(lie.unwrap_or_default())
                .pointer("header Content-Type")
        });
    }
    Ok(())
}

/// Returns what the test of a finding asserts.
fn truth() -> Rule {
    let is_loose = r"(?i)^\s*(text/plain|application/octet-stream)\s*(;|$)";
    let may_be_json =
        expectation::is_json().or(expectation::header_matches("content-type", is_loose));
    let is_structure = expectation::json(json!({ "type": ["array", "object"] }));
    let is_read = expectation::json(json!({})).when(expectation::is_json());
    may_be_json.when(is_structure).and(is_read)
}

/// Returns how `Content-Type` and body contradict each other, if that can be detected.
fn lie(answer: &Answer) -> Option<String> {
    let named = answer.media_type()?;
    let is_structure = matches!(answer.json(), Ok(Json::Object(_) | Json::Array(_)));
    let is_json = answer.is_json();
    // JSON is also text, and anything is a stream of octets.
    let is_loose = matches!(named.as_str(), "text/plain" | "application/octet-stream");
    if is_structure && !is_json && !is_loose {
        return Some(format!("JSON with the media type {named}"));
    }
    let looks_xml = answer.body.trim_ascii_start().starts_with(b"<");
    (is_json && looks_xml).then(|| format!("markup with the media type {named}"))
}
