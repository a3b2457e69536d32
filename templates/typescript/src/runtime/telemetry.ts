/** Spans and metrics of OpenTelemetry. */

import {
  type Attributes,
  context,
  type Histogram,
  type MeterProvider,
  metrics,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";

import { systemClock } from "./clock.js";
import { SdkError } from "./errors.js";
import {
  type Attempt,
  type AttemptResponse,
  type Middleware,
  SentAttempt,
} from "./middleware.js";
import type { Api } from "./options.js";

/** The methods that the conventions know; others have the value `_OTHER`. */
const METHODS = [
  "CONNECT",
  "DELETE",
  "GET",
  "HEAD",
  "OPTIONS",
  "PATCH",
  "POST",
  "PUT",
  "QUERY",
  "TRACE",
];

/** The bounds, in seconds, that the conventions recommend. */
const BOUNDS = [
  0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
];

/**
 * Returns a middleware that reports every attempt by the semantic conventions
 * for HTTP clients.
 */
export function telemetryOf({ userAgent }: Api): Middleware {
  const [name = "", version = ""] = userAgent.split("/");
  const duration = durations(name, version);
  return async (attempt, next) => {
    const clock = attempt instanceof SentAttempt ? attempt.clock : systemClock;
    const common = commonOf(attempt);
    const parent = context.active();
    const span = trace
      .getTracer(name, version)
      .startSpan(nameOf(attempt), spanOptions(attempt, common), parent);
    const current = trace.setSpan(parent, span);
    propagation.inject(current, attempt.headers);
    const start = clock.now();
    const end = (outcome: Attributes) => {
      span.setAttributes(outcome);
      const seconds = (clock.now() - start) / 1000;
      duration().record(seconds, { ...common, ...outcome }, current);
      span.end();
    };
    try {
      const response = await context.with(current, next);
      end(responded(span, response));
      return response;
    } catch (error) {
      end(failed(span, error));
      throw error;
    }
  };
}

/** Returns the histogram of the provider that is registered by then. */
function durations(name: string, version: string): () => Histogram {
  let known: MeterProvider | undefined;
  let histogram: Histogram | undefined;
  return () => {
    const provider = metrics.getMeterProvider();
    if (histogram === undefined || provider !== known) {
      known = provider;
      const meter = provider.getMeter(name, version);
      histogram = meter.createHistogram("http.client.request.duration", {
        description: "Duration of HTTP client requests.",
        unit: "s",
        advice: { explicitBucketBoundaries: BOUNDS },
      });
    }
    return histogram;
  };
}

function isKnown({ method }: Attempt): boolean {
  return METHODS.includes(method);
}

function nameOf(attempt: Attempt): string {
  const { method, pathTemplate } = attempt;
  return `${isKnown(attempt) ? method : "HTTP"} ${pathTemplate}`;
}

/** Returns the attributes of both the span and the metric. */
function commonOf(attempt: Attempt): Attributes {
  const { protocol, hostname, port } = new URL(attempt.url);
  const standard = protocol === "https:" ? 443 : 80;
  return {
    "http.request.method": isKnown(attempt) ? attempt.method : "_OTHER",
    "server.address": hostname,
    "server.port": port === "" ? standard : Number(port),
    "url.scheme": protocol.slice(0, -1),
  };
}

function spanOptions(attempt: Attempt, common: Attributes) {
  const { method, pathTemplate, url, number } = attempt;
  const attributes: Attributes = {
    ...common,
    "url.template": pathTemplate,
    "url.full": url,
  };
  if (!isKnown(attempt)) {
    attributes["http.request.method_original"] = method;
  }
  if (number > 1) {
    attributes["http.request.resend_count"] = number - 1;
  }
  return { kind: SpanKind.CLIENT, attributes };
}

/** Returns the attributes of a response; one from 400 on is an error. */
function responded(span: Span, { status }: AttemptResponse): Attributes {
  const attributes: Attributes = { "http.response.status_code": status };
  if (status >= 400) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    attributes["error.type"] = status.toString();
  }
  return attributes;
}

/** Returns the attributes of an error, whose text may only be shown if it is ours. */
function failed(span: Span, error: unknown): Attributes {
  const message = error instanceof SdkError ? { message: error.message } : {};
  span.setStatus({ code: SpanStatusCode.ERROR, ...message });
  return { "error.type": error instanceof Error ? error.name : "_OTHER" };
}
