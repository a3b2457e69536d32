//! Invalid bodies: malformed, of another media type, far too large.

use std::sync::Arc;

use bytes::Bytes;
use serde_json::Value;
use spec::model::{Body, MediaType};

use super::Unit;
use super::case::{Case, Cases};
use super::target::{Work, planned_bindings};
use super::task::Progress;
use conformance_core::exchange::Defect;
use conformance_core::intent::Intent;
use conformance_core::json::Json;
use conformance_engine::session::{Session, Stop};

/// The size of a body that is too large for most servers, in bytes.
const LARGE: usize = 3 * 1024 * 1024;

/// Sends invalid bodies, those whose turn it is. Returns how many.
pub(super) async fn send(
    session: &Session,
    unit: &Unit,
    progress: &mut Progress,
) -> Result<u64, Stop> {
    let operation = session.description.operation(unit.operation);
    if unit.intent == Intent::Oversized && !session.profile.is_loopback() {
        return Err(Stop::Skip(
            "large bodies are sent to this machine only".to_owned(),
        ));
    }
    let _permit = match unit.intent {
        Intent::Oversized => session.permit_large().await,
        _ => None,
    };
    let primary = session.primary().name.clone();
    let (case, body) = {
        let existing = session.existing_for(&primary, operation);
        let case = Cases::new(session, operation, &existing).plain(unit);
        match (case, &operation.body) {
            (Some(case), Some(body)) => (case, body),
            _ => return Ok(0),
        }
    };
    let bindings = planned_bindings(session, unit.operation, &Work::Own).await?;
    let mut sent = 0;
    let creates = session.world.resources.made_by(unit.operation).is_some();
    for (content_type, bytes, what) in progress.take(bodies(unit.intent, body, &case)) {
        // Another name for each, so that nothing is refused because there is one of that name.
        let bytes = match (unit.intent, &case.body) {
            (Intent::WrongMediaType, Some((_, value))) if creates => {
                let value = session.renamed(unit.operation, value.clone());
                Bytes::from(value.to_string())
            }
            _ => bytes,
        };
        let defect = Defect {
            at: "body".to_owned(),
            what,
            span: Some(body.span),
            provenance: body.provenance.clone(),
        };
        let bare = Case {
            body: None,
            ..case.clone()
        };
        let builder = bare.prepare(session, unit, &bindings, Some(Arc::new(defect)))?;
        builder
            .bytes(content_type.as_deref(), bytes)
            .exchange()
            .await?;
        sent += 1;
    }
    Ok(sent)
}

type Wrong = (Option<String>, Bytes, String);

fn bodies(intent: Intent, body: &Body, case: &Case) -> Vec<Wrong> {
    let value = case
        .body
        .as_ref()
        .map_or(Value::Null, |(_, value)| value.clone());
    let text = value.to_string();
    let json = body.content.iter().find(|media| media.is_json());
    let json = json.map_or("application/json", MediaType::sent).to_owned();
    match intent {
        Intent::MalformedBody => malformed(&text)
            .into_iter()
            // A number without its last digit may still be a number.
            .filter(|(bytes, _)| Json::parse(bytes).is_err())
            .map(|(bytes, what)| (Some(json.clone()), bytes, what.to_owned()))
            .collect(),
        Intent::WrongMediaType => wrong_types(body)
            .into_iter()
            .map(|name| {
                let what = format!("is of the media type {name}, which is not declared");
                (Some(name.to_owned()), Bytes::from(text.clone()), what)
            })
            .collect(),
        _ => large(body, &value)
            .map(|(name, bytes)| {
                let what = format!("has {} bytes", bytes.len());
                (Some(name), bytes, what)
            })
            .into_iter()
            .collect(),
    }
}

fn malformed(text: &str) -> Vec<(Bytes, &'static str)> {
    let cut = &text[..text.len() - text.chars().last().map_or(0, char::len_utf8)];
    let mut invalid = b"{\"a\":\"".to_vec();
    invalid.extend([0xff, 0xfe, b'"', b'}']);
    vec![
        (
            Bytes::from(cut.to_owned()),
            "ends before its last character",
        ),
        (Bytes::from_static(b"{\"a\":"), "is JSON that ends early"),
        (Bytes::from(format!("{text},")), "has a comma after its end"),
        (Bytes::from(format!("{text}{text}")), "is two values"),
        (Bytes::from_static(b"{\"a\":NaN}"), "has NaN for a number"),
        (Bytes::from_static(b"{'a':1}"), "has single quotes"),
        (
            Bytes::from_static(b"{\"a\":1,}"),
            "has a comma before a brace",
        ),
        (
            Bytes::from_static(b"{\"a\":01}"),
            "has a number with a leading zero",
        ),
        (Bytes::from(invalid), "is not UTF-8"),
        (Bytes::from("[".repeat(10_000)), "nests 10,000 arrays"),
    ]
}

fn wrong_types(body: &Body) -> Vec<&'static str> {
    let declared = |name: &&str| {
        let mut all = body.content.iter().map(MediaType::essence);
        all.any(|own| {
            own == *name
                || own == "*/*"
                || name.starts_with(own.trim_end_matches('*')) && own.ends_with("/*")
        })
    };
    let all = [
        "text/plain",
        "application/xml",
        "application/x-www-form-urlencoded",
    ];
    all.into_iter().filter(|name| !declared(name)).collect()
}

/// Returns a body in an allowed media type that is far too large.
fn large(body: &Body, value: &Value) -> Option<(String, Bytes)> {
    let filler = "x".repeat(LARGE);
    let media = body.content.first()?;
    let name = media.sent().to_owned();
    if media.is_json() {
        let mut members = value.as_object().cloned().unwrap_or_default();
        members.insert("xConformanceFiller".to_owned(), Value::from(filler));
        return Some((name, Bytes::from(Value::Object(members).to_string())));
    }
    (media.essence() == "application/x-www-form-urlencoded")
        .then(|| (name, Bytes::from(format!("xConformanceFiller={filler}"))))
}
