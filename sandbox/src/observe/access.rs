//! Logs each request as one line, and counts it.

use std::time::Instant;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::HeaderValue;
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;
use tracing::Instrument as _;

use super::{Metrics, Operations, Seen, request_id};

/// Observes the requests of one host.
#[derive(Debug, Clone)]
pub struct Observer {
    host: &'static str,
    operations: Operations,
    metrics: Metrics,
}

impl Observer {
    /// Creates an observer, with the name of the host in log and metrics.
    #[must_use]
    pub const fn new(host: &'static str, operations: Operations, metrics: Metrics) -> Self {
        Self {
            host,
            operations,
            metrics,
        }
    }
}

/// Adds an observer to a router.
pub fn observed(router: Router, observer: Observer) -> Router {
    router.layer(from_fn_with_state(observer, observe))
}

/// Assigns the request id, which the log uses for everything that happens during the request.
async fn observe(State(observer): State<Observer>, mut request: Request, next: Next) -> Response {
    let start = Instant::now();
    let id = request_id::of(request.headers());
    let header = HeaderValue::from_str(&id).ok();
    if let Some(id) = header.clone() {
        request.headers_mut().insert(request_id::HEADER, id);
    }
    let seen = Seen::default();
    request.extensions_mut().insert(seen.clone());
    let method = request.method().clone();
    let path = shortened(request.uri().path());
    let operation = observer
        .operations
        .name(method.as_str(), request.uri().path());

    let span = tracing::info_span!("request", id);
    let mut response = next.run(request).instrument(span.clone()).await;
    let headers = response.headers_mut();
    header.map(|id| headers.entry(request_id::HEADER).or_insert(id));

    let (duration, status) = (start.elapsed(), response.status());
    observer
        .metrics
        .request(observer.host, operation, status, duration);
    let micros = u32::try_from(duration.as_micros()).unwrap_or(u32::MAX);
    let caller = seen.caller();
    // The query is left out, because it may contain secrets.
    macro_rules! line {
        ($level:ident) => {
            tracing::$level!(
                target: "sandbox::access",
                parent: &span,
                host = observer.host,
                method = method.as_str(),
                operation,
                path,
                status = status.as_u16(),
                duration_ms = f64::from(micros) / 1000.0,
                org = caller.map(|caller| caller.org.as_str()),
                api_client = caller.map(|caller| caller.api_client.as_str()),
            )
        };
    }
    if is_routine(operation) && method.is_safe() && !status.is_server_error() {
        line!(debug);
    } else {
        line!(info);
    }
    response
}

/// Shortens a path for a line of the log.
fn shortened(path: &str) -> String {
    const LONGEST: usize = 256;
    match path.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &path[..end]),
        None => path.to_owned(),
    }
}

/// Returns whether programs send such requests so often that logging each would hide the others.
fn is_routine(operation: &str) -> bool {
    matches!(operation, "_sandbox" | "assets" | "healthz" | "metrics")
}
