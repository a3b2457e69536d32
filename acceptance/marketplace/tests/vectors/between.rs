//! A service that sometimes fails, and the waits of a client between its attempts.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant, SystemTime};

use client::runtime::{Clock, Sleep};
use client::{ClientBuilder, RetryPolicy};
use serde::Deserialize;

use crate::clock::TestClock;
use crate::data::Answer;
use crate::stage::Stage;
use crate::wire::Reply;

/// In seconds.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Policy {
    attempts: u32,
    first_wait: f64,
    longest_wait: f64,
    longest_retry_after: f64,
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

#[derive(Deserialize)]
#[serde(untagged)]
pub enum Next {
    Failure(Failure),
    Answer(Answer),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Failure {
    failure: Kind,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    Connect,
    Broken,
    Timeout,
}

impl Next {
    /// Returns the reply of the service; `None` if it cannot be reached.
    pub fn reply(&self) -> Option<Reply> {
        match self {
            Self::Answer(answer) => Some(answer.reply()),
            Self::Failure(Failure { failure }) => match failure {
                Kind::Connect => None,
                Kind::Broken => Some(Reply::Hangup),
                Kind::Timeout => Some(Reply::Silence),
            },
        }
    }

    pub fn is_timeout(&self) -> bool {
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
pub struct Between {
    clock: TestClock,
    /// The time that has passed while answers were under way.
    passed: Arc<Mutex<Duration>>,
    pub stage: Arc<Stage>,
    /// The replies to come; `None` for a connection that is refused.
    replies: Arc<Mutex<VecDeque<Option<Reply>>>>,
}

impl Between {
    pub async fn start(answers: &[Next]) -> Self {
        Self {
            clock: TestClock::default(),
            passed: Arc::default(),
            stage: Arc::new(Stage::start().await),
            replies: Arc::new(Mutex::new(answers.iter().map(Next::reply).collect())),
        }
    }

    /// Returns a builder with a policy. The first reply is the next one.
    pub async fn builder(&self, policy: &Policy, answers: &[Next]) -> ClientBuilder {
        self.clone().prepare().await;
        let stage = self.stage.builder();
        let builder = stage.retry(policy.policy()).clock(self.clone());
        if answers.iter().any(Next::is_timeout) {
            // The only real wait. Nothing depends on its length.
            return builder.timeout(Duration::from_millis(300));
        }
        builder
    }

    async fn prepare(self) {
        let reply = self.queue().pop_front().flatten();
        self.stage.listen(reply.is_some()).await;
        self.stage.script.set(reply);
    }

    /// Returns the seconds of each wait.
    pub fn waits(&self) -> Vec<f64> {
        let waits = self.clock.waits();
        waits.iter().map(Duration::as_secs_f64).collect()
    }

    /// Lets time pass, which is no wait.
    pub fn pass(&self, duration: Duration) {
        *self.passed.lock().expect("no test panics with it") += duration;
    }

    /// Returns the number of replies that are left.
    pub fn left(&self) -> usize {
        self.queue().len()
    }

    fn queue(&self) -> MutexGuard<'_, VecDeque<Option<Reply>>> {
        self.replies.lock().expect("no test panics with it")
    }
}

impl std::fmt::Debug for Between {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Between")
    }
}

impl Clock for Between {
    fn now(&self) -> Instant {
        self.clock.now() + *self.passed.lock().expect("no test panics with it")
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
