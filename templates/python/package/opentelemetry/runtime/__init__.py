"""Traces and metrics of OpenTelemetry, for which the extra `opentelemetry` has to be installed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from opentelemetry import metrics, propagate, trace
from opentelemetry.trace import SpanKind, Status, StatusCode

from ..runtime.telemetry import after, before, common, span_name

if TYPE_CHECKING:
    from opentelemetry.metrics import MeterProvider
    from opentelemetry.trace import TracerProvider

    from ..runtime.middleware import Attempt, Middleware

__all__ = ["instrument"]

_SCOPE = __name__.rpartition(".")[0]
# The buckets of the semantic conventions, in seconds.
_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]


def instrument(
    *,
    tracer_provider: TracerProvider | None = None,
    meter_provider: MeterProvider | None = None,
) -> Middleware:
    """Return a middleware that makes a span of each attempt, and measures its duration.

    Names and attributes are those of the semantic conventions for HTTP clients. The global
    propagator adds the context of the span to the header fields. Without providers, the global ones
    are used. No attribute has a credential.
    """
    tracer = trace.get_tracer(_SCOPE, tracer_provider=tracer_provider)
    duration = metrics.get_meter(_SCOPE, meter_provider=meter_provider).create_histogram(
        "http.client.request.duration",
        unit="s",
        description="Duration of HTTP client requests.",
        explicit_bucket_boundaries_advisory=_BUCKETS,
    )

    @contextmanager
    def attempt_span(attempt: Attempt) -> Iterator[None]:
        start = attempt.clock.now()
        shared = common(attempt)
        with tracer.start_as_current_span(
            span_name(attempt),
            kind=SpanKind.CLIENT,
            attributes=before(attempt, shared),
            record_exception=False,
            set_status_on_exception=False,
        ) as span:
            propagate.inject(attempt.headers)
            failure: BaseException | None = None
            try:
                yield
            except BaseException as error:
                failure = error
                raise
            finally:
                result = after(attempt, failure)
                span.set_attributes(result)
                if "error.type" in result:
                    span.set_status(Status(StatusCode.ERROR))
                duration.record(attempt.clock.now() - start, {**shared, **result})

    return attempt_span
