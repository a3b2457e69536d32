//! A service on a loopback port, until it is dropped.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use http_body_util::{BodyExt as _, Full};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper::{HeaderMap, Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::net::TcpListener;

use crate::world::World;

/// A request, parsed as leniently as by services that check nothing.
pub(crate) struct Ask {
    pub(crate) method: String,
    /// The decoded segments of the path, without empty ones.
    pub(crate) path: Vec<String>,
    pub(crate) query: BTreeMap<String, String>,
    pub(crate) headers: HeaderMap,
    /// The body, parsed from JSON or a form; otherwise null.
    pub(crate) body: Value,
}

impl Ask {
    /// Returns the segments of the path, for matching.
    pub(crate) fn segments(&self) -> Vec<&str> {
        self.path.iter().map(String::as_str).collect()
    }

    /// Returns the value of a header field; empty if the field is missing.
    pub(crate) fn field(&self, name: &str) -> &str {
        let value = self.headers.get(name).and_then(|value| value.to_str().ok());
        value.unwrap_or_default()
    }
}

/// A response.
pub(crate) enum Answer {
    Json(u16, Value),
    /// 201 with the address, and with a body unless it is null.
    At(String, Value),
    /// No response: the connection stays open.
    Hangs,
}

pub(crate) use self::Answer::Json;

impl Answer {
    pub(crate) fn empty(status: u16) -> Self {
        Json(status, Value::Null)
    }
}

/// The handler of a service.
pub(crate) type Answers = fn(&mut World, &Ask) -> Answer;

/// A running service.
pub(crate) struct Running {
    pub(crate) base_url: String,
    world: Arc<Mutex<World>>,
    task: tokio::task::JoinHandle<()>,
}

impl Running {
    pub(crate) fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stops the service.
    pub(crate) fn stop(&self) {
        self.task.abort();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Starts a service whose paths are all below `prefix`.
pub(crate) async fn start(prefix: &'static str, world: World, answers: Answers) -> Running {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    let world = Arc::new(Mutex::new(world));
    let shared = Arc::clone(&world);
    let task = tokio::spawn(async move {
        let mut connections = tokio::task::JoinSet::new();
        while let Ok((stream, _)) = listener.accept().await {
            let _ = stream.set_nodelay(true);
            let world = Arc::clone(&shared);
            connections.spawn(async move {
                let service = service_fn(|request| serve(prefix, &world, answers, request));
                let server = hyper::server::conn::http1::Builder::new();
                let _ = server.serve_connection(TokioIo::new(stream), service).await;
            });
            while connections.try_join_next().is_some() {}
        }
    });
    Running {
        base_url: format!("http://{address}{prefix}"),
        world,
        task,
    }
}

async fn serve(
    prefix: &str,
    world: &Mutex<World>,
    answers: Answers,
    request: Request<Incoming>,
) -> Result<Response<Full<Bytes>>, Infallible> {
    let (head, body) = request.into_parts();
    let body = body
        .collect()
        .await
        .map(http_body_util::Collected::to_bytes);
    let body = body.unwrap_or_default();
    let shown = format!(
        "{} {} {}",
        head.method,
        head.uri,
        String::from_utf8_lossy(&body)
    );
    let Some(ask) = read(prefix, &head, &body) else {
        return Ok(response(Answer::empty(404)));
    };
    let answer = {
        let mut world = world.lock().unwrap_or_else(PoisonError::into_inner);
        world.asked += 1;
        let before = world.damage().len();
        let answer = answers(&mut world, &ask);
        world.blame(before, shown);
        answer
    };
    if matches!(answer, Answer::Hangs) {
        tokio::time::sleep(Duration::from_mins(1)).await;
    }
    Ok(response(answer))
}

fn read(prefix: &str, head: &hyper::http::request::Parts, body: &[u8]) -> Option<Ask> {
    let path = head.uri.path().strip_prefix(prefix)?;
    let decode = |text: &str| {
        let text = percent_encoding::percent_decode_str(text);
        text.decode_utf8_lossy().into_owned()
    };
    let query = url::form_urlencoded::parse(head.uri.query().unwrap_or_default().as_bytes());
    let form = || {
        let pairs = url::form_urlencoded::parse(body);
        let pairs = pairs.map(|(name, value)| (name.into_owned(), Value::from(value.into_owned())));
        Value::Object(pairs.collect())
    };
    let content_type = head.headers.get("content-type");
    let is_form = content_type.is_some_and(|one| one.as_bytes().ends_with(b"form-urlencoded"));
    Some(Ask {
        method: head.method.as_str().to_owned(),
        path: path
            .split('/')
            .filter(|part| !part.is_empty())
            .map(decode)
            .collect(),
        query: query.into_owned().collect(),
        headers: head.headers.clone(),
        body: if is_form {
            form()
        } else {
            serde_json::from_slice(body).unwrap_or_default()
        },
    })
}

fn response(answer: Answer) -> Response<Full<Bytes>> {
    let (status, location, body) = match answer {
        Json(status, value) => (status, None, value),
        Answer::At(address, value) => (201, Some(address), value),
        Answer::Hangs => (504, None, Value::Null),
    };
    let body = match body {
        Value::Null => String::new(),
        value => value.to_string(),
    };
    let mut response = Response::builder().status(StatusCode::from_u16(status).expect("a status"));
    if !body.is_empty() {
        response = response.header("content-type", "application/json");
    }
    if let Some(location) = location {
        response = response.header("location", location);
    }
    let body = Full::new(Bytes::from(body));
    response.body(body).expect("sound header fields")
}
