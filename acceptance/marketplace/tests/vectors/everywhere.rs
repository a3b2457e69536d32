//! A transport that answers at every address, so that addresses need not be those of this machine.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use axum::http;
use client::Transport;
use client::runtime::TransportFuture;
use client::runtime::reqwest::{self, Body, Request};

use crate::data::Answer;
use crate::wire::Reply;

/// A request.
#[derive(Debug, Clone)]
pub struct Sent {
    pub url: String,
    pub headers: BTreeMap<String, String>,
    pub body: Vec<u8>,
}

type Instead = dyn Fn(&str, &[u8]) -> Option<String> + Send + Sync;

/// All addresses.
#[derive(Clone)]
pub struct Everywhere {
    answer: Reply,
    /// Another answer to a request: JSON with status 200.
    instead: Arc<Instead>,
    received: Arc<Mutex<Vec<Sent>>>,
}

impl Everywhere {
    pub fn answering(
        answer: &Answer,
        instead: impl Fn(&str, &[u8]) -> Option<String> + Send + Sync + 'static,
    ) -> Self {
        Self {
            answer: answer.reply(),
            instead: Arc::new(instead),
            received: Arc::default(),
        }
    }

    pub fn received(&self) -> Vec<Sent> {
        self.received
            .lock()
            .expect("no thread has panicked")
            .clone()
    }

    fn answer(&self, sent: &Sent) -> http::Response<Body> {
        let response = http::Response::builder();
        let built = match ((self.instead)(&sent.url, &sent.body), &self.answer) {
            (Some(body), _) => response
                .header("content-type", "application/json")
                .body(Body::from(body)),
            (
                None,
                Reply::Answer {
                    status,
                    headers,
                    body,
                },
            ) => {
                let headers = headers.iter();
                let response = headers.fold(response.status(*status), |response, (name, value)| {
                    response.header(name, value)
                });
                response.body(Body::from(body.clone()))
            }
            (None, _) => response.status(598).body(Body::default()),
        };
        built.expect("the answer of a vector")
    }
}

impl std::fmt::Debug for Everywhere {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Everywhere")
    }
}

impl Transport for Everywhere {
    fn send(&self, request: Request, _: &'static str) -> TransportFuture<'_> {
        let body = request.body().and_then(Body::as_bytes);
        let headers = request.headers().iter().map(|(name, value)| {
            let value = String::from_utf8_lossy(value.as_bytes()).into_owned();
            (name.to_string(), value)
        });
        let sent = Sent {
            url: request.url().to_string(),
            headers: headers.collect(),
            body: body.unwrap_or_default().to_vec(),
        };
        let answer = self.answer(&sent);
        self.received
            .lock()
            .expect("no thread has panicked")
            .push(sent);
        Box::pin(async move { Ok(reqwest::Response::from(answer)) })
    }
}
