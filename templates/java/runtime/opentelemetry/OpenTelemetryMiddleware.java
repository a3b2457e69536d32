package com.example.template.opentelemetry;

import com.example.template.runtime.Attempt;
import com.example.template.runtime.AttemptResponse;
import com.example.template.runtime.Middleware;
import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.ContextPropagators;
import java.util.List;

/**
 * A span of kind {@code CLIENT} for each attempt, and the metric {@code
 * http.client.request.duration}, by the semantic conventions of OpenTelemetry for HTTP. The context
 * is propagated in header fields. Nothing that is recorded contains a credential.
 */
public final class OpenTelemetryMiddleware implements Middleware {
  private static final String SCOPE = "com.example.template";
  private static final int FIRST_ERROR = 400;
  private static final double NANOS = 1e9;

  /** The boundaries, in seconds, that the conventions recommend. */
  private static final List<Double> BOUNDARIES =
      List.of(0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1.0, 2.5, 5.0, 7.5, 10.0);

  private final Tracer tracer;
  private final DoubleHistogram duration;
  private final ContextPropagators propagators;

  private OpenTelemetryMiddleware(OpenTelemetry telemetry) {
    tracer = telemetry.getTracer(SCOPE);
    propagators = telemetry.getPropagators();
    duration =
        telemetry
            .getMeter(SCOPE)
            .histogramBuilder("http.client.request.duration")
            .setUnit("s")
            .setDescription("Duration of HTTP client requests.")
            .setExplicitBucketBoundariesAdvice(BOUNDARIES)
            .build();
  }

  /**
   * Creates a middleware with the global instance of OpenTelemetry.
   *
   * @return the middleware
   */
  public static OpenTelemetryMiddleware create() {
    return of(GlobalOpenTelemetry.get());
  }

  /**
   * Creates a middleware.
   *
   * @param telemetry what provides tracers, meters and propagators
   * @return the middleware
   */
  public static OpenTelemetryMiddleware of(OpenTelemetry telemetry) {
    return new OpenTelemetryMiddleware(telemetry);
  }

  /** Every attempt of a call has the context in which the call began, whatever its thread. */
  @Override
  public Middleware forCall() {
    Context parent = Context.current();
    return attempt -> before(attempt, parent);
  }

  @Override
  public Completion before(Attempt attempt) {
    return before(attempt, Context.current());
  }

  private Completion before(Attempt attempt, Context parent) {
    Conventions conventions = new Conventions(attempt);
    Span span =
        tracer
            .spanBuilder(conventions.name())
            .setSpanKind(SpanKind.CLIENT)
            .setParent(parent)
            .setAllAttributes(conventions.ofSpan())
            .startSpan();
    propagators.getTextMapPropagator().inject(parent.with(span), attempt, Attempt::header);
    return new Ending(conventions, span, System.nanoTime());
  }

  /** The end of an attempt. */
  private final class Ending implements Completion {
    private final Conventions conventions;
    private final Span span;
    private final long start;

    Ending(Conventions conventions, Span span, long start) {
      this.conventions = conventions;
      this.span = span;
      this.start = start;
    }

    @Override
    public void response(AttemptResponse response) {
      if (response.status() >= FIRST_ERROR) {
        span.setStatus(StatusCode.ERROR);
      }
      end(Conventions.of(response, FIRST_ERROR));
    }

    @Override
    public void error(Throwable error) {
      span.setStatus(StatusCode.ERROR, error.getClass().getSimpleName());
      end(Conventions.of(error));
    }

    private void end(Attributes outcome) {
      span.setAllAttributes(outcome);
      span.end();
      Attributes all = conventions.ofMetric().toBuilder().putAll(outcome).build();
      duration.record((System.nanoTime() - start) / NANOS, all);
    }
  }
}
