//! Spans and metrics by the semantic conventions of OpenTelemetry for HTTP clients.

use std::sync::LazyLock;

use opentelemetry::global;
use opentelemetry::metrics::Histogram;
use opentelemetry::propagation::Injector;
use opentelemetry::trace::{FutureExt as _, SpanKind, Status, TraceContextExt as _, Tracer as _};
use opentelemetry::{Context, InstrumentationScope, KeyValue};
use reqwest::Url;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};

use super::{
    Attempt, AttemptError, AttemptErrorKind, AttemptFuture, AttemptResponse, Middleware, Next,
};

/// The bounds of the histogram, in seconds, that the conventions advise.
const BOUNDS: [f64; 14] = [
    0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1.0, 2.5, 5.0, 7.5, 10.0,
];

static SCOPE: LazyLock<InstrumentationScope> = LazyLock::new(|| {
    InstrumentationScope::builder(env!("CARGO_PKG_NAME"))
        .with_version(env!("CARGO_PKG_VERSION"))
        .build()
});

/// A middleware that makes a span of each attempt, passes its context to the service, and measures
/// `http.client.request.duration`. It uses the global tracer and meter providers and the global
/// propagator, which must be set before.
#[derive(Debug)]
pub struct Telemetry {
    duration: Histogram<f64>,
}

impl Telemetry {
    /// Creates the middleware.
    #[must_use]
    pub fn new() -> Self {
        let meter = global::meter_with_scope(SCOPE.clone());
        let duration = meter.f64_histogram("http.client.request.duration");
        Self {
            duration: duration
                .with_unit("s")
                .with_description("Duration of HTTP client requests.")
                .with_boundaries(BOUNDS.to_vec())
                .build(),
        }
    }
}

impl Default for Telemetry {
    fn default() -> Self {
        Self::new()
    }
}

impl Middleware for Telemetry {
    fn handle<'a>(&'a self, attempt: &'a mut Attempt, next: Next<'a>) -> AttemptFuture<'a> {
        Box::pin(async move {
            let mut measured = measured(attempt);
            let context = start(attempt, &measured);
            global::get_text_map_propagator(|propagator| {
                propagator.inject_context(&context, &mut Fields(attempt.headers_mut()));
            });
            let ended = next.run(attempt).with_context(context.clone()).await;
            let span = context.span();
            for attribute in ends(&ended) {
                span.set_attribute(attribute.clone());
                measured.push(attribute);
            }
            if let Some(reason) = failure(&ended) {
                span.set_status(Status::error(reason));
            }
            span.end();
            self.duration
                .record(attempt.elapsed().as_secs_f64(), &measured);
            ended
        })
    }
}

/// Starts the span of an attempt.
fn start(attempt: &Attempt, measured: &[KeyValue]) -> Context {
    let name = format!("{} {}", attempt.method(), attempt.path_template());
    let mut attributes = measured.to_vec();
    attributes.push(KeyValue::new("url.full", attempt.url().to_string()));
    if attempt.number() > 1 {
        let again = i64::from(attempt.number() - 1);
        attributes.push(KeyValue::new("http.request.resend_count", again));
    }
    let tracer = global::tracer_with_scope(SCOPE.clone());
    let builder = tracer.span_builder(name).with_kind(SpanKind::Client);
    let span = tracer.build(builder.with_attributes(attributes));
    Context::current_with_span(span)
}

/// Returns the attributes that the metric has too.
fn measured(attempt: &Attempt) -> Vec<KeyValue> {
    let mut attributes = vec![
        KeyValue::new("http.request.method", attempt.method().to_owned()),
        KeyValue::new("url.template", attempt.path_template().to_owned()),
    ];
    attributes.extend(server(attempt.url()));
    attributes
}

fn server(url: &Url) -> impl Iterator<Item = KeyValue> {
    let host = url.host_str();
    let host = host.map(|host| KeyValue::new("server.address", host.to_owned()));
    let port = url.port_or_known_default();
    let port = port.map(|port| KeyValue::new("server.port", i64::from(port)));
    host.into_iter().chain(port)
}

/// Returns the attributes of the end of an attempt.
fn ends(ended: &Result<AttemptResponse, AttemptError>) -> Vec<KeyValue> {
    let mut attributes = Vec::new();
    if let Ok(response) = ended {
        let status = i64::from(response.status());
        attributes.push(KeyValue::new("http.response.status_code", status));
    }
    attributes.extend(failure(ended).map(|reason| KeyValue::new("error.type", reason)));
    attributes
}

/// Returns the kind of the error, if the attempt failed: the status, or a word.
fn failure(ended: &Result<AttemptResponse, AttemptError>) -> Option<String> {
    match ended {
        Ok(response) if response.status() < 400 => None,
        Ok(response) => Some(response.status().to_string()),
        Err(error) => Some(
            match error.kind() {
                AttemptErrorKind::Timeout => "timeout",
                AttemptErrorKind::Connection => "connection",
                AttemptErrorKind::Credentials => "credentials",
                AttemptErrorKind::Other => "_OTHER",
            }
            .to_owned(),
        ),
    }
}

/// Header fields into which the context is written.
struct Fields<'a>(&'a mut HeaderMap);

impl Injector for Fields<'_> {
    fn set(&mut self, key: &str, value: String) {
        let name = HeaderName::try_from(key);
        if let (Ok(name), Ok(value)) = (name, HeaderValue::try_from(value)) {
            self.0.insert(name, value);
        }
    }
}
