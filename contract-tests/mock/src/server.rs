//! HTTP: connections, limits, and everything that a description does not define.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http_body_util::{BodyExt as _, Either, Full, LengthLimitError, Limited};
use hyper::body::Incoming;
use hyper::header::{HOST, HeaderName, HeaderValue};
use hyper::service::service_fn;
use hyper::{Response, StatusCode, Version};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::mock::{Mock, Request};
use crate::pieces::Pieces;
use crate::reply::Reply;

/// The maximum size of a body, in bytes.
const LARGEST: usize = 1024 * 1024;
/// The maximum number of connections.
const CONNECTIONS: usize = 256;
/// How long a header section, and then a body, may take to arrive.
const PATIENCE: Duration = Duration::from_secs(10);

/// Serves until it is dropped.
pub(crate) async fn run(listener: &TcpListener, mock: &Arc<Mock>) {
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else {
            return;
        };
        match listener.accept().await {
            Ok((stream, _)) => drop(tokio::spawn(connection(stream, Arc::clone(mock), place))),
            // There are too many open files at the moment.
            Err(_) => tokio::time::sleep(Duration::from_millis(10)).await,
        }
    }
}

async fn connection(stream: TcpStream, mock: Arc<Mock>, place: OwnedSemaphorePermit) {
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |request| {
        let mock = Arc::clone(&mock);
        async move { Ok::<_, Infallible>(response(serve(&mock, request).await)) }
    });
    let mut server = hyper::server::conn::http1::Builder::new();
    let server = server
        .timer(TokioTimer::new())
        .header_read_timeout(PATIENCE);
    // A client that closes the connection knows it.
    let _ = server.serve_connection(TokioIo::new(stream), service).await;
    drop(place);
}

async fn serve(mock: &Arc<Mock>, request: hyper::Request<Incoming>) -> Reply {
    let (head, body) = request.into_parts();
    let hosts = head.headers.get_all(HOST).iter().count();
    if hosts > 1 || (hosts == 0 && head.version == Version::HTTP_11) {
        let mut reply = Reply::empty(400);
        reply.set("connection", "close");
        return reply;
    }
    let body = Limited::new(body, LARGEST).collect();
    let body = match tokio::time::timeout(PATIENCE, body).await {
        Ok(Ok(body)) => Some(body.to_bytes()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => None,
        Ok(Err(_)) => return closing(400),
        Err(_) => return closing(408),
    };
    let mock = Arc::clone(mock);
    // Responses can be large, so they are generated outside of the connection's task.
    let answered = tokio::task::spawn_blocking(move || {
        let target = head
            .uri
            .path_and_query()
            .map_or("/", |target| target.as_str());
        mock.respond(&Request {
            method: head.method.as_str(),
            target,
            headers: &head.headers,
            body: body.as_deref(),
        })
    });
    answered.await.unwrap_or_else(|_| Reply::empty(500))
}

fn closing(status: u16) -> Reply {
    let mut reply = Reply::empty(status);
    reply.set("connection", "close");
    reply
}

/// Converts a response to HTTP; invalid header fields are left out.
fn response(reply: Reply) -> Response<Either<Full<Bytes>, Pieces>> {
    let body = if reply.is_stream {
        Either::Right(Pieces::new(reply.body))
    } else {
        Either::Left(Full::new(reply.body))
    };
    let mut response = Response::new(body);
    let status = StatusCode::from_u16(reply.status);
    *response.status_mut() = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    for (name, value) in reply.headers {
        let name = HeaderName::from_bytes(name.as_bytes());
        if let (Ok(name), Ok(value)) = (name, HeaderValue::from_str(&value)) {
            response.headers_mut().append(name, value);
        }
    }
    response
}
