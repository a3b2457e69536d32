package com.example.template.opentelemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.example.template.runtime.ClientBuilder;
import com.example.template.runtime.Connection;
import com.example.template.runtime.Credentials;
import com.example.template.runtime.Operation;
import com.example.template.runtime.RawResponse;
import com.example.template.runtime.RetryPolicy;
import com.example.template.runtime.SdkException;
import com.example.template.runtime.SecurityScheme;
import com.example.template.runtime.TransportException;
import com.example.template.runtime.UntypedCall;
import com.example.template.testing.FakeClock;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Scope;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

/** Tests what is recorded, with the exporters of the SDK that keep it in memory. */
class OpenTelemetryMiddlewareTest {
  private static final String SECRET = "s3cret";

  private final InMemorySpanExporter spans = InMemorySpanExporter.create();
  private final InMemoryMetricReader metrics = InMemoryMetricReader.create();
  private final OpenTelemetrySdk telemetry =
      OpenTelemetrySdk.builder()
          .setTracerProvider(
              SdkTracerProvider.builder()
                  .addSpanProcessor(SimpleSpanProcessor.create(spans))
                  .build())
          .setMeterProvider(SdkMeterProvider.builder().registerMetricReader(metrics).build())
          .setPropagators(ContextPropagators.create(W3CTraceContextPropagator.getInstance()))
          .build();
  private final Deque<Integer> statuses = new ArrayDeque<>();
  private final List<Map<String, String>> sent = new ArrayList<>();
  private final Deque<Runnable> waiting = new ArrayDeque<>();
  private Executor later = Runnable::run;

  private final class Builder extends ClientBuilder<Builder> {
    Builder() {
      super(
          List.of(new SecurityScheme("key", SecurityScheme.Kind.QUERY, "key", "", null)),
          "spans/1",
          "SPANS_LOG");
    }

    Connection connection(String server) {
      clock(new FakeClock()).middleware(OpenTelemetryMiddleware.of(telemetry));
      credentials("key", Credentials.secret(SECRET));
      transport(
          (request, limit) -> {
            sent.add(request.headers());
            int status = statuses.remove();
            return CompletableFuture.supplyAsync(
                () -> {
                  if (status == 0) {
                    throw new CompletionException(new IOException("broken"));
                  }
                  return new RawResponse(status, Map.of(), new byte[0]);
                },
                later);
          });
      return connect(List.of(server));
    }
  }

  private UntypedCall call(String method, String server) {
    Operation<RawResponse> operation =
        Operation.<RawResponse>of("request")
            .request(method, "/a")
            .server(server)
            .alternative()
            .scheme("key");
    return new UntypedCall(new Builder().connection(server), operation).query("b", "1");
  }

  /** Answers the requests one after the other, outside of the context. */
  private RawResponse finish(CompletableFuture<RawResponse> answer) {
    while (!waiting.isEmpty()) {
      waiting.remove().run();
    }
    return answer.join();
  }

  private static Map<String, Object> shown(Attributes attributes) {
    Map<String, Object> shown = new HashMap<>();
    attributes.forEach((key, value) -> shown.put(key.getKey(), value));
    return shown;
  }

  private List<HistogramPointData> points() {
    Collection<MetricData> all = metrics.collectAllMetrics();
    assertEquals(1, all.size());
    MetricData metric = all.iterator().next();
    assertEquals("http.client.request.duration", metric.getName());
    assertEquals("s", metric.getUnit());
    return List.copyOf(metric.getHistogramData().getPoints());
  }

  @Test
  void eachAttemptIsASpan() {
    statuses.addAll(List.of(503, 200));
    var parent = telemetry.getTracer("test").spanBuilder("parent").startSpan();
    try (Scope scope = parent.makeCurrent()) {
      assertFalse(scope == null);
      call("GET", "https://spans.example").send();
    }
    SpanData first = spans.getFinishedSpanItems().get(0);
    assertEquals("GET /a", first.getName());
    assertEquals(SpanKind.CLIENT, first.getKind());
    assertEquals(StatusCode.ERROR, first.getStatus().getStatusCode());
    assertEquals(parent.getSpanContext().getSpanId(), first.getParentSpanId());
    Map<String, Object> expected = new HashMap<>();
    expected.put("http.request.method", "GET");
    expected.put("url.template", "/a");
    expected.put("url.full", "https://spans.example/a?b=1");
    expected.put("server.address", "spans.example");
    expected.put("server.port", 443L);
    expected.put("http.response.status_code", 503L);
    expected.put("error.type", "503");
    assertEquals(expected, shown(first.getAttributes()));
    SpanData second = spans.getFinishedSpanItems().get(1);
    expected.remove("error.type");
    expected.put("http.response.status_code", 200L);
    expected.put("http.request.resend_count", 1L);
    assertEquals(expected, shown(second.getAttributes()));
    assertEquals(StatusCode.UNSET, second.getStatus().getStatusCode());
    assertEquals(first.getTraceId(), second.getTraceId());
    String propagated = "00-" + second.getTraceId() + "-" + second.getSpanId() + "-01";
    assertEquals(propagated, sent.get(1).get("traceparent"));
    assertFalse(spans.getFinishedSpanItems().toString().contains(SECRET));
  }

  @Test
  void retriesOfAsynchronousCallsHaveTheSameParent() {
    statuses.addAll(List.of(503, 200));
    var parent = telemetry.getTracer("test").spanBuilder("parent").startSpan();
    CompletableFuture<RawResponse> answer;
    try (Scope scope = parent.makeCurrent()) {
      assertFalse(scope == null);
      later = waiting::add;
      answer = call("GET", "https://spans.example").sendAsync();
    }
    assertEquals(200, finish(answer).status());
    assertEquals(2, spans.getFinishedSpanItems().size());
    for (SpanData span : spans.getFinishedSpanItems()) {
      assertEquals(parent.getSpanContext().getSpanId(), span.getParentSpanId());
    }
  }

  @Test
  void failuresAreErrors() {
    statuses.add(0);
    var call = call("VECTOR", "http://spans.example:8080/v1").retry(RetryPolicy.NONE);
    assertThrows(TransportException.class, call::send);
    SpanData span = spans.getFinishedSpanItems().get(0);
    assertEquals("HTTP /a", span.getName());
    assertEquals(StatusCode.ERROR, span.getStatus().getStatusCode());
    Map<String, Object> shown = shown(span.getAttributes());
    assertEquals("_OTHER", shown.get("http.request.method"));
    assertEquals("VECTOR", shown.get("http.request.method_original"));
    assertEquals(TransportException.class.getName(), shown.get("error.type"));
    assertEquals(8080L, shown.get("server.port"));
    assertEquals("http://spans.example:8080/v1/a?b=1", shown.get("url.full"));
    Map<String, Object> expected =
        Map.of(
            "http.request.method",
            "_OTHER",
            "server.address",
            "spans.example",
            "server.port",
            8080L,
            "error.type",
            TransportException.class.getName());
    assertEquals(expected, shown(points().get(0).getAttributes()));
  }

  @Test
  void durationsAreCounted() {
    statuses.addAll(List.of(200, 200, 404));
    call("GET", "https://spans.example").send();
    call("GET", "https://spans.example").send();
    assertThrows(SdkException.class, () -> call("GET", "https://spans.example").send());
    Map<Object, Long> counts = new HashMap<>();
    for (HistogramPointData point : points()) {
      counts.put(shown(point.getAttributes()).get("http.response.status_code"), point.getCount());
      assertEquals(14, point.getBoundaries().size());
    }
    assertEquals(Map.of(200L, 2L, 404L, 1L), counts);
  }
}
