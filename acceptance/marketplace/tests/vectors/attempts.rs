//! `attempts.json`: middleware, the log, and what clients add to requests.

use std::collections::BTreeMap;

use client::LogAttempts;
use client::runtime::LogLevel;
use serde::Deserialize;
use serde_json::Value;

use crate::added::Added;
use crate::between::{Between, Next, Policy};
use crate::call::{Request, located, outcome};
use crate::data::{Verdict, check, load};
use crate::equal::{same, same_json};
use crate::seen::{Recording, Seen};
use crate::wire::Received;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Vector {
    request: String,
    policy: Policy,
    answers: Vec<Next>,
    #[serde(default)]
    defaults: Added,
    #[serde(default)]
    call: Added,
    expect: Expected,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    events: Value,
    log: Vec<String>,
    requests: Vec<Sent>,
    waits: Vec<f64>,
    outcome: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sent {
    url: Option<String>,
    headers: BTreeMap<String, String>,
}

#[tokio::test]
async fn middleware_sees_every_attempt() {
    let mut verdicts = Vec::new();
    for (name, vector) in load::<Vector>("attempts.json") {
        verdicts.push((name, run(&vector).await));
    }
    check(verdicts);
}

async fn run(vector: &Vector) -> Verdict {
    let between = Between::start(&vector.answers).await;
    let seen = Seen::default();
    let builder = between.builder(&vector.policy, &vector.answers).await;
    let lines = seen.clone();
    let client = vector
        .defaults
        .to(builder)
        .middleware(Recording::new("outer", &seen))
        .middleware(Recording::new("inner", &seen))
        .middleware(LogAttempts::new(LogLevel::Debug, move |level, line| {
            lines.log(format!("{} {line}", level.as_str()));
        }))
        .build()
        .map_err(|error| error.to_string())?;
    let request = Request::named(&vector.request);
    let ended = request.send_with(&client, vector.call.options()).await;
    let expected = &vector.expect;
    same("outcome", outcome(&ended), expected.outcome.as_str())?;
    located(&ended, &vector.request)?;
    same("waits", &between.waits(), &expected.waits)?;
    same("answers that are left", between.left(), 0)?;
    same_json("events", &seen.events(), &expected.events)?;
    same("log", &seen.lines(), &expected.log)?;
    let received = between.stage.take();
    // On a slow machine the time may be over before anything arrives.
    if received.is_empty() && vector.answers.iter().any(Next::is_timeout) {
        return Ok(());
    }
    same("requests", received.len(), expected.requests.len())?;
    for ((url, received), sent) in received.iter().zip(&expected.requests) {
        sent.check(request, url, received)?;
    }
    Ok(())
}

impl Sent {
    fn check(&self, request: &Request, url: &str, received: &Received) -> Verdict {
        let expected = self.url.as_ref().unwrap_or(&request.expect.url);
        same("url", url, expected)?;
        for (name, value) in &self.headers {
            same(name, received.header(name), Some(value.as_str()))?;
        }
        Ok(())
    }
}
