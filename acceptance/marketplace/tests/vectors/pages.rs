//! `pages.json`: how the client iterates over all items of a list.

use marketplace_acceptance::outcome::Streamed;
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
    answers: Vec<Answer>,
    expect: Expected,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    urls: Vec<String>,
    items: Vec<Value>,
    outcome: String,
}

#[tokio::test]
async fn every_list_is_read_to_its_end() {
    let stage = Stage::start().await;
    let client = stage.client();
    let mut verdicts = Vec::new();
    for (name, vector) in load::<Vector>("pages.json") {
        stage.script.set(vector.answers.iter().map(Answer::reply));
        let streamed = Request::named(&vector.request).stream(&client).await;
        let urls: Vec<_> = stage.take().into_iter().map(|(url, _)| url).collect();
        verdicts.push((name, compare(streamed, &urls, vector.expect)));
    }
    check(verdicts);
}

fn compare(streamed: Streamed, urls: &[String], expected: Expected) -> Verdict {
    // The vectors call every failure an error, except for a loop.
    let ended = streamed.failure.map(|failure| outcome(&Err(failure)));
    let ended = match ended {
        None => "end",
        Some("loop") => "loop",
        Some("error" | "undeclared") => "error",
        Some(other) => other,
    };
    same("outcome", ended, &*expected.outcome)?;
    same("urls", urls, expected.urls)?;
    let items = Value::Array(streamed.items);
    same_json("items", &items, &Value::Array(expected.items))
}
