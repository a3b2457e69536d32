//! A service with scripted responses, and a clock that never waits.
#![allow(dead_code, unused_imports, reason = "no test file uses all of it")]

#[path = "../../../../support/clock.rs"]
mod clock;
#[path = "../../../../support/listener.rs"]
mod listener;
#[path = "../../../../support/wire.rs"]
mod wire;

use std::sync::Mutex;

use client::{Client, ClientBuilder};
use serde_json::{Value, json};

pub use self::clock::TestClock;
pub use self::listener::Service;
pub use self::wire::{Received, Reply};

impl Reply {
    pub fn empty(status: u16) -> Self {
        Self::Answer {
            status,
            headers: Vec::new(),
            body: Vec::new(),
        }
    }

    pub fn text(status: u16, media: &str, body: impl Into<Vec<u8>>) -> Self {
        let headers = vec![("content-type".to_owned(), media.to_owned())];
        Self::Answer {
            status,
            headers,
            body: body.into(),
        }
    }

    pub fn json(status: u16, body: &Value) -> Self {
        Self::text(status, "application/json", body.to_string())
    }

    pub fn problem(status: u16) -> Self {
        let body = json!({ "title": "no", "status": status }).to_string();
        Self::text(status, "application/problem+json; charset=utf-8", body)
    }

    pub fn header(mut self, name: &str, value: &str) -> Self {
        if let Self::Answer { headers, .. } = &mut self {
            headers.push((name.to_owned(), value.to_owned()));
        }
        self
    }
}

impl Service {
    /// Responds with these replies one by one, and with the last one from then on.
    pub async fn script(replies: Vec<fn() -> Reply>) -> Self {
        let count = Mutex::new(0);
        Self::start(move |_| {
            let mut count = count.lock().unwrap();
            let reply = replies[(*count).min(replies.len() - 1)];
            *count += 1;
            reply()
        })
        .await
    }

    pub fn targets(&self) -> Vec<String> {
        self.received()
            .into_iter()
            .map(|request| request.target)
            .collect()
    }

    pub fn count(&self, path: &str) -> usize {
        self.targets()
            .iter()
            .filter(|target| target.split('?').next() == Some(path))
            .count()
    }

    /// Returns a client of this service, on a separate clock.
    pub fn client(&self) -> Client {
        self.builder().build().unwrap()
    }

    pub fn builder(&self) -> ClientBuilder {
        Client::builder()
            .base_url(&self.url)
            .auth_url(&self.url)
            .clock(TestClock::default())
    }
}

pub fn offer(id: &str) -> Value {
    json!({
        "id": id,
        "name": "An offer",
        "status": "DRAFT",
        "creationTime": "2026-01-01T00:00:00Z",
    })
}

pub fn page(ids: &[&str], next: impl Into<Value>) -> Value {
    let items: Vec<Value> = ids.iter().map(|id| offer(id)).collect();
    json!({ "items": items, "nextOffset": next.into() })
}

pub fn empty_page() -> Reply {
    Reply::json(200, &page(&[], Value::Null))
}
