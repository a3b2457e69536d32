//! A receiver of webhooks whose responses are configurable.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bytes::Bytes;
use http_body_util::{BodyExt as _, Full, Limited};
use hyper::body::Incoming;
use hyper::header::{HeaderValue, LOCATION};
use hyper::service::service_fn;
use hyper::{HeaderMap, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use jiff::Timestamp;
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tokio::task::{JoinHandle, JoinSet};
use url::Url;

/// The most bytes that are read of one delivery.
const LARGEST: usize = 1024 * 1024;

/// The most deliveries that are kept.
const DELIVERIES: usize = 1_000;

/// The most connections at once; further ones wait.
const CONNECTIONS: usize = 64;

/// How long a sender has for the header section of a request.
const HEAD_TIME: Duration = Duration::from_secs(10);

/// The end of the path that redirects lead to.
const ELSEWHERE: &str = "/redirected";

/// A request that reached the receiver.
#[derive(Debug, Clone)]
pub struct Delivery {
    /// When it arrived, since the receiver was started.
    pub at: Duration,
    /// The time of day when it arrived.
    pub received: Timestamp,
    /// The method.
    pub method: String,
    /// Whether it arrived at the target of a redirect.
    pub is_redirected: bool,
    /// The header fields.
    pub headers: HeaderMap,
    /// The body, byte for byte.
    pub body: Bytes,
    /// The status of the receiver's response.
    pub answered: u16,
}

/// How the receiver responds to bodies that it has not seen before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReceiverMode {
    /// 204.
    Take,
    /// 500 the first two times, then 204.
    Fail,
    /// A redirect the first time, then 204.
    Redirect,
    /// 410, always.
    Gone,
}

/// A server on a port of this machine. Dropping it stops the server.
#[derive(Debug)]
pub struct Receiver {
    /// The address that deliveries are to be sent to.
    pub url: Url,
    state: Arc<State>,
    server: JoinHandle<()>,
}

#[derive(Debug)]
struct State {
    path: String,
    redirect: HeaderValue,
    started: Instant,
    inner: Mutex<Inner>,
    arrived: Notify,
}

#[derive(Debug)]
struct Inner {
    mode: ReceiverMode,
    /// The bodies that were seen, and the responses to them.
    known: Vec<Known>,
    deliveries: Vec<Delivery>,
}

/// A body that was seen.
#[derive(Debug)]
struct Known {
    body: Bytes,
    mode: ReceiverMode,
    /// How often it arrived.
    times: u32,
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.server.abort();
    }
}

impl Receiver {
    /// Starts a receiver under a separate path.
    ///
    /// # Errors
    /// Returns an error if the port cannot be opened.
    pub async fn start(
        listen: Option<SocketAddr>,
        public: Option<&Url>,
        name: &str,
    ) -> std::io::Result<Self> {
        let listen = listen.unwrap_or_else(|| SocketAddr::from(([127, 0, 0, 1], 0)));
        let listener = TcpListener::bind(listen).await?;
        let own = format!("http://{}", listener.local_addr()?);
        let base = public
            .map_or(own.as_str(), Url::as_str)
            .trim_end_matches('/');
        let invalid = |error: String| std::io::Error::new(std::io::ErrorKind::InvalidInput, error);
        let url =
            Url::parse(&format!("{base}/{name}")).map_err(|error| invalid(error.to_string()))?;
        let redirect = HeaderValue::try_from(format!("{url}{ELSEWHERE}"));
        let state = Arc::new(State {
            // A proxy in between may have removed the front of the path.
            path: format!("/{name}"),
            redirect: redirect.map_err(|error| invalid(error.to_string()))?,
            started: Instant::now(),
            inner: Mutex::new(Inner {
                mode: ReceiverMode::Take,
                known: Vec::new(),
                deliveries: Vec::new(),
            }),
            arrived: Notify::new(),
        });
        let server = tokio::spawn(serve(listener, Arc::clone(&state)));
        Ok(Self { url, state, server })
    }

