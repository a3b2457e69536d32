//! What middleware sees.

use std::sync::{Arc, Mutex, MutexGuard};

use client::Middleware;
use client::runtime::reqwest::header::HeaderValue;
use client::runtime::{Attempt, AttemptFuture, Next};
use serde_json::{Value, json};

/// The events and the lines of the log, in order.
#[derive(Debug, Clone, Default)]
pub struct Seen(Arc<Mutex<Notes>>);

#[derive(Debug, Default)]
struct Notes {
    events: Vec<Value>,
    lines: Vec<String>,
}

impl Seen {
    pub fn events(&self) -> Value {
        Value::from(self.notes().events.clone())
    }

    pub fn lines(&self) -> Vec<String> {
        self.notes().lines.clone()
    }

    pub fn log(&self, line: String) {
        self.notes().lines.push(line);
    }

    fn notes(&self) -> MutexGuard<'_, Notes> {
        self.0.lock().expect("no test panics with it")
    }
}

/// A middleware that records what it sees. The outer one adds `x-outer`, and the inner one `x-inner`
/// with the same value.
#[derive(Debug)]
pub struct Recording {
    name: &'static str,
    seen: Seen,
}

impl Recording {
    pub fn new(name: &'static str, seen: &Seen) -> Self {
        Self {
            name,
            seen: seen.clone(),
        }
    }

    fn event(&self, attempt: &Attempt, event: &str) -> Value {
        json!({"middleware": self.name, "event": event, "attempt": attempt.number()})
    }

    fn mark(&self, attempt: &mut Attempt) {
        let (name, value) = match self.name {
            "outer" => ("x-outer", HeaderValue::try_from(shown(attempt)).ok()),
            _ => ("x-inner", attempt.headers().get("x-outer").cloned()),
        };
        if let Some(value) = value {
            attempt.headers_mut().insert(name, value);
        }
    }
}

/// Returns what the attempt is, as the vectors write it.
fn shown(attempt: &Attempt) -> String {
    let parts = [
        attempt.operation(),
        attempt.method(),
        attempt.path_template(),
    ];
    format!("{} {}", parts.join(" "), attempt.number())
}

impl Middleware for Recording {
    fn handle<'a>(&'a self, attempt: &'a mut Attempt, next: Next<'a>) -> AttemptFuture<'a> {
        self.mark(attempt);
        self.seen.notes().events.push(self.event(attempt, "before"));
        Box::pin(async move {
            let ended = next.run(attempt).await;
            let event = match &ended {
                Ok(response) => {
                    let mut event = self.event(attempt, "response");
                    event["status"] = response.status().into();
                    event
                }
                Err(_) => self.event(attempt, "error"),
            };
            self.seen.notes().events.push(event);
            ended
        })
    }
}
