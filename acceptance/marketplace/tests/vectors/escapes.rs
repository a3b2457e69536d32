//! `escapes.json`: no value of a parameter becomes another request.

use serde::Deserialize;
use serde_json::Value;

use crate::call::Request;
use crate::data::{Verdict, check, load};
use crate::equal::same;
use crate::stage::Stage;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Vector {
    request: String,
    parameter: String,
    value: Value,
    expect: Expected,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    url: Option<String>,
}

#[tokio::test]
async fn no_value_of_a_parameter_becomes_another_request() {
    let mut verdicts = Vec::new();
    for (name, vector) in load::<Vector>("escapes.json") {
        verdicts.push((name, run(&vector).await));
    }
    check(verdicts);
}

async fn run(vector: &Vector) -> Verdict {
    let stage = Stage::start().await;
    let request = Request::named(&vector.request).with(&vector.parameter, vector.value.clone());
    let ended = request.send(&stage.client()).await;
    let received = stage.take();
    let urls: Vec<_> = received.iter().map(|(url, _)| url).collect();
    same("urls", urls, vector.expect.url.iter().collect::<Vec<_>>())?;
    let refused = ended.is_err_and(|failure| failure.shown.contains("Request {"));
    same("refused", refused, vector.expect.url.is_none())
}
