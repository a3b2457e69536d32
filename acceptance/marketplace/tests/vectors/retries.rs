//! `retries.json`: when requests are retried.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime};

use client::RetryPolicy;
use client::runtime::{Clock, Sleep};
use serde::Deserialize;
use serde_json::Value;

use crate::call::{Request, located, outcome};
use crate::clock::TestClock;
use crate::data::{Answer, Verdict, check, load};
use crate::equal::{same, same_json};
use crate::stage::Stage;
use crate::wire::{Received, Reply};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Vector {
    request: String,
    without: Option<String>,
    policy: Policy,
    answers: Vec<Next>,
    expect: Expected,
}

/// In seconds.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Policy {
    attempts: u32,
    first_wait: f64,
    longest_wait: f64,
    longest_retry_after: f64,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Next {
    Failure(Failure),
    Answer(Answer),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Failure {
    failure: Kind,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    Connect,
    Broken,
    Timeout,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Expected {
    waits: Vec<f64>,
    outcome: String,
    same_body: bool,
    generated: Option<String>,
}

impl Next {
    /// Returns the reply of the service; `None` if it cannot be reached.
    fn reply(&self) -> Option<Reply> {
        match self {
            Self::Answer(answer) => Some(answer.reply()),
            Self::Failure(Failure { failure }) => match failure {
                Kind::Connect => None,
                Kind::Broken => Some(Reply::Hangup),
                Kind::Timeout => Some(Reply::Silence),
            },
        }
    }

    fn is_timeout(&self) -> bool {
        matches!(
            self,
            Self::Failure(Failure {
                failure: Kind::Timeout
            })
        )
    }
}

/// A clock whose waits open or close the service for the next attempt.
#[derive(Clone)]
struct Between {
    clock: TestClock,
    stage: Arc<Stage>,
    /// The replies to come; `None` for a connection that is refused.
    replies: Arc<Mutex<VecDeque<Option<Reply>>>>,
}

impl Between {
    async fn prepare(self) {
        let next = self
            .replies
            .lock()
            .expect("no thread has panicked")
            .pop_front();
        let reply = next.flatten();
        self.stage.listen(reply.is_some()).await;
        self.stage.script.set(reply);
    }
}

impl std::fmt::Debug for Between {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Between")
    }
}

impl Clock for Between {
    fn now(&self) -> Instant {
        self.clock.now()
    }

    fn time_of_day(&self) -> SystemTime {
        self.clock.time_of_day()
    }

    fn sleep(&self, duration: Duration) -> Sleep {
        self.clock.advance(duration);
        Box::pin(self.clone().prepare())
    }

    fn jitter(&self, bound: Duration) -> Duration {
        self.clock.jitter(bound)
    }
}

#[tokio::test]
async fn requests_are_sent_again_where_it_helps_and_does_no_harm() {
    let mut verdicts = Vec::new();
    for (name, vector) in load::<Vector>("retries.json") {
        verdicts.push((name, run(&vector).await));
    }
    check(verdicts);
}

async fn run(vector: &Vector) -> Verdict {
    let between = Between {
        clock: TestClock::default(),
        stage: Arc::new(Stage::start().await),
        replies: Arc::new(Mutex::new(vector.answers.iter().map(Next::reply).collect())),
    };
    let stage = Arc::clone(&between.stage);
    let mut builder = stage
        .builder()
        .retry(vector.policy.policy())
        .clock(between.clone());
    let is_timeout = vector.answers.iter().any(Next::is_timeout);
    if is_timeout {
        // The only real wait. Nothing depends on its length.
        builder = builder.timeout(Duration::from_millis(300));
    }
    let client = builder.build().map_err(|error| error.to_string())?;
    between.clone().prepare().await;
    let request = Request::named(&vector.request);
    let ended = request
        .send_without(&client, vector.without.as_deref())
        .await;
    let expected = &vector.expect;
    if outcome(&ended) != expected.outcome {
        return Err(format!("expected {}, found {ended:?}", expected.outcome));
    }
    located(&ended, &vector.request)?;
    let waits: Vec<_> = between.clock.waits();
    let waits: Vec<_> = waits.iter().map(Duration::as_secs_f64).collect();
    same("waits", &waits, &expected.waits)?;
    same("retries", stage.notes.reports().retried, waits.len())?;
    same("answers that are left", between.left(), 0)?;
    let received: Vec<_> = stage.take().into_iter().map(|(_, one)| one).collect();
    let reached = vector.answers.iter().filter_map(Next::reply).count();
    // On a slow machine the time may be over before anything arrives.
    let late = is_timeout && received.is_empty();
    same(
        "requests that arrived",
        received.len(),
        if late { 0 } else { reached },
    )?;
    bodies(&received, request, vector)
}

impl Between {
    fn left(&self) -> usize {
        self.replies.lock().expect("no thread has panicked").len()
    }
}

impl Policy {
    fn policy(&self) -> RetryPolicy {
        let seconds = Duration::from_secs_f64;
        RetryPolicy::default()
            .attempts(self.attempts)
            .waits(seconds(self.first_wait), seconds(self.longest_wait))
            .longest_retry_after(seconds(self.longest_retry_after))
    }
}

fn bodies(received: &[Received], request: &Request, vector: &Vector) -> Verdict {
    let Some(first) = received.first() else {
        return Ok(());
    };
    let equal = received.iter().all(|other| other.bytes == first.bytes);
    same("the same body", equal, vector.expect.same_body)?;
    let expected = request.expect.body.as_deref().unwrap_or_default();
    let Some(property) = &vector.expect.generated else {
        return same("body", &*first.body, expected);
    };
    let parse = |text: &str| serde_json::from_str::<Value>(text).map_err(|error| error.to_string());
    let (mut sent, mut expected) = (parse(&first.body)?, parse(expected)?);
    let take = |value: &mut Value| value.as_object_mut()?.remove(property);
    let key = take(&mut sent);
    let text = key.as_ref().and_then(Value::as_str).unwrap_or_default();
    let uuid = types::uuid::Uuid::parse_str(text).map_err(|error| error.to_string())?;
    same("a key as UUIDs are written", text, uuid.to_string())?;
    take(&mut expected);
    same_json("the rest of the body", &sent, &expected)
}
