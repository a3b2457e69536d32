//! `retries.json`: when requests are retried.

use serde::Deserialize;
use serde_json::Value;

use crate::between::{Between, Next, Policy};
use crate::call::{Request, located, outcome};
use crate::data::{Verdict, check, load};
use crate::equal::{same, same_json};
use crate::wire::Received;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Vector {
    request: String,
    without: Option<String>,
    policy: Policy,
    answers: Vec<Next>,
    expect: Expected,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Expected {
    waits: Vec<f64>,
    outcome: String,
    same_body: bool,
    generated: Option<String>,
}

#[tokio::test]
async fn requests_are_sent_again_where_it_helps_and_does_no_harm() {
    let mut verdicts = Vec::new();
    for (name, vector) in load::<Vector>("retries.json") {
        verdicts.push((name, run(&vector).await));
    }
    check(verdicts);
}

async fn run(vector: &Vector) -> Verdict {
    let between = Between::start(&vector.answers).await;
    let builder = between.builder(&vector.policy, &vector.answers).await;
    let client = builder.build().map_err(|error| error.to_string())?;
    let request = Request::named(&vector.request);
    let ended = request
        .send_without(&client, vector.without.as_deref())
        .await;
    let expected = &vector.expect;
    if outcome(&ended) != expected.outcome {
        return Err(format!("expected {}, found {ended:?}", expected.outcome));
    }
    located(&ended, &vector.request)?;
    let (waits, stage) = (between.waits(), &between.stage);
    same("waits", &waits, &expected.waits)?;
    same("retries", stage.notes.reports().retried, waits.len())?;
    same("answers that are left", between.left(), 0)?;
    let received: Vec<_> = stage.take().into_iter().map(|(_, one)| one).collect();
    let reached = vector.answers.iter().filter_map(Next::reply).count();
    // On a slow machine the time may be over before anything arrives.
    let late = vector.answers.iter().any(Next::is_timeout) && received.is_empty();
    same(
        "requests that arrived",
        received.len(),
        if late { 0 } else { reached },
    )?;
    bodies(&received, request, vector)
}

fn bodies(received: &[Received], request: &Request, vector: &Vector) -> Verdict {
    let Some(first) = received.first() else {
        return Ok(());
    };
    let equal = received.iter().all(|other| other.bytes == first.bytes);
    same("the same body", equal, vector.expect.same_body)?;
    let expected = request.expect.body.as_deref().unwrap_or_default();
    let Some(property) = &vector.expect.generated else {
        return same("body", &*first.body, expected);
    };
    let parse = |text: &str| serde_json::from_str::<Value>(text).map_err(|error| error.to_string());
    let (mut sent, mut expected) = (parse(&first.body)?, parse(expected)?);
    let take = |value: &mut Value| value.as_object_mut()?.remove(property);
    let key = take(&mut sent);
    let text = key.as_ref().and_then(Value::as_str).unwrap_or_default();
    let uuid = types::uuid::Uuid::parse_str(text).map_err(|error| error.to_string())?;
    same("a key as UUIDs are written", text, uuid.to_string())?;
    take(&mut expected);
    same_json("the rest of the body", &sent, &expected)
}
