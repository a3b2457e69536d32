//! Every operation and every declared response, from the generated client to an implementation of
//! the generated traits and back.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;

use marketplace_acceptance::canonical::canonical;
use marketplace_acceptance::description::API;
use marketplace_acceptance::glue::{
    Answering, Arguments, OperationUnderTest, Received, Script, operation,
};
use marketplace_acceptance::outcome::Outcome;
use marketplace_acceptance::sample::{header_sample, sample, sample_for, samples};
use marketplace_acceptance::service::Service;
use marketplace_acceptance::values::Presence;
use marketplace_acceptance::wire::{place, plain};
use serde_json::Value;
use spec::model::{MediaType, Operation, Parameter, Response, SchemaId, Status};

/// Header fields that the stub adds to every response of a deprecated operation.
const OF_DEPRECATION: &[&str] = &["sunset", "deprecation", "link"];

#[tokio::test]
async fn every_declared_response_comes_back_as_it_was_given() {
    let mut service = Service::start().await;
    let client = service.client();
    let mut exercised = BTreeSet::new();
    for model in &API.operations {
        let glue = operation(model.id.as_str());
        for (response, media, answer) in answers(model, glue) {
            for script in scripts(model, response, media, answer) {
                for given in requests(model) {
                    let arguments = Arguments {
                        values: given.clone(),
                        ..Arguments::default()
                    };
                    let call = (glue.call)(client.clone(), arguments);
                    exchange(&mut service, call, model, &given, &script, media).await;
                }
                exercised.insert((model.id.as_str(), response.status.to_string()));
            }
        }
    }
    let declared = API.found.responses;
    assert_eq!(
        exercised.len(),
        declared,
        "every declared response is exercised"
    );
    let operations = API.operations.len();
    // Not `println`, whose output is hidden if a test passes.
    let line = format!(
        "{operations} operations, {} responses exercised\n",
        exercised.len()
    );
    std::io::stderr()
        .write_all(line.as_bytes())
        .expect("the closing line");
}

/// Returns the declared responses, once for each media type, each with the name of its response.
fn answers<'a>(
    model: &'a Operation,
    glue: &'a OperationUnderTest,
) -> Vec<(&'a Response, Option<&'a MediaType>, &'static str)> {
    let mut names = glue.answers.iter();
    let mut answers = Vec::new();
    for response in &model.responses {
        let media = response.content.iter().map(Some);
        let none = response.content.is_empty().then_some(None);
        for media in media.chain(none) {
            let name = names.next().expect("a name for each answer");
            answers.push((response, media, *name));
        }
    }
    answers
}

/// Returns the scripts of the handler: one for each sample of the body and each status.
fn scripts(
    model: &Operation,
    response: &Response,
    media: Option<&MediaType>,
    answer: &'static str,
) -> Vec<Script> {
    let bodies = media.map_or_else(
        || vec![Value::Null],
        |media| samples(&media.examples, media.schema),
    );
    let statuses = statuses(model, response.status);
    let headers = || {
        let headers = response.headers.iter();
        let headers = headers.filter(|header| !is_of_deprecation(model, &header.name));
        headers.map(|header| {
            let value = header_sample(&header.name, header.schema);
            (header.name.clone(), value)
        })
    };
    let script = |(body, status): (&Value, &u16)| Script {
        answer,
        status: *status,
        body: body.clone(),
        headers: headers().collect(),
    };
    let bodies = bodies.iter();
    bodies
        .flat_map(|body| statuses.iter().map(move |status| (body, status)))
        .map(script)
        .collect()
}

fn is_of_deprecation(model: &Operation, header: &str) -> bool {
    let header = header.to_ascii_lowercase();
    model.deprecation.is_some() && OF_DEPRECATION.contains(&header.as_str())
}

/// Returns the status itself or, for a range and `default`, statuses that no other response covers.
fn statuses(model: &Operation, status: Status) -> Vec<u16> {
    let candidates: Vec<u16> = match status {
        Status::Code(code) => return vec![code],
        Status::Range(class) => (0..100).map(|rest| u16::from(class) * 100 + rest).collect(),
        Status::Default => vec![418, 429, 500, 503, 599],
    };
    let declared = |code: u16| {
        let mut responses = model.responses.iter();
        responses.any(|response| match response.status {
            Status::Code(other) => other == code,
            Status::Range(class) => status == Status::Default && u16::from(class) == code / 100,
            Status::Default => false,
        })
    };
    let free: Vec<u16> = candidates
        .into_iter()
        .filter(|code| !declared(*code))
        .collect();
    let ends = [free.first(), free.last()];
    ends.into_iter().flatten().copied().collect()
}

