//! `answers.json`: how the client decodes responses.

use marketplace_acceptance::outcome::{Failure, FailureKind, Outcome};
use serde::Deserialize;
use serde_json::Value;

use crate::call::{Request, located, message, outcome};
use crate::data::{Answer, Verdict, check, load};
use crate::equal::{same, same_json};
use crate::stage::Stage;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Vector {
    request: String,
    answer: Answer,
    expect: Expected,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    outcome: String,
    value: Option<Value>,
    #[serde(default)]
    unknown: Vec<String>,
    pointer: Option<String>,
    message: Option<String>,
}

#[tokio::test]
async fn every_answer_is_understood() {
    let stage = Stage::start().await;
    let client = stage.client();
    let mut verdicts = Vec::new();
    for (name, vector) in load::<Vector>("answers.json") {
        stage.script.set([vector.answer.reply()]);
        let ended = Request::named(&vector.request).send(&client).await;
        let count = stage.take().len();
        let unknown = std::mem::take(&mut stage.notes.reports().unknown);
        let verdict = same("requests", count, 1).and_then(|()| compare(&ended, unknown, &vector));
        verdicts.push((name, verdict));
    }
    check(verdicts);
}

fn compare(ended: &Result<Outcome, Failure>, mut unknown: Vec<String>, vector: &Vector) -> Verdict {
    let expected = &vector.expect;
    if outcome(ended) != expected.outcome {
        return Err(format!("expected {}, found {ended:?}", expected.outcome));
    }
    located(ended, &vector.request)?;
    if let Some(expected) = &expected.message {
        same("message", message(ended), Some(expected))?;
    }
    match ended {
        Ok(outcome) => {
            same("status", outcome.status, vector.answer.status)?;
            let body = || serde_json::from_slice(&vector.answer.body.bytes()).unwrap_or_default();
            let value = expected.value.clone().unwrap_or_else(body);
            same_json("value", &outcome.body, &value)?;
            same("pointer", None, expected.pointer.as_ref())?;
        }
        Err(failure) => {
            let raw = failure.raw.as_ref().ok_or("the answer is not given back")?;
            same("status", raw.status(), vector.answer.status)?;
            same("body", &**raw.bytes(), &*vector.answer.body.bytes())?;
            let pointer = match &failure.kind {
                FailureKind::Unreadable(pointer) => Some(pointer),
                _ => None,
            };
            same("pointer", pointer, expected.pointer.as_ref())?;
            same("value", None, expected.value.as_ref())?;
        }
    }
    let mut expected = expected.unknown.clone();
    expected.sort();
    unknown.sort();
    same("unknown members", unknown, expected)
}
