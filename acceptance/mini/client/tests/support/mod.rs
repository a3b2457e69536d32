//! A service that answers as a test tells it, and a clock that waits for nobody.
#![allow(dead_code, reason = "no test file uses all of it")]

use std::fmt::Write as _;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime};

use client::runtime::{Clock, Sleep};
use client::{Client, ClientBuilder};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// A request as it came over the wire.
#[derive(Debug, Clone)]
pub struct Received {
    pub method: String,
    pub target: String,
    pub headers: Vec<(String, String)>,
    pub body: String,
}

impl Received {
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        headers
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
    }

    fn parse(head: &str, body: String) -> Self {
        let mut lines = head.split("\r\n");
        let mut first = lines.next().unwrap().split(' ');
        let header = |line: &str| {
            let (name, value) = line.split_once(':')?;
            Some((name.to_owned(), value.trim().to_owned()))
        };
        Self {
            method: first.next().unwrap().to_owned(),
            target: first.next().unwrap().to_owned(),
            headers: lines.filter_map(header).collect(),
            body,
        }
    }
}

/// What the service does with a request.
pub enum Reply {
    Answer {
        status: u16,
        headers: Vec<(String, String)>,
        body: Vec<u8>,
    },
    Silence,
    Hangup,
}

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

type Handler = dyn Fn(&Received) -> Reply + Send + Sync;

/// A service on this machine that keeps what it received.
pub struct Service {
    pub url: String,
    received: Arc<Mutex<Vec<Received>>>,
}

impl Service {
    pub async fn start(handler: impl Fn(&Received) -> Reply + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let received = Arc::new(Mutex::new(Vec::new()));
        let (handler, seen): (Arc<Handler>, _) = (Arc::new(handler), Arc::clone(&received));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, Arc::clone(&handler), Arc::clone(&seen)));
            }
        });
        Self { url, received }
    }

    /// Answers with these, one after the other, and with the last one from then on.
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

    pub fn received(&self) -> Vec<Received> {
        self.received.lock().unwrap().clone()
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

    /// A client of this service, on a clock of its own.
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

async fn serve(mut stream: TcpStream, handler: Arc<Handler>, seen: Arc<Mutex<Vec<Received>>>) {
    let Some(request) = read(&mut stream).await else {
        return;
    };
    let reply = handler(&request);
    seen.lock().unwrap().push(request);
    match reply {
        Reply::Answer {
            status,
            headers,
            body,
        } => {
            let _ = stream.write_all(&wire(status, &headers, &body)).await;
            let _ = stream.shutdown().await;
        }
        Reply::Silence => std::future::pending().await,
        Reply::Hangup => {}
    }
}

async fn read(stream: &mut TcpStream) -> Option<Received> {
    let mut bytes = Vec::new();
    loop {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let request = Received::parse(head, body.to_owned());
            let length = request
                .header("content-length")
                .map_or(0, |size| size.parse().unwrap());
            if body.len() >= length {
                return Some(request);
            }
        }
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    }
}

fn wire(status: u16, headers: &[(String, String)], body: &[u8]) -> Vec<u8> {
    let mut head = format!("HTTP/1.1 {status} Said\r\nconnection: close\r\n");
    if status != 204 {
        let _ = write!(head, "content-length: {}\r\n", body.len());
    }
    for (name, value) in headers {
        let _ = write!(head, "{name}: {value}\r\n");
    }
    [head.as_bytes(), b"\r\n", body].concat()
}

/// A clock whose waits are over at once, and which keeps them. Chance is always the bound.
#[derive(Debug, Clone)]
pub struct TestClock {
    start: Instant,
    waits: Arc<Mutex<Vec<Duration>>>,
}

impl Default for TestClock {
    fn default() -> Self {
        Self {
            start: Instant::now(),
            waits: Arc::default(),
        }
    }
}

impl TestClock {
    /// The time of day at the start: 2026-01-01T00:00:00Z.
    pub const START: u64 = 1_767_225_600;

    pub fn waits(&self) -> Vec<Duration> {
        self.waits.lock().unwrap().clone()
    }

    pub fn advance(&self, duration: Duration) {
        self.waits.lock().unwrap().push(duration);
    }

    fn passed(&self) -> Duration {
        self.waits.lock().unwrap().iter().sum()
    }
}

impl Clock for TestClock {
    fn now(&self) -> Instant {
        self.start + self.passed()
    }

    fn time_of_day(&self) -> SystemTime {
        SystemTime::UNIX_EPOCH + Duration::from_secs(Self::START) + self.passed()
    }

    fn sleep(&self, duration: Duration) -> Sleep {
        self.advance(duration);
        Box::pin(std::future::ready(()))
    }

    fn jitter(&self, bound: Duration) -> Duration {
        bound
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
