//! VER-02: the published description has the version of the API, as a string.

use yaml_serde::Value;

use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::exchange::Host;
use conformance_engine::expectation;
use conformance_engine::session::{Answer, Session, Stop};

pub static CHECK: Check = Check {
    id: "description-version",
    requirement: "VER-02",
    strength: None,
    about: "The description that the deployment publishes has the version of the API, as a string.",
    example: "info: {version: 1.0}     (a number: YAML reads 1.0, JSON writes 1)",
    fix: "Put it in quotes: version: \"1.0\".",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// Where deployments usually publish their description.
const PLACES: [&str; 3] = ["/openapi.json", "/openapi.yaml", "/openapi"];

/// The largest description that is read, in bytes.
const LARGEST: usize = 8 * 1024 * 1024;

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let wanted = session.description.api.version.as_str();
    let mut found = false;
    let description = &session.description;
    let described = |place: &str| description.operations().any(|(_, one)| one.path == place);
    for place in PLACES {
        // A description without provenance belongs to another service, which promises no such
        // address.
        if description.is_authoritative && !described(place) {
            continue;
        }
        let Ok(answer) = session.raw(Host::Resource, "GET", place).send().await else {
            continue;
        };
        let Some(version) = version(&answer) else {
            continue;
        };
        found = true;
        outcome.require(version == wanted, &[answer.exchange()], || {
            let actual = match &version {
                Value::String(text) => format!("the string {text:?}"),
                Value::Number(number) => format!("the number {number}"),
                Value::Null => "nothing".to_owned(),
                _ => "neither a string nor a number".to_owned(),
            };
            Fault::new(format!(
                "{place} has another info.version than the contract"
            ))
            .must(expectation::Rule::Body(expectation::Text::Matches(
                format!(
                    "version\"?\\s*:\\s*[\"']{}[\"']",
                    fancy_regex::escape(wanted)
                ),
            )))
            .expected(format!("the string {wanted:?}"))
            .actual(actual)
            .pointer("/info/version")
            .help("in YAML, a version without quotes is a number")
        });
    }
    if found {
        return Ok(());
    }
    Err(Stop::Skip(
        "the deployment does not publish a description".to_owned(),
    ))
}

/// Returns `info.version` of a response that is a description.
fn version(answer: &Answer) -> Option<Value> {
    if !answer.is_success() || answer.body.len() > LARGEST {
        return None;
    }
    // JSON is also YAML.
    let tree: Value = yaml_serde::from_slice(&answer.body).ok()?;
    tree.get("openapi").or_else(|| tree.get("swagger"))?;
    let version = tree.get("info").and_then(|info| info.get("version"));
    Some(version.cloned().unwrap_or(Value::Null))
}
