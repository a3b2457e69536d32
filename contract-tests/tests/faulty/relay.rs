//! A relay between a deployment and a receiver of its webhooks.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http_body_util::{BodyExt as _, Full};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper::{HeaderMap, Request, Response};
use hyper_util::client::legacy::Client;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// A delivery that is being forwarded.
pub(crate) struct Passing {
    /// The header fields.
    pub(crate) headers: HeaderMap,
    /// The body.
    pub(crate) body: Vec<u8>,
    /// Whether a redirect is followed.
    pub(crate) follows: bool,
    /// Pauses after which the relay repeats a delivery that was answered with 500.
    pub(crate) repeats: &'static [Duration],
    /// A status of the receiver, and the status that the deployment receives instead.
    pub(crate) status_to_sender: Option<(u16, u16)>,
}

/// Changes deliveries.
pub(crate) type Change = Box<dyn Fn(&mut Passing) + Send + Sync>;

/// A relay on a separate port, which stops when it is dropped.
pub(crate) struct Relay {
    /// The base URL of the relay.
    pub(crate) url: String,
    /// The address of the receiver.
    pub(crate) target: String,
    server: JoinHandle<()>,
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.server.abort();
    }
}

impl Relay {
    /// Starts a relay for a receiver.
    pub(crate) fn start(target: &str, change: Change) -> Self {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
        listener.set_nonblocking(true).expect("a socket");
        let url = format!(
            "http://{}/relay",
            listener.local_addr().expect("an address")
        );
        let listener = TcpListener::from_std(listener).expect("a socket");
        let server = tokio::spawn(serve(listener, target.to_owned(), Arc::new(change)));
        let target = target.to_owned();
        Self {
            url,
            target,
            server,
        }
    }
}

async fn serve(listener: TcpListener, target: String, change: Arc<Change>) {
    while let Ok((stream, _)) = listener.accept().await {
        let (target, change) = (target.clone(), Arc::clone(&change));
        tokio::spawn(async move {
            let service = service_fn(move |request| {
                let (target, change) = (target.clone(), Arc::clone(&change));
                async move { Ok::<_, Infallible>(pass(request, &target, &change).await) }
            });
            let mut server = hyper::server::conn::http1::Builder::new();
            let server = server.timer(TokioTimer::new());
            // A connection that ends early is the sender's concern.
            let _ = server.serve_connection(TokioIo::new(stream), service).await;
        });
    }
}

async fn pass(request: Request<Incoming>, target: &str, change: &Change) -> Response<Full<Bytes>> {
    let (head, body) = request.into_parts();
    let body = body.collect().await.map(|body| body.to_bytes().to_vec());
    let mut headers = head.headers;
    for name in ["host", "content-length", "transfer-encoding", "connection"] {
        headers.remove(name);
    }
    let mut passing = Passing {
        headers,
        body: body.unwrap_or_default(),
        follows: false,
        repeats: &[],
        status_to_sender: None,
    };
    change(&mut passing);
    let (mut status, location) = send(target, &passing).await;
    if let Some(location) = location.filter(|_| passing.follows) {
        status = send(&location, &passing).await.0;
    }
    for pause in passing.repeats {
        if status == 500 {
            tokio::time::sleep(*pause).await;
            status = send(target, &passing).await.0;
        }
    }
    if let Some((_, other)) = passing.status_to_sender.filter(|(from, _)| *from == status) {
        status = other;
    }
    let mut answer = Response::new(Full::default());
    *answer.status_mut() = hyper::StatusCode::from_u16(status).expect("a status");
    answer
}

/// Forwards a delivery. Returns the status and the target of a redirect.
async fn send(target: &str, passing: &Passing) -> (u16, Option<String>) {
    let mut request = Request::post(target)
        .body(Full::new(Bytes::from(passing.body.clone())))
        .expect("a request");
    *request.headers_mut() = passing.headers.clone();
    match Client::builder(TokioExecutor::new())
        .build_http()
        .request(request)
        .await
    {
        Ok(answer) => {
            let location = answer.headers().get("location");
            let location = location
                .and_then(|value| value.to_str().ok())
                .map(str::to_owned);
            (answer.status().as_u16(), location)
        }
        Err(_) => (502, None),
    }
}
