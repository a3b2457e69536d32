//! EVO-01: the generated client reads what is not described yet.

use std::sync::Arc;

use bytes::Bytes;

use crate::check::{Check, Evidence, Fault, Outcome, Run};
use crate::description::{Description, OperationId};
use crate::exchange::Exchange;
use crate::json::Json;
use crate::session::Session;
use crate::tolerance::{Addition, extended};

/// The check.
pub static CHECK: Check = Check {
    id: "client-tolerates-unknown",
    requirement: "EVO-01",
    strength: None,
    about: "The generated client reads answers with unknown fields, values and union members.",
    run: Run::Finally(judge),
};

/// How many examples of a response are read.
const EXAMPLES: usize = 8;

/// A body that the client is given.
struct Sample {
    operation: OperationId,
    status: u16,
    media_type: String,
    schema: spec::model::SchemaId,
    body: Json,
    shown: Option<Arc<Exchange>>,
}

fn judge(session: &Session) -> Outcome {
    if !is_ours(&session.description) {
        return Outcome::skipped("the generated client is not one of this description");
    }
    let mut outcome = Outcome::default();
    for sample in seen(session).into_iter().chain(examples(session)) {
        read(session, &mut outcome, &sample);
    }
    outcome
}

/// Whether the description is the one that the client was generated from: it knows every operation.
fn is_ours(description: &Description) -> bool {
    let mut all = description.operations();
    all.all(|(_, one)| {
        let known = types::operations::ALL;
        known
            .iter()
            .any(|own| own.id == one.id && own.path == one.path)
    })
}

/// Bodies that the deployment has sent: the first of each operation and status.
fn seen(session: &Session) -> Vec<Sample> {
    let mut found: Vec<Sample> = Vec::new();
    let gathered = session.gathered.lock();
    for ((operation, _, status), samples) in &gathered.samples {
        let Some(id) = *operation else { continue };
        if found
            .iter()
            .any(|one| (one.operation, one.status) == (id, *status))
        {
            continue;
        }
        for exchange in samples {
            let method = session.description.operation(id).method.as_str();
            let response = exchange.response().filter(|one| one.is_json());
            let Some(response) = response.filter(|_| exchange.request.method == method) else {
                continue;
            };
            if let (Some(schema), Ok(body)) = (session.body(id, response), response.json())
                // What is wrong without additions is for other checks to say.
                && session.answers.check(schema, body).is_empty()
            {
                found.push(Sample {
                    operation: id,
                    status: *status,
                    media_type: response.media_type().unwrap_or_default(),
                    schema,
                    body: body.clone(),
                    shown: Some(Arc::clone(exchange)),
                });
            }
        }
    }
    found
}

/// The examples of the description, for what the deployment has not sent.
fn examples(session: &Session) -> Vec<Sample> {
    let mut found = Vec::new();
    for (id, operation) in session.description.operations() {
        for response in &operation.responses {
            let spec::model::Status::Code(status) = response.status else {
                continue;
            };
            for media in response.content.iter().filter(|media| media.is_json()) {
                let Some(schema) = media.schema else { continue };
                found.extend(media.examples.iter().take(EXAMPLES).map(|example| Sample {
                    operation: id,
                    status,
                    media_type: media.essence(),
                    schema,
                    body: Json::from(&example.value),
                    shown: None,
                }));
            }
        }
    }
    found
}

/// Gives the client a body with each kind of addition.
fn read(session: &Session, outcome: &mut Outcome, sample: &Sample) {
    let api = &session.description.api;
    let id = &session.description.operation(sample.operation).id;
    for addition in Addition::EACH {
        let Some(body) = extended(api, sample.schema, &sample.body, addition) else {
            continue;
        };
        let body = Bytes::from(body.to_string());
        let read = client::decode(id, sample.status, Some(&sample.media_type), body);
        match read {
            None | Some(Ok(())) => outcome.pass(),
            Some(Err(error)) => outcome.failed.push(Evidence {
                fault: fault(id, sample.status, addition, &error),
                operation: Some(sample.operation),
                exchanges: sample.shown.iter().cloned().collect(),
            }),
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
    Fault::new(format!(
        "the client does not read the {status} of {id} with additions of the kind {addition}"
    ))
    .expected("a value, in which what is unknown is kept or left out")
    .actual(format!("{error}{}", why.unwrap_or_default()))
}