/// Returns a request with everything and one with only what is required; more if the description
/// has examples of the body.
fn requests(model: &Operation) -> Vec<BTreeMap<String, Value>> {
    let parameters = |presence| {
        let parameters = model.parameters.iter();
        let there = parameters.filter(move |one| presence == Presence::Full || one.required);
        there.map(move |one| (wire(one), sample_for(&wire(one), one.schema, presence)))
    };
    let full: BTreeMap<_, _> = parameters(Presence::Full).collect();
    let minimal: BTreeMap<_, _> = parameters(Presence::Minimal).collect();
    let with = |parameters: &BTreeMap<String, Value>, body: Value| {
        let mut request = parameters.clone();
        request.insert("body".to_owned(), body);
        request
    };
    let Some(body) = &model.body else {
        return vec![full, minimal];
    };
    let media = body.content.first().expect("a media type");
    let bodies = samples(&media.examples, media.schema).into_iter();
    let mut requests: Vec<_> = bodies.map(|body| with(&full, body)).collect();
    let smallest = media.schema.map(|schema| sample(schema, Presence::Minimal));
    requests.push(match smallest.filter(|_| body.required) {
        Some(smallest) => with(&minimal, smallest),
        None => minimal,
    });
    requests
}

fn wire(parameter: &Parameter) -> String {
    place(parameter.location, &parameter.name)
}

/// Sends a request, and compares what each end received with what the other sent.
async fn exchange(
    service: &mut Service,
    call: Answering,
    model: &Operation,
    given: &BTreeMap<String, Value>,
    script: &Script,
    media: Option<&MediaType>,
) {
    service.scripted.answer_with(script.clone());
    let outcome = call.await.expect("an answer of the description");
    let received = service.received.try_recv().expect("a request");
    assert!(service.received.try_recv().is_err(), "a second request");

    server_saw(&received, model, given);
    client_made(&outcome, model, script, media);
}

fn server_saw(received: &Received, model: &Operation, given: &BTreeMap<String, Value>) {
    assert_eq!(received.operation, model.id);
    assert_eq!(received.method, model.method.as_str());
    let expected = canonicals(model, &expected(model, given));
    let mut arguments = received.arguments.clone();
    take_key(&mut arguments, model, given);
    let arguments = canonicals(model, &arguments);
    assert_eq!(arguments, expected, "{}", model.id);
}

/// Removes the idempotency key that the client fills in if it is missing.
fn take_key(
    arguments: &mut BTreeMap<String, Value>,
    model: &Operation,
    given: &BTreeMap<String, Value>,
) {
    let Some(property) = &model.idempotency else {
        return;
    };
    if given["body"].get(property).is_none() {
        let body = arguments.get_mut("body").and_then(Value::as_object_mut);
        let key = body.and_then(|body| body.remove(property));
        let key = key.as_ref().and_then(Value::as_str).unwrap_or_default();
        let uuid = types::uuid::Uuid::parse_str(key);
        uuid.unwrap_or_else(|error| panic!("{}: {key:?}: {error}", model.id));
    }
}

fn client_made(outcome: &Outcome, model: &Operation, script: &Script, media: Option<&MediaType>) {
    let about = format!("{} {} {}", model.id, script.answer, script.body);
    assert_eq!(outcome.answer, script.answer, "{about}");
    assert_eq!(outcome.status, script.status, "{about}");
    let schema = media.and_then(|media| media.schema);
    let body = |body| schema.map_or(Value::Null, |schema| canonical(schema, body));
    assert_eq!(body(&outcome.body), body(&script.body), "{about}");
    // For text, the charset is sent too.
    let sent = outcome.raw.header("content-type");
    let sent = sent.and_then(|sent| sent.split(';').next());
    match media {
        Some(media) => assert_eq!(sent, Some(media.name.as_str()), "{about}"),
        None => assert!(outcome.raw.bytes().is_empty(), "{about}"),
    }
    for (name, value) in &script.headers {
        let text = plain(value);
        assert_eq!(outcome.raw.header(name), Some(text.as_str()), "{about}");
    }
    for name in OF_DEPRECATION {
        let there = outcome.raw.header(name).is_some();
        assert_eq!(there, model.deprecation.is_some(), "{name} of {about}");
    }
}

/// Returns what the handler should receive: an absent parameter has its default, or is `null`.
fn expected(model: &Operation, given: &BTreeMap<String, Value>) -> BTreeMap<String, Value> {
    let default = |schema: SchemaId| {
        let behind = API.schema(API.resolve(schema)).default.as_ref();
        API.schema(schema).default.as_ref().or(behind)
    };
    let parameters = model.parameters.iter().map(|parameter| {
        let value = given
            .get(&wire(parameter))
            .or_else(|| default(parameter.schema));
        (wire(parameter), value.cloned().unwrap_or_default())
    });
    let body = given.get("body").cloned().unwrap_or_default();
    let body = model.body.iter().map(|_| ("body".to_owned(), body.clone()));
    parameters.chain(body).collect()
}

fn canonicals(model: &Operation, arguments: &BTreeMap<String, Value>) -> BTreeMap<String, Value> {
    let schema = |name: &str| {
        let mut parameters = model.parameters.iter();
        let parameter = parameters.find(|parameter| wire(parameter) == name);
        let media = model.body.as_ref().and_then(|body| body.content.first());
        parameter
            .map(|one| one.schema)
            .or_else(|| media.and_then(|media| media.schema))
    };
    let arguments = arguments.iter();
    arguments
        .map(|(name, value)| {
            let value =
                schema(name).map_or_else(|| value.clone(), |schema| canonical(schema, value));
            (name.clone(), value)
        })
        .collect()
}