    /// Sets the responses to bodies that were not seen before.
    pub fn answer(&self, mode: ReceiverMode) {
        self.state.lock().mode = mode;
    }

    /// Returns the time since the receiver was started.
    #[must_use]
    pub fn age(&self) -> Duration {
        self.state.started.elapsed()
    }

    /// Returns the deliveries so far.
    #[must_use]
    pub fn deliveries(&self) -> Vec<Delivery> {
        self.state.lock().deliveries.clone()
    }

    /// Waits until the deliveries are enough. Returns whether that happened in time.
    pub async fn wait(&self, patience: Duration, enough: impl Fn(&[Delivery]) -> bool) -> bool {
        let waiting = async {
            loop {
                let arrived = self.state.arrived.notified();
                if enough(&self.state.lock().deliveries) {
                    return;
                }
                arrived.await;
            }
        };
        tokio::time::timeout(patience, waiting).await.is_ok()
    }
}

impl State {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records a request and returns the response to it.
    async fn handle(&self, request: Request<Incoming>) -> Response<Full<Bytes>> {
        let (head, body) = request.into_parts();
        let is_redirected = head
            .uri
            .path()
            .ends_with(&format!("{}{ELSEWHERE}", self.path));
        if !is_redirected && !head.uri.path().ends_with(&self.path) {
            return answer(StatusCode::NOT_FOUND);
        }
        let Ok(body) = Limited::new(body, LARGEST).collect().await else {
            return answer(StatusCode::PAYLOAD_TOO_LARGE);
        };
        let body = body.to_bytes();
        let mut inner = self.lock();
        let status = if is_redirected {
            StatusCode::NO_CONTENT
        } else {
            inner.status(&body)
        };
        if inner.deliveries.len() < DELIVERIES {
            inner.deliveries.push(Delivery {
                at: self.started.elapsed(),
                received: Timestamp::now(),
                method: head.method.to_string(),
                is_redirected,
                headers: head.headers,
                body,
                answered: status.as_u16(),
            });
        }
        drop(inner);
        self.arrived.notify_waiters();
        let mut answer = answer(status);
        if status.is_redirection() {
            answer.headers_mut().insert(LOCATION, self.redirect.clone());
        }
        answer
    }
}

impl Inner {
    fn status(&mut self, body: &Bytes) -> StatusCode {
        let known = self.known.iter_mut().find(|known| known.body == *body);
        let (mode, times) = known.map_or((self.mode, 1), |known| {
            known.times = known.times.saturating_add(1);
            (known.mode, known.times)
        });
        if times == 1 && self.known.len() < DELIVERIES {
            let body = body.clone();
            self.known.push(Known { body, mode, times });
        }
        match (mode, times) {
            (ReceiverMode::Gone, _) => StatusCode::GONE,
            (ReceiverMode::Fail, 1 | 2) => StatusCode::INTERNAL_SERVER_ERROR,
            // 307 keeps the method, so a client that follows it sends the event.
            (ReceiverMode::Redirect, 1) => StatusCode::TEMPORARY_REDIRECT,
            _ => StatusCode::NO_CONTENT,
        }
    }
}

fn answer(status: StatusCode) -> Response<Full<Bytes>> {
    let mut answer = Response::new(Full::default());
    *answer.status_mut() = status;
    answer
}

async fn serve(listener: TcpListener, state: Arc<State>) {
    let mut connections = JoinSet::new();
    while let Ok((stream, _)) = listener.accept().await {
        let state = Arc::clone(&state);
        connections.spawn(async move {
            let service = service_fn(move |request| {
                let state = Arc::clone(&state);
                async move { Ok::<_, Infallible>(state.handle(request).await) }
            });
            let mut server = hyper::server::conn::http1::Builder::new();
            server
                .timer(TokioTimer::new())
                .header_read_timeout(HEAD_TIME);
            // A delivery that is interrupted does not count.
            let _ = server.serve_connection(TokioIo::new(stream), service).await;
        });
        while connections.try_join_next().is_some() {}
        while connections.len() >= CONNECTIONS {
            connections.join_next().await;
        }
    }
}
