//! `deprecations.json`: what the client reports about the deprecation of an operation.

use serde::Deserialize;
use serde_json::Value;

use crate::call::{Request, outcome};
use crate::data::{Answer, Verdict, check, load};
use crate::equal::{same, same_json};
use crate::stage::Stage;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Vector {
    request: String,
    answer: Answer,
    expect: Option<Announced>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Announced {
    deprecated: Value,
    sunset: Value,
    links: Vec<Value>,
}

#[tokio::test]
async fn deprecations_and_sunsets_are_reported() {
    let stage = Stage::start().await;
    let client = stage.client();
    let mut verdicts = Vec::new();
    for (name, vector) in load::<Vector>("deprecations.json") {
        stage.script.set([vector.answer.reply()]);
        let ended = Request::named(&vector.request).send(&client).await;
        let reported = std::mem::take(&mut stage.notes.reports().deprecated);
        let verdict = same("outcome", outcome(&ended), "value");
        let verdict = verdict.and_then(|()| compare(reported, vector.expect));
        verdicts.push((name, verdict));
    }
    check(verdicts);
}

fn compare(reported: Vec<Value>, expected: Option<Announced>) -> Verdict {
    let expected = expected.into_iter().map(|announced| {
        serde_json::json!({
            "deprecated": announced.deprecated,
            "sunset": announced.sunset,
            "links": announced.links,
        })
    });
    same_json("reports", &Value::Array(reported), &expected.collect())
}
