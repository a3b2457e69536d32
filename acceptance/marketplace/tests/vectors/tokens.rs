//! `tokens.json`: how the client obtains tokens, and caches them.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use client::ClientCredentials;
use client::runtime::RawResponse;
use marketplace_acceptance::outcome::{Failure, Outcome};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::call::{Request, outcome};
use crate::clock::TestClock;
use crate::data::{Answer, Verdict, check, load};
use crate::equal::same;
use crate::stage::{Stage, empty};
use crate::wire::{Received, Reply};

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Vector {
    scheme: String,
    token_url: String,
    token_body: String,
    resource: Option<String>,
    request: String,
    answer: Answer,
    tokens: Vec<Token>,
    steps: Vec<Step>,
    expect: Expected,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Token {
    status: u16,
    body: Value,
    seconds: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    advance: u64,
    call: usize,
    answers: Vec<u16>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Expected {
    token_requests: usize,
    bearers: Vec<String>,
    outcomes: Vec<Value>,
}

/// The shared state of the two services.
#[derive(Clone, Default)]
struct Play {
    clock: TestClock,
    tokens: Arc<Mutex<VecDeque<Token>>>,
    statuses: Arc<Mutex<VecDeque<u16>>>,
}

#[tokio::test]
async fn tokens_are_had_kept_and_replaced() {
    let mut verdicts = Vec::new();
    for (name, vector) in load::<Vector>("tokens.json") {
        verdicts.push((name, run(&vector).await));
    }
    check(verdicts);
}

async fn run(vector: &Vector) -> Verdict {
    let play = Play::default();
    *play.tokens.lock().expect("no thread has panicked") = vector.tokens.clone().into();
    let stage = Stage::answering(play.service(vector)).await;
    let mut credentials = ClientCredentials::new("vector-id", "vector-secret")
        .token_url(stage.played(&vector.token_url));
    if let Some(resource) = &vector.resource {
        credentials = credentials.resource(resource);
    }
    let builder = stage
        .builder()
        .clock(play.clock.clone())
        .credentials(&vector.scheme, credentials);
    let client = builder.build().map_err(|error| error.to_string())?;
    let mut outcomes = Vec::new();
    for step in &vector.steps {
        play.clock.advance(Duration::from_secs(step.advance));
        *play.statuses.lock().expect("no thread has panicked") = step.answers.clone().into();
        let request = Request::named(&vector.request);
        let calls: Vec<_> = (0..step.call)
            .map(|_| tokio::spawn(request.send(&client)))
            .collect();
        for call in calls {
            let ended = call.await.map_err(|error| error.to_string())?;
            outcomes.push(outcome_value(&ended));
        }
    }
    let expected = &vector.expect;
    same("outcomes", &outcomes, &expected.outcomes)?;
    let received = stage.take().into_iter();
    let (asked, served): (Vec<_>, Vec<_>) = received.partition(|(url, _)| *url == vector.token_url);
    same("token requests", asked.len(), expected.token_requests)?;
    for (_, request) in &asked {
        asks_well(request, &vector.token_body)?;
    }
    let bearers = served.iter().map(|(_, request)| bearer(request));
    same("bearers", bearers.collect::<Vec<_>>(), &*expected.bearers)
}

impl Play {
    fn service(&self, vector: &Vector) -> impl Fn(&Received) -> Reply + Clone + use<> {
        let (play, answer) = (self.clone(), vector.answer.reply());
        let path = path(&vector.token_url).to_owned();
        move |request| {
            if request.target == path {
                return play.token();
            }
            let status = play
                .statuses
                .lock()
                .expect("no thread has panicked")
                .pop_front();
            match status {
                Some(status) if status != 200 => empty(status),
                _ => answer.clone(),
            }
        }
    }

    fn token(&self) -> Reply {
        let token = self
            .tokens
            .lock()
            .expect("no thread has panicked")
            .pop_front();
        let Some(token) = token else {
            return empty(500);
        };
        self.clock.advance(Duration::from_secs(token.seconds));
        Reply::Answer {
            status: token.status,
            headers: vec![("content-type".to_owned(), "application/json".to_owned())],
            body: token.body.to_string().into_bytes(),
        }
    }
}

/// Returns the path of an address.
fn path(url: &str) -> &str {
    let (_, rest) = url.split_once("://").expect("an address");
    rest.find('/').map_or("/", |start| &rest[start..])
}

/// Checks a token request (RFC 6749 §4.4.2).
fn asks_well(request: &Received, body: &str) -> Verdict {
    same("method", &*request.method, "POST")?;
    same("body", &*request.body, body)?;
    let media = request.header("content-type");
    same(
        "media type",
        media,
        Some("application/x-www-form-urlencoded"),
    )?;
    same(
        "authorization at the token endpoint",
        request.header("authorization"),
        None,
    )
}

fn bearer(request: &Received) -> String {
    let text = request.header("authorization").unwrap_or_default();
    text.strip_prefix("Bearer ").unwrap_or(text).to_owned()
}

fn outcome_value(ended: &Result<Outcome, Failure>) -> Value {
    let status = match ended {
        Ok(outcome) => Some(outcome.status),
        Err(failure) => failure.raw.as_ref().map(RawResponse::status),
    };
    match (outcome(ended), status) {
        ("value", _) => json!("ok"),
        (_, Some(status)) => json!(status),
        (other, None) => json!(other),
    }
}
