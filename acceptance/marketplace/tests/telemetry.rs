//! Spans and metrics of the client, as the SDK of OpenTelemetry exports them.

use client::Telemetry;
use client::testing::{TestAnswer, TestService};
use client::types::{OrgId, operations};
use opentelemetry::trace::{FutureExt as _, SpanKind, Status, TraceContextExt as _, Tracer as _};
use opentelemetry::{Context, KeyValue, global};
use opentelemetry_sdk::metrics::data::{
    AggregatedMetrics, HistogramDataPoint, MetricData, ResourceMetrics,
};
use opentelemetry_sdk::metrics::{InMemoryMetricExporter, SdkMeterProvider};
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::{InMemorySpanExporter, SdkTracerProvider, SpanData};

fn attribute(span: &SpanData, key: &str) -> Option<String> {
    let mut attributes = span.attributes.iter();
    let found = attributes.find(|one| one.key.as_str() == key);
    found.map(|one| one.value.to_string())
}

/// One test, because the providers are global.
#[tokio::test]
async fn every_attempt_is_a_span_and_is_measured() {
    let spans = InMemorySpanExporter::default();
    let tracing = SdkTracerProvider::builder()
        .with_simple_exporter(spans.clone())
        .build();
    global::set_tracer_provider(tracing.clone());
    global::set_text_map_propagator(TraceContextPropagator::new());
    let metrics = InMemoryMetricExporter::default();
    let metering = SdkMeterProvider::builder()
        .with_periodic_exporter(metrics.clone())
        .build();
    global::set_meter_provider(metering.clone());

    let service = TestService::new();
    service
        .on(&operations::GET_ORGANIZATION, TestAnswer::status(503))
        .on(&operations::GET_ORGANIZATION, TestAnswer::broken())
        .on(&operations::GET_ORGANIZATION, TestAnswer::status(404));
    let client = service.builder().middleware(Telemetry::new()).build();
    let client = client.expect("a client");
    let parent = global::tracer("test").start("parent");
    let context = Context::current_with_span(parent);
    let call = async { client.organization().get().org_id(OrgId::from("o")).await };
    call.with_context(context.clone()).await.expect_err("404");
    context.span().end();

    let spans = spans.get_finished_spans().expect("spans");
    let [first, second, third, parent] = spans.as_slice() else {
        panic!("{spans:?}");
    };
    for span in [first, second, third] {
        assert_eq!(span.name, "GET /org/{orgId}");
        assert_eq!(span.span_kind, SpanKind::Client);
        assert_eq!(span.parent_span_id, parent.span_context.span_id());
        assert!(matches!(span.status, Status::Error { .. }));
        assert_eq!(
            attribute(span, "http.request.method").as_deref(),
            Some("GET")
        );
        assert_eq!(
            attribute(span, "url.template").as_deref(),
            Some("/org/{orgId}")
        );
        assert_eq!(
            attribute(span, "server.address").as_deref(),
            Some("127.0.0.1")
        );
        assert_eq!(attribute(span, "server.port").as_deref(), Some("8080"));
    }
    let url = attribute(first, "url.full");
    assert_eq!(url.as_deref(), Some("http://127.0.0.1:8080/org/o"));
    let of = |key: &str| [first, second, third].map(|span| attribute(span, key));
    let texts = |texts: [Option<&str>; 3]| texts.map(|text| text.map(str::to_owned));
    assert_eq!(
        of("http.request.resend_count"),
        texts([None, Some("1"), Some("2")])
    );
    assert_eq!(
        of("http.response.status_code"),
        texts([Some("503"), None, Some("404")])
    );
    assert_eq!(
        of("error.type"),
        texts([Some("503"), Some("connection"), Some("404")])
    );

    let sent = service.requests();
    for (request, span) in sent.iter().zip([first, second, third]) {
        let (trace, id) = (span.span_context.trace_id(), span.span_context.span_id());
        let expected = format!("00-{trace}-{id}-01");
        assert_eq!(request.header("traceparent"), Some(expected.as_str()));
    }

    metering.force_flush().expect("metrics");
    let exported = metrics.get_finished_metrics().expect("metrics");
    let mut all = exported.iter().flat_map(ResourceMetrics::scope_metrics);
    let mut metrics = all.next().expect("a scope").metrics();
    let duration = metrics.next().expect("a metric");
    assert_eq!(duration.name(), "http.client.request.duration");
    assert_eq!(duration.unit(), "s");
    let AggregatedMetrics::F64(MetricData::Histogram(histogram)) = duration.data() else {
        panic!("{duration:?}");
    };
    let count: u64 = histogram.data_points().map(HistogramDataPoint::count).sum();
    assert_eq!(count, 3);
    let status = KeyValue::new("http.response.status_code", 404);
    let mut points = histogram.data_points();
    assert!(points.any(|point| point.attributes().any(|one| *one == status)));
}
