//! A receiver of webhooks on loopback that responds as configured.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use futures_util::StreamExt as _;
use ring::hmac;
use serde_json::Value;
use tokio_util::task::AbortOnDropHandle;

/// A received request.
#[derive(Debug, Clone)]
pub struct Received {
    pub path: String,
    pub headers: HeaderMap,
    pub body: Bytes,
    pub at: Instant,
}

impl Received {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).expect("a body of JSON")
    }

    pub fn event(&self) -> String {
        self.header("x-service-event-id")
            .expect("an event id")
            .to_owned()
    }

    /// Returns whether the signature is valid, as a receiver would check it.
    pub fn is_signed(&self, header: &str, secret: &str) -> bool {
        let Some(hex) = self
            .header(header)
            .and_then(|value| value.strip_prefix("sha256="))
        else {
            return false;
        };
        let digits = (0..hex.len())
            .step_by(2)
            .map(|at| u8::from_str_radix(&hex[at..at + 2], 16));
        let bytes: Vec<u8> = digits
            .collect::<Result<_, _>>()
            .expect("hexadecimal digits");
        let key = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
        hex == hex.to_lowercase() && hmac::verify(&key, &self.body, &bytes).is_ok()
    }
}

/// A configured response.
#[derive(Debug, Clone)]
pub enum Answer {
    Status(u16),
    Redirect(String),
    /// A success, after a delay.
    Late(Duration),
    /// An endless response.
    Endless,
}

type Script = dyn Fn(&Received, usize) -> Answer + Send + Sync;

/// A server until it is dropped.
pub struct Receiver {
    pub url: String,
    pub sent: Arc<Mutex<usize>>,
    received: Arc<Mutex<Vec<Received>>>,
    _server: AbortOnDropHandle<()>,
}

#[derive(Clone)]
struct Shared {
    received: Arc<Mutex<Vec<Received>>>,
    sent: Arc<Mutex<usize>>,
    script: Arc<Script>,
}

impl Receiver {
    pub async fn good() -> Self {
        Self::answering(|_, _| Answer::Status(204)).await
    }

    /// Responds by a function of the request and its number, counted from 0.
    pub async fn answering(
        script: impl Fn(&Received, usize) -> Answer + Send + Sync + 'static,
    ) -> Self {
        let shared = Shared {
            received: Arc::default(),
            sent: Arc::default(),
            script: Arc::new(script),
        };
        let (received, sent) = (Arc::clone(&shared.received), Arc::clone(&shared.sent));
        let app = Router::new().fallback(receive).with_state(shared);
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0")
            .await
            .expect("a free port");
        let address = listener.local_addr().expect("an address");
        let server = async move { axum::serve(listener, app).await.expect("a server") };
        Self {
            url: format!("http://{address}/hooks"),
            sent,
            received,
            _server: AbortOnDropHandle::new(tokio::spawn(server)),
        }
    }

    pub fn received(&self) -> Vec<Received> {
        self.received.lock().expect("no panic").clone()
    }

    /// Waits for this many requests.
    pub async fn wait_for(&self, count: usize) -> Vec<Received> {
        for _ in 0..1000 {
            let received = self.received();
            if received.len() >= count {
                return received;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("{} of {count} requests have arrived", self.received().len());
    }

    /// Waits a while, and returns the received requests.
    pub async fn after(&self, time: Duration) -> Vec<Received> {
        tokio::time::sleep(time).await;
        self.received()
    }
}

async fn receive(
    State(shared): State<Shared>,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let (path, at) = (uri.path().to_owned(), Instant::now());
    let request = Received {
        path,
        headers,
        body,
        at,
    };
    let number = {
        let mut received = shared.received.lock().expect("no panic");
        received.push(request.clone());
        received.len() - 1
    };
    match (shared.script)(&request, number) {
        Answer::Status(status) => StatusCode::from_u16(status)
            .expect("a status")
            .into_response(),
        Answer::Redirect(to) => {
            (StatusCode::TEMPORARY_REDIRECT, [("location", to)]).into_response()
        }
        Answer::Late(time) => {
            tokio::time::sleep(time).await;
            StatusCode::OK.into_response()
        }
        Answer::Endless => {
            let chunks = futures_util::stream::repeat(Bytes::from(vec![b'x'; 16 * 1024]));
            let chunks = chunks.map(move |chunk| {
                *shared.sent.lock().expect("no panic") += chunk.len();
                Ok::<_, std::io::Error>(chunk)
            });
            Response::new(Body::from_stream(chunks))
        }
    }
}
