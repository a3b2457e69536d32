//! `GET /metrics`: counters in the text format of `OpenMetrics`.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

/// Upper bounds of the duration buckets, in seconds.
const BOUNDS: [f64; 10] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1.0, 5.0];

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Answered {
    host: &'static str,
    operation: &'static str,
    /// The class of the status, such as `2xx`.
    status: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Asked {
    host: &'static str,
    operation: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Host {
    host: &'static str,
}

/// The counters, which clones share.
#[derive(Clone)]
pub struct Metrics {
    registry: Arc<Mutex<Registry>>,
    requests: Family<Answered, Counter>,
    durations: Family<Asked, Histogram>,
    connections: Family<Host, Gauge>,
}

impl Default for Metrics {
    fn default() -> Self {
        let metrics = Self {
            registry: Arc::new(Mutex::new(Registry::with_prefix("sandbox"))),
            requests: Family::default(),
            durations: Family::new_with_constructor(|| Histogram::new(BOUNDS)),
            connections: Family::default(),
        };
        metrics.register(|registry| {
            let help = "Requests that were answered";
            registry.register("requests", help, metrics.requests.clone());
            let help = "How long answers took, in seconds";
            registry.register("request_duration_seconds", help, metrics.durations.clone());
            let help = "Connections that are open";
            registry.register("connections", help, metrics.connections.clone());
        });
        metrics
    }
}

impl fmt::Debug for Metrics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Metrics").finish_non_exhaustive()
    }
}

impl Metrics {
    /// Adds the metrics of another part, with the prefix `sandbox_`.
    pub fn register(&self, add: impl FnOnce(&mut Registry)) {
        add(&mut self.registry.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Returns the connections to a host.
    #[must_use]
    pub fn connections(&self, host: &'static str) -> Gauge {
        self.connections.get_or_create(&Host { host }).clone()
    }

    pub(super) fn request(
        &self,
        host: &'static str,
        operation: &'static str,
        status: StatusCode,
        duration: Duration,
    ) {
        let answered = Answered {
            host,
            operation,
            status: class(status),
        };
        self.requests.get_or_create(&answered).inc();
        let asked = Asked { host, operation };
        let durations = self.durations.get_or_create(&asked);
        durations.observe(duration.as_secs_f64());
    }
}

const fn class(status: StatusCode) -> &'static str {
    match status.as_u16() {
        100..200 => "1xx",
        200..300 => "2xx",
        300..400 => "3xx",
        400..500 => "4xx",
        _ => "5xx",
    }
}

/// Returns the route.
pub fn router(metrics: Metrics) -> Router {
    Router::new()
        .route("/metrics", get(show))
        .with_state(metrics)
}

async fn show(State(metrics): State<Metrics>) -> Response {
    let mut text = String::new();
    let registry = metrics.registry.lock();
    let encoded = encode(&mut text, &registry.unwrap_or_else(PoisonError::into_inner));
    if let Err(error) = encoded {
        tracing::error!(%error, "the metrics cannot be written");
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    }
    let media_type = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(CONTENT_TYPE, media_type)], text).into_response()
}
