//! EVO-01: the generated client reads additions to the description.

use bytes::Bytes;

use super::samples::{Drawn, Origin, Sample, places, seen};
use crate::check::{Check, Evidence, Fault, Outcome, Run};
use conformance_core::addition::{Addition, extended};
use conformance_core::description::Description;
use conformance_core::json::Json;
use conformance_engine::expectation;
use conformance_engine::session::Session;

pub static CHECK: Check = Check {
    id: "client-tolerates-unknown",
    requirement: "EVO-01",
    strength: None,
    about: "The generated client reads every answer that the description allows, and such with \
            unknown fields, values and union members.",
    example: "< 200 {\"id\": \"a\", \"status\": \"archived\"}     (a status that the description does not list)\n\
              client: error: unknown variant `archived`",
    fix: "Generate clients whose enumerations are open and whose objects ignore what they do not \
          know.",
    run: Run::Finally(check),
};

/// How much of a generated body is shown, in characters.
const SHOWN: usize = 400;

fn check(session: &Session) -> Outcome {
    if !is_ours(&session.description) {
        return Outcome::skipped("the generated client was not generated from this description");
    }
    let mut outcome = Outcome::default();
    for sample in seen(session) {
        read(session, &mut outcome, &sample);
    }
    let mut drawn = Drawn::new(session);
    for place in places(session) {
        let values: Vec<Sample> = place.drawn(&mut drawn).collect();
        if values.is_empty() {
            let id = &session.description.operation(place.operation).id;
            let status = place.status;
            outcome.undecided(format!("no value was found for the {status} of {id}"));
        }
        for sample in place.examples().chain(values) {
            read(session, &mut outcome, &sample);
        }
    }
    outcome
}

/// Returns whether the client was generated from this description: it then knows every operation.
fn is_ours(description: &Description) -> bool {
    let mut all = description.operations();
    all.all(|(_, one)| {
        let known = types::operations::ALL;
        known
            .iter()
            .any(|own| own.id == one.id && own.path == one.path)
    })
}

/// Passes a body to the client, unchanged if it is known to be valid, and with each kind of
/// addition.
fn read(session: &Session, outcome: &mut Outcome, sample: &Sample) {
    let api = &session.description.api;
    if matches!(sample.origin, Origin::Drawn) {
        decode(session, outcome, sample, Addition::Nothing, &sample.body);
    }
    for addition in Addition::EACH {
        if let Some(body) = extended(api, sample.schema, &sample.body, addition) {
            decode(session, outcome, sample, addition, &body);
        }
    }
}

fn decode(
    session: &Session,
    outcome: &mut Outcome,
    sample: &Sample,
    addition: Addition,
    body: &Json,
) {
    let id = &session.description.operation(sample.operation).id;
    let text = body.to_string();
    let shown: String = text.chars().take(SHOWN).collect();
    let read = client::decode(
        id,
        sample.status,
        Some(&sample.media_type),
        Bytes::from(text),
    );
    match read {
        None | Some(Ok(())) => outcome.pass(),
        Some(Err(error)) => {
            let mut fault = fault(id, sample.status, addition, &error);
            let mut exchanges = Vec::new();
            match &sample.origin {
                Origin::Sent(exchange) => exchanges.push(std::sync::Arc::clone(exchange)),
                Origin::Example | Origin::Drawn => {
                    fault.actual.push_str(", of ");
                    fault.actual.push_str(&shown);
                }
            }
            outcome.failed.push(Evidence {
                fault,
                operation: Some(sample.operation),
                exchanges,
            });
        }
    }
}

fn fault(
    id: &str,
    status: u16,
    addition: Addition,
    error: &(dyn std::error::Error + 'static),
) -> Fault {
    let why = error.source().map(|source| format!(": {source}"));
    let how = match addition {
        Addition::Nothing => "as the description allows it".to_owned(),
        other => format!("with additions of the kind {other}"),
    };
    Fault::new(format!(
        "the client does not read the {status} of {id} {how}"
    ))
    .without_test(expectation::OF_DESCRIPTION)
    .expected("a value, in which what is unknown is kept or left out")
    .actual(format!("{error}{}", why.unwrap_or_default()))
}
