//! HTTP on a listener, with limits on what one client can take.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;
use tower::ServiceBuilder;

/// What one client, or all of them, can take.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Connections at the same time; more wait to be taken.
    pub connections: usize,
    /// How long the head of a request may take to arrive, and how long a connection may idle.
    pub header_time: Duration,
    /// How long the body of a request may take to arrive.
    pub body_time: Duration,
    /// Bytes of the head of a request.
    pub head_bytes: usize,
    /// How long requests under way are waited for when the sandbox is stopped.
    pub grace: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 1024,
            header_time: Duration::from_secs(10),
            body_time: Duration::from_secs(20),
            head_bytes: 32 * 1024,
            grace: Duration::from_secs(10),
        }
    }
}

/// Serves until it is stopped, and then until the requests under way are answered.
pub async fn serve(listener: TcpListener, router: Router, limits: Limits, stop: CancellationToken) {
    let places = Arc::new(Semaphore::new(limits.connections));
    let graceful = GracefulShutdown::new();
    loop {
        let place = tokio::select! {
            place = Arc::clone(&places).acquire_owned() => place,
            () = stop.cancelled() => break,
        };
        let Ok(place) = place else { break };
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = stop.cancelled() => break,
        };
        match accepted {
            Ok((stream, peer)) => connect(stream, peer, &router, limits, &graceful, place),
            // Of one connection, or of a shortage of descriptors, which passes.
            Err(error) => {
                tracing::warn!(%error, "a connection could not be taken");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }
    drop(listener);
    if tokio::time::timeout(limits.grace, graceful.shutdown())
        .await
        .is_err()
    {
        tracing::warn!("requests were still under way and are given up");
    }
}

fn connect(
    stream: TcpStream,
    peer: SocketAddr,
    router: &Router,
    limits: Limits,
    graceful: &GracefulShutdown,
    place: OwnedSemaphorePermit,
) {
    // Answers are written as a whole: waiting for more would only delay them.
    let _ = stream.set_nodelay(true);
    let service = ServiceBuilder::new()
        .map_request(move |mut request: hyper::Request<hyper::body::Incoming>| {
            request.extensions_mut().insert(ConnectInfo(peer));
            request.map(|body| axum::body::Body::new(TimedBody::new(body, limits.body_time)))
        })
        .service(router.clone());
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.header_time)
        .max_buf_size(limits.head_bytes)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service));
    let connection = graceful.watch(connection);
    tokio::spawn(async move {
        if let Err(error) = connection.await {
            tracing::debug!(%peer, %error, "a connection ended early");
        }
        drop(place);
    });
}

use self::timed::TimedBody;

mod timed {
    //! A body that must arrive in time.

    use std::future::Future as _;
    use std::pin::Pin;
    use std::task::{Context, Poll};
    use std::time::Duration;

    use bytes::Bytes;
    use hyper::body::{Body, Frame, Incoming, SizeHint};
    use tokio::time::{Sleep, sleep};

    pub(super) struct TimedBody {
        body: Incoming,
        time: Duration,
        /// From the first byte that was waited for: most requests have none to wait for.
        deadline: Option<Pin<Box<Sleep>>>,
    }

    impl TimedBody {
        pub(super) fn new(body: Incoming, time: Duration) -> Self {
            Self {
                body,
                time,
                deadline: None,
            }
        }
    }

    impl Body for TimedBody {
        type Data = Bytes;
        type Error = axum::BoxError;

        fn poll_frame(
            mut self: Pin<&mut Self>,
            cx: &mut Context<'_>,
        ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
            if let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(cx) {
                return Poll::Ready(frame.map(|frame| frame.map_err(Into::into)));
            }
            let time = self.time;
            let deadline = self.deadline.get_or_insert_with(|| Box::pin(sleep(time)));
            match deadline.as_mut().poll(cx) {
                Poll::Ready(()) => Poll::Ready(Some(Err("the body took too long".into()))),
                Poll::Pending => Poll::Pending,
            }
        }

        fn is_end_stream(&self) -> bool {
            self.body.is_end_stream()
        }

        fn size_hint(&self) -> SizeHint {
            self.body.size_hint()
        }
    }
}
