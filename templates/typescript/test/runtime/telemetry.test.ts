/** Tests of spans and metrics, with the SDK of OpenTelemetry. */

import assert from "node:assert/strict";
import { after, beforeEach, test } from "node:test";

import { context, metrics, propagation, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";

import { openTelemetry } from "../../src/opentelemetry.js";
import { telemetryOf } from "../../src/runtime/telemetry.js";
import { API, GOOD, OPERATION, setUp, TOKEN_PATH } from "./small.js";
import type { Reply } from "./support.js";

const CLIENT = 2;
const ERROR = 2;

const spans = new InMemorySpanExporter();
const measured = new InMemoryMetricExporter(AggregationTemporality.DELTA);
const reader = new PeriodicExportingMetricReader({ exporter: measured });
const provider = new MeterProvider({ readers: [reader] });
const tracers = new BasicTracerProvider({
  spanProcessors: [new SimpleSpanProcessor(spans)],
});
// Created before the providers are registered, as an application may do it.
const middleware = [telemetryOf(API)];
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
trace.setGlobalTracerProvider(tracers);
metrics.setGlobalMeterProvider(provider);
propagation.setGlobalPropagator(new W3CTraceContextPropagator());

beforeEach(async () => {
  await provider.forceFlush();
  spans.reset();
  measured.reset();
});

after(async () => {
  await provider.shutdown();
  await tracers.shutdown();
});

const COMMON = {
  "http.request.method": "POST",
  "server.address": "h.example",
  "server.port": 443,
  "url.scheme": "https",
};

const WHERE = {
  ...COMMON,
  "url.template": "/things/{id}",
  "url.full": "https://h.example/base/things/1",
};

void test("each attempt is a span, whose context is sent", async () => {
  const replies: Reply[] = [{ status: 503 }, { failure: "broken" }, GOOD];
  const { client, service } = setUp((_, index) => replies[index] ?? {}, {
    middleware,
    credentials: { query: "s3cret" },
  });
  const parent = trace.getTracer("test").startSpan("parent");
  const current = trace.setSpan(context.active(), parent);
  await context.with(current, () => client.call(OPERATION, { id: "1" }));
  const got = spans.getFinishedSpans();
  assert.deepEqual(
    got.map(({ name, kind, attributes }) => [name, kind, attributes]),
    [
      {
        ...WHERE,
        "http.response.status_code": 503,
        "error.type": "503",
      },
      {
        ...WHERE,
        "http.request.resend_count": 1,
        "error.type": "TransportError",
      },
      {
        ...WHERE,
        "http.request.resend_count": 2,
        "http.response.status_code": 200,
      },
    ].map((attributes) => ["POST /things/{id}", CLIENT, attributes]),
  );
  assert.deepEqual(
    got.map(({ status }) => status),
    [
      { code: ERROR },
      {
        code: ERROR,
        message:
          "op: the connection to https://h.example broke (UND_ERR_SOCKET)",
      },
      { code: 0 },
    ],
  );
  const { traceId } = parent.spanContext();
  assert.deepEqual(
    service.got.map(({ headers }) => headers["traceparent"]),
    got.map((span) => `00-${traceId}-${span.spanContext().spanId}-01`),
  );
  const { spanId } = parent.spanContext();
  assert.ok(got.every((span) => span.parentSpanContext?.spanId === spanId));
  assert.equal(got[0]?.instrumentationScope.version, "1;2");
});

void test("the span is current within the attempt", async () => {
  let current: unknown;
  const { client } = setUp(() => GOOD, {
    middleware: [
      ...middleware,
      (_: unknown, next: () => unknown) => {
        current = trace.getActiveSpan()?.spanContext();
        return next();
      },
    ],
  });
  await client.call(OPERATION, { id: "1" });
  assert.deepEqual(current, spans.getFinishedSpans()[0]?.spanContext());
});

void test("durations are measured in seconds", async () => {
  const { client, clock } = setUp(
    ({ url }) => {
      clock.time += 1500;
      return url.endsWith(TOKEN_PATH) ? { status: 400 } : GOOD;
    },
    { middleware },
  );
  await client.call(OPERATION, { id: "1" });
  await client.request("BREW", "/things/1").catch(() => undefined);
  await provider.forceFlush();
  const [metric, ...more] = measured
    .getMetrics()
    .flatMap(({ scopeMetrics }) => scopeMetrics)
    .flatMap((scope) => scope.metrics);
  assert.deepEqual(more, []);
  assert.equal(metric?.descriptor.name, "http.client.request.duration");
  assert.equal(metric.descriptor.unit, "s");
  const points = metric.dataPoints.map(({ attributes, value }) => {
    const { count, sum } = value as { count: number; sum?: number };
    return { attributes, count, sum };
  });
  const answered = { ...COMMON, "http.response.status_code": 200 };
  const other = { ...answered, "http.request.method": "_OTHER" };
  assert.deepEqual(points, [
    { attributes: answered, count: 1, sum: 1.5 },
    { attributes: other, count: 1, sum: 1.5 },
  ]);
  const [, brewed] = spans.getFinishedSpans();
  assert.equal(brewed?.name, "HTTP /things/1");
  assert.equal(brewed.attributes["http.request.method_original"], "BREW");
});

void test("the middleware of the package has its name", async () => {
  const { client } = setUp(() => GOOD, { middleware: [openTelemetry()] });
  await client.call(OPERATION, { id: "1" });
  const [span] = spans.getFinishedSpans();
  assert.ok(span?.instrumentationScope.version);
});
