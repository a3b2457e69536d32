//! ERR-02: the errors of a deployment have one shape.

use serde_json::json;

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::check::{Check, Evidence, Fault, Outcome, Run};
use crate::http::intermediary::is_of_intermediary;
use conformance_core::exchange::{Exchange, Host};
use conformance_core::json::Json;
use conformance_engine::expectation;
use conformance_engine::session::Session;

pub static CHECK: Check = Check {
    id: "errors-alike",
    requirement: "ERR-02",
    strength: None,
    about: "The bodies of errors parse, and have one shape.",
    example: "GET  /org/o1/offer/x  < 404 {\"title\": \"Not found\", \"status\": 404}\n\
              POST /org/o1/offer    < 400 {\"message\": \"name is missing\"}",
    fix: "Write all errors through one function. application/problem+json (RFC 9457) is the \
          standard form.",
    run: Run::Finally(check),
};

/// The properties that all errors of one kind have; `None` if an error is not an object.
struct Shape {
    kind: &'static str,
    members: BTreeSet<String>,
    first: Arc<Exchange>,
}

fn check(session: &Session) -> Outcome {
    let mut outcome = Outcome::default();
    let mut usual: Option<Shape> = None;
    let state = session.state.lock();
    for exchange in state.samples.values().flatten() {
        let Some(response) = exchange.response() else {
            continue;
        };
        // The token host uses OAuth errors (RFC 6749 §5.2), and HEAD has no body.
        let is_own = exchange.request.host == Host::Resource && exchange.request.method != "HEAD";
        let is_error = response.status >= 400 && !response.body.is_empty();
        if !is_own || !is_error || is_of_intermediary(response) {
            continue;
        }
        let body = response.json();
        let Ok(body) = body else {
            if response.is_json() && body.is_err_and(|error| !error.is_beyond_limits) {
                let fault =
                    Fault::new("the body of an error is not JSON, although its media type is");
                let fault = fault
                    .must(expectation::json(json!({})).when(expectation::is_json()))
                    .expected("a body that parses")
                    .actual("one that does not");
                outcome.failed.push(evidence(fault, &[exchange]));
            } else {
                let media = response.media_type().unwrap_or_default();
                let fault = Fault::new("the bodies of errors are of more than one media type");
                let fault = fault
                    .must(expectation::is_json().or(expectation::class(2)))
                    .expected("JSON, as the others")
                    .actual(media);
                if let Some(usual) = &usual {
                    outcome
                        .failed
                        .push(evidence(fault, &[&usual.first, exchange]));
                }
            }
            continue;
        };
        match &mut usual {
            None => usual = Some(shape(body, exchange)),
            Some(usual) => compare(&mut outcome, usual, body, exchange),
        }
    }
    outcome
}

fn shape(body: &Json, exchange: &Arc<Exchange>) -> Shape {
    Shape {
        kind: body.type_name(),
        members: members(body),
        first: Arc::clone(exchange),
    }
}

fn members(body: &Json) -> BTreeSet<String> {
    let members = body.as_object().unwrap_or_default().iter();
    members.map(|(name, _)| name.to_string()).collect()
}

/// Checks that all errors have at least one property in common.
fn compare(outcome: &mut Outcome, usual: &mut Shape, body: &Json, exchange: &Arc<Exchange>) {
    let common: BTreeSet<String> = usual
        .members
        .intersection(&members(body))
        .cloned()
        .collect();
    let same = usual.kind == body.type_name() && (usual.kind != "object" || !common.is_empty());
    if same {
        usual.members = common;
        outcome.pass();
        return;
    }
    let names = |all: &BTreeSet<String>| all.iter().cloned().collect::<Vec<_>>().join(", ");
    let fault = Fault::new("the errors of the deployment have more than one shape")
        .expected(format!("{} with {}", usual.kind, names(&usual.members)))
        .actual(format!(
            "{} with {}",
            body.type_name(),
            names(&members(body))
        ));
    outcome
        .failed
        .push(evidence(fault, &[&usual.first, exchange]));
}

fn evidence(fault: Fault, exchanges: &[&Arc<Exchange>]) -> Evidence {
    Evidence {
        fault,
        operation: None,
        exchanges: exchanges.iter().map(|one| Arc::clone(one)).collect(),
    }
}
