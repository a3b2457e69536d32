//! A layer between a client and both hosts of a deployment.

use std::collections::HashMap;
use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use conformance_core::exchange::Host;
use futures_util::stream;
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt as _, Full, StreamBody};
use hyper::body::{Frame, Incoming};
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use tokio::net::TcpListener;

use crate::fault::Layer;
use crate::message::{Answer, Asked};

/// A body that may be interrupted.
type Body = BoxBody<Bytes, std::io::Error>;

/// The layer, and the addresses that it forwards to.
pub(crate) struct Proxy {
    layer: Mutex<Box<dyn Layer>>,
    resource: Mutex<Option<SocketAddr>>,
    token: Mutex<Option<SocketAddr>>,
    client: Client<HttpConnector, Full<Bytes>>,
}

impl Proxy {
    pub(crate) fn new(layer: Box<dyn Layer>) -> Arc<Self> {
        Arc::new(Self {
            layer: Mutex::new(layer),
            resource: Mutex::default(),
            token: Mutex::default(),
            client: Client::builder(TokioExecutor::new())
                .pool_timer(TokioTimer::new())
                .build_http(),
        })
    }

    /// The addresses that requests of the two hosts are forwarded to, once they are known.
    pub(crate) fn forward(&self, resource: SocketAddr, token: SocketAddr) {
        *self.resource.lock().unwrap_or_else(PoisonError::into_inner) = Some(resource);
        *self.token.lock().unwrap_or_else(PoisonError::into_inner) = Some(token);
    }

    /// Passes the variables of `--env-file` to the layer.
    pub(crate) fn set_environment(&self, environment: &HashMap<String, String>) {
        let mut layer = self.layer.lock().unwrap_or_else(PoisonError::into_inner);
        layer.set_environment(environment);
    }

    /// Serves one host until it is aborted.
    pub(crate) async fn serve(self: Arc<Self>, host: Host, listener: TcpListener) {
        let mut connections = tokio::task::JoinSet::new();
        while let Ok((stream, _)) = listener.accept().await {
            let _ = stream.set_nodelay(true);
            let proxy = Arc::clone(&self);
            connections.spawn(async move {
                let service = service_fn(move |request| {
                    let proxy = Arc::clone(&proxy);
                    async move { Ok::<_, Infallible>(proxy.pass(host, request).await) }
                });
                let mut server = hyper::server::conn::http1::Builder::new();
                // An interrupted response is intended.
                let _ = server
                    .timer(TokioTimer::new())
                    // The deployment decides whether to send a Date.
                    .auto_date_header(false)
                    .serve_connection(TokioIo::new(stream), service)
                    .await;
            });
            while connections.try_join_next().is_some() {}
        }
    }

    async fn pass(&self, host: Host, request: Request<Incoming>) -> Response<Body> {
        let (head, body) = request.into_parts();
        let body = body
            .collect()
            .await
            .map(|body| body.to_bytes().to_vec())
            .unwrap_or_default();
        let asked = Asked {
            host,
            method: head.method.to_string(),
            target: head
                .uri
                .path_and_query()
                .map_or("/", |target| target.as_str())
                .to_owned(),
            headers: head.headers,
            body,
        };
        let mut forwarded = asked.clone();
        let own = self
            .layer
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .request(&mut forwarded);
        let mut answer = match own {
            Some(answer) => answer,
            None => self.pass_on(forwarded).await,
        };
        self.layer
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .answer(&asked, &mut answer);
        response(&asked, answer)
    }

    async fn pass_on(&self, asked: Asked) -> Answer {
        let address = match asked.host {
            Host::Resource => &self.resource,
            Host::Token => &self.token,
        };
        let address = *address.lock().unwrap_or_else(PoisonError::into_inner);
        let address = address.expect("the deployment is started before it is asked");
        let mut tries = 0;
        let outcome = loop {
            let mut request = Request::builder()
                .method(asked.method.as_str())
                .uri(format!("http://{address}{}", asked.target))
                .body(Full::new(Bytes::from(asked.body.clone())))
                .expect("what came as a request is one");
            request.headers_mut().clone_from(&asked.headers);
            request.headers_mut().remove("content-length");
            request.headers_mut().remove("transfer-encoding");
            tries += 1;
            match self.client.request(request).await {
                // A busy machine may refuse connections for a while.
                Err(error) if error.is_connect() && tries < 10 => {
                    tokio::time::sleep(std::time::Duration::from_millis(50)).await;
                }
                // The deployment has rejected the length and closed the connection.
                Err(_) if asked.body.len() > LARGE => return too_large(),
                // A kept-alive connection has been closed in the meantime.
                Err(_) if tries < 3 => {}
                outcome => break outcome,
            }
        };
        match outcome {
            Ok(answer) => {
                let (head, body) = answer.into_parts();
                let body = body.collect().await.map(|body| body.to_bytes().to_vec());
                Answer {
                    status: head.status.as_u16(),
                    headers: head.headers,
                    body: body.unwrap_or_default(),
                    cut_at: None,
                }
            }
            Err(error) => Answer::of_json(502, &serde_json::json!(error.to_string())),
        }
    }
}

/// The size of bodies that the sandbox rejects by their length, in bytes.
const LARGE: usize = 1024 * 1024;

fn too_large() -> Answer {
    let problem = serde_json::json!({
        "type": "about:blank", "title": "Content too large", "status": 413
    });
    let mut answer = Answer::of_json(413, &problem);
    answer.set("content-type", "application/problem+json");
    answer
}

fn response(asked: &Asked, answer: Answer) -> Response<Body> {
    let mut headers = answer.headers;
    let is_head = asked.method == "HEAD";
    if !is_head {
        headers.remove("content-length");
    }
    headers.remove("transfer-encoding");
    headers.remove("connection");
    let body: Body = match answer.cut_at {
        Some(at) => {
            headers.insert("content-length", answer.body.len().into());
            let begin = Bytes::from(answer.body[..at.min(answer.body.len())].to_vec());
            let broken = std::io::Error::other("the body ends here");
            StreamBody::new(stream::iter([Ok(Frame::data(begin)), Err(broken)])).boxed()
        }
        None => Full::new(Bytes::from(answer.body))
            .map_err(|never| match never {})
            .boxed(),
    };
    let mut response = Response::new(body);
    *response.status_mut() = hyper::StatusCode::from_u16(answer.status).expect("a status");
    *response.headers_mut() = headers;
    response
}
