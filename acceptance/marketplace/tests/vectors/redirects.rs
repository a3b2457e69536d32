//! `redirects.json`: credentials are only sent where they belong, and are not in errors.

use serde::Deserialize;

use crate::call::{Request, outcome};
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
    urls: Vec<String>,
    outcome: String,
}

#[tokio::test]
async fn redirects_are_not_followed_and_secrets_not_shown() {
    let mut verdicts = Vec::new();
    for (name, vector) in load::<Vector>("redirects.json") {
        verdicts.push((name, run(&vector).await));
    }
    check(verdicts);
}

async fn run(vector: &Vector) -> Verdict {
    let stage = Stage::start().await;
    let client = stage.client();
    stage.script.set([vector.answer.reply()]);
    let ended = Request::named(&vector.request).send(&client).await;
    same("outcome", outcome(&ended), &*vector.expect.outcome)?;
    let received = stage.take();
    let urls: Vec<_> = received.iter().map(|(url, _)| url).collect();
    same("urls", urls, vector.expect.urls.iter().collect::<Vec<_>>())?;
    let shown = match ended {
        Ok(outcome) => format!("{outcome:?}"),
        Err(failure) => failure.shown,
    };
    let shown = format!("{shown}\n{client:?}\n{client:#?}");
    let mut secrets = vector.secrets.iter();
    let leaked = secrets.find(|secret| shown.contains(secret.as_str()));
    same("a secret that is shown", leaked, None)?;
    // A secret that was never sent cannot leak.
    let sent = |secret: &&String| format!("{received:?}").contains(secret.as_str());
    let sent = vector.secrets.iter().any(|secret| sent(&secret));
    same("a secret that is sent", sent, true)
}
