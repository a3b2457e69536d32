//! HTTP on a listener, with limits on what one client can take.

mod framing;
mod limits;
mod patience;
mod strict;

pub use self::limits::{Limits, limited};

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use prometheus_client::metrics::gauge::Gauge;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;
use tower::ServiceBuilder;

use self::limits::HeadBytes;
use self::patience::Patience;
use self::strict::Strict;

/// Serves until it is stopped, and then until running requests are completed.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    limits: Limits,
    connections: Gauge,
    stop: CancellationToken,
) {
    let places = Arc::new(Semaphore::new(limits.connections));
    let graceful = GracefulShutdown::new();
    let host = Host {
        router,
        limits,
        connections,
        abandon: CancellationToken::new(),
    };
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
            Ok((stream, peer)) => host.connect(stream, peer, &graceful, place),
            // The error concerns one connection, or is a temporary shortage of file descriptors.
            Err(error) => {
                tracing::warn!(%error, "a connection could not be taken");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }
    drop(listener);
    let answered = tokio::time::timeout(limits.grace, graceful.shutdown()).await;
    if answered.is_err() {
        tracing::warn!("requests were still under way and are given up");
        host.abandon.cancel();
    }
}

/// The state that all connections of a listener share.
struct Host {
    router: Router,
    limits: Limits,
    connections: Gauge,
    /// Closes the remaining connections.
    abandon: CancellationToken,
}

impl Host {
    fn connect(
        &self,
        stream: TcpStream,
        peer: SocketAddr,
        graceful: &GracefulShutdown,
        place: OwnedSemaphorePermit,
    ) {
        // Responses are written at once, so waiting for more data would only delay them.
        let _ = stream.set_nodelay(true);
        let service = ServiceBuilder::new()
            .map_request(move |mut request: hyper::Request<hyper::body::Incoming>| {
                let head = HeadBytes::of(&request);
                request.extensions_mut().insert(head);
                request.extensions_mut().insert(ConnectInfo(peer));
                request.map(axum::body::Body::new)
            })
            .service(self.router.clone());
        let stream = Strict::new(Patience::new(stream, self.limits.write_time));
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(self.limits.header_time)
            // `limited` checks the head; the buffer may hold what follows it, too.
            .max_buf_size(2 * self.limits.head_bytes)
            .max_headers(self.limits.head_lines)
            .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service));
        let connection = graceful.watch(connection);
        let abandon = self.abandon.clone();
        let counted = Counted::new(&self.connections);
        tokio::spawn(async move {
            tokio::select! {
                ended = connection => if let Err(error) = ended {
                    tracing::debug!(%peer, %error, "a connection ended early");
                },
                () = abandon.cancelled() => {}
            }
            drop((place, counted));
        });
    }
}

/// Counts a connection as long as it is open.
struct Counted(Gauge);

impl Counted {
    fn new(connections: &Gauge) -> Self {
        connections.inc();
        Self(connections.clone())
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.dec();
    }
}
