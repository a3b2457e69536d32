//! `options.json`: the options of one call, and changed copies of a client.

use std::time::Duration;

use client::runtime::{Attempt, AttemptFuture, Next as Rest};
use client::{Changes, Client, ClientBuilder, Middleware, RequestOptions};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::added::Added;
use crate::between::{Between, Next, Policy};
use crate::call::{Request, outcome};
use crate::data::{Verdict, check, load};
use crate::equal::{same, same_json};
use crate::wire::Received;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Vector {
    request: String,
    without: Option<String>,
    policy: Policy,
    #[serde(default)]
    defaults: Added,
    #[serde(default)]
    client: Limits,
    #[serde(default)]
    changes: Vec<Change>,
    #[serde(default)]
    original: bool,
    call: Options,
    answers: Vec<Value>,
    expect: Expected,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Limits {
    call_timeout: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Change {
    #[serde(default)]
    headers: Map<String, Value>,
    #[serde(default)]
    query: Map<String, Value>,
    attempts: Option<u32>,
    call_timeout: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Options {
    call_timeout: Option<u64>,
    attempts: Option<u32>,
    idempotency_key: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    requests: Vec<Sent>,
    waits: Vec<f64>,
    outcome: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sent {
    url: Option<String>,
    #[serde(default)]
    headers: Map<String, Value>,
    #[serde(default)]
    properties: Map<String, Value>,
}

#[tokio::test]
async fn options_change_one_call_and_copies_change_no_original() {
    let mut verdicts = Vec::new();
    for (name, vector) in load::<Vector>("options.json") {
        verdicts.push((name, run(vector).await));
    }
    check(verdicts);
}

async fn run(vector: Vector) -> Verdict {
    let mut seconds = Vec::new();
    let mut answers = Vec::new();
    for mut answer in vector.answers {
        let own = answer.as_object_mut().and_then(|all| all.remove("seconds"));
        seconds.push(own.and_then(|own| own.as_u64()).unwrap_or_default());
        answers.push(serde_json::from_value(answer).map_err(|error| error.to_string())?);
    }
    let answers: Vec<Next> = answers;
    let between = Between::start(&answers).await;
    let builder = between.builder(&vector.policy, &answers).await;
    let builder = vector.defaults.to(builder).middleware(Passing {
        between: between.clone(),
        seconds,
    });
    let client = limited(builder, &vector.client).build();
    let client = client.map_err(|error| error.to_string())?;
    let mut changes = vector.changes.iter();
    let last = changes.try_fold(client.clone(), |client, change| changed(&client, change))?;
    let client = if vector.original { client } else { last };
    let request = Request::named(&vector.request);
    let without = vector.without.as_deref();
    let ended = request
        .send_as(&client, without, vector.call.options())
        .await;
    let expected = &vector.expect;
    same("outcome", outcome(&ended), expected.outcome.as_str())?;
    same("waits", &between.waits(), &expected.waits)?;
    let received = between.stage.take();
    same("requests", received.len(), expected.requests.len())?;
    for ((url, received), sent) in received.iter().zip(&expected.requests) {
        sent.check(request, url, received)?;
    }
    Ok(())
}

fn limited(builder: ClientBuilder, limits: &Limits) -> ClientBuilder {
    match limits.call_timeout {
        Some(seconds) => builder.call_timeout(Duration::from_secs(seconds)),
        None => builder,
    }
}

fn changed(client: &Client, change: &Change) -> Result<Client, String> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut changes = Changes::new();
    for (name, value) in &change.headers {
        changes = changes.default_header(name, text(value));
    }
    for (name, value) in &change.query {
        changes = changes.default_query(name, text(value));
    }
    if let Some(attempts) = change.attempts {
        changes = changes.retry(client::RetryPolicy::default().attempts(attempts));
    }
    if let Some(seconds) = change.call_timeout {
        changes = changes.call_timeout(Duration::from_secs(seconds));
    }
    client.with(changes).map_err(|error| error.to_string())
}

impl Options {
    fn options(self) -> RequestOptions {
        let mut options = RequestOptions::new();
        if let Some(seconds) = self.call_timeout {
            options = options.call_timeout(Duration::from_secs(seconds));
        }
        if let Some(attempts) = self.attempts {
            options = options.attempts(attempts);
        }
        match self.idempotency_key {
            Some(key) => options.idempotency_key(key),
            None => options,
        }
    }
}

impl Sent {
    fn check(&self, request: &Request, url: &str, received: &Received) -> Verdict {
        let expected = self.url.as_ref().unwrap_or(&request.expect.url);
        same("url", url, expected)?;
        for (name, value) in &self.headers {
            same(name, received.header(name), value.as_str())?;
        }
        if self.properties.is_empty() {
            return Ok(());
        }
        let body: Value =
            serde_json::from_str(&received.body).map_err(|error| error.to_string())?;
        for (name, value) in &self.properties {
            same_json(name, &body[name], value)?;
        }
        Ok(())
    }
}

/// Lets time pass while an answer is under way.
#[derive(Debug)]
struct Passing {
    between: Between,
    seconds: Vec<u64>,
}

impl Middleware for Passing {
    fn handle<'a>(&'a self, attempt: &'a mut Attempt, next: Rest<'a>) -> AttemptFuture<'a> {
        Box::pin(async move {
            let ended = next.run(attempt).await;
            let number = usize::try_from(attempt.number()).unwrap_or_default();
            let passed = self.seconds.get(number - 1).copied().unwrap_or_default();
            self.between.pass(Duration::from_secs(passed));
            ended
        })
    }
}
