//! `messages.json`: the texts of errors.

use serde::Deserialize;

use crate::call::{Request, message, outcome};
use crate::data::{Answer, Verdict, check, load};
use crate::equal::same;
use crate::stage::Stage;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Vector {
    request: String,
    answer: Answer,
    secrets: Vec<String>,
    expect: Expected,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    outcome: String,
    message: String,
}

#[tokio::test]
async fn texts_of_errors_say_what_answers_say() {
    let stage = Stage::start().await;
    let client = stage.client();
    let mut verdicts = Vec::new();
    for (name, vector) in load::<Vector>("messages.json") {
        stage.script.set([vector.answer.reply()]);
        let ended = Request::named(&vector.request).send(&client).await;
        verdicts.push((name, compare(&vector, outcome(&ended), message(&ended))));
    }
    check(verdicts);
}

fn compare(vector: &Vector, outcome: &str, message: Option<&String>) -> Verdict {
    same("outcome", outcome, &*vector.expect.outcome)?;
    same("message", message, Some(&vector.expect.message))?;
    let text = message.map(String::as_str).unwrap_or_default();
    let mut secrets = vector.secrets.iter();
    let leaked = secrets.find(|secret| text.contains(secret.as_str()));
    same("a secret that is shown", leaked, None)
}
