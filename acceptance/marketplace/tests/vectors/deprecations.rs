//! `deprecations.json`: what the client reports about the deprecation of an operation.

use serde::Deserialize;
use serde_json::Value;

use crate::call::{Request, outcome};
use crate::data::{Answer, Verdict, judge, load};
use crate::equal::{same, same_json};
use crate::stage::Stage;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Vector {
    request: String,
    answer: Answer,
    expect: Option<Told>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Told {
    deprecated: Value,
    sunset: Value,
    links: Vec<Value>,
}

#[tokio::test]
async fn the_end_of_an_operation_is_told() {
    let stage = Stage::start().await;
    let client = stage.client();
    let mut verdicts = Vec::new();
    for (name, vector) in load::<Vector>("deprecations.json") {
        stage.script.set([vector.answer.reply()]);
        let ended = Request::named(&vector.request).send(&client).await;
        let told = std::mem::take(&mut stage.notes.told().deprecated);
        let verdict = same("outcome", outcome(&ended), "value");
        let verdict = verdict.and_then(|()| compare(told, vector.expect));
        verdicts.push((name, verdict));
    }
    judge(verdicts);
}

fn compare(told: Vec<Value>, expected: Option<Told>) -> Verdict {
    let expected = expected.into_iter().map(|told| {
        serde_json::json!({
            "deprecated": told.deprecated,
            "sunset": told.sunset,
            "links": told.links,
        })
    });
    same_json("told", &Value::Array(told), &expected.collect())
}
