"""Tests of traces and metrics, with the SDK of OpenTelemetry, if it is installed."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest
from small import ARGUMENTS, OPERATION, TOKEN_URL, Small, good
from support import KINDS

import PACKAGE_MODULE as sdk
from PACKAGE_MODULE import errors
from PACKAGE_MODULE.runtime import telemetry

pytest.importorskip("opentelemetry.sdk")

from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, StatusCode

from PACKAGE_MODULE.opentelemetry import instrument

by_both = pytest.mark.parametrize("kind", KINDS)


class Recorded:
    """The middleware, and what it has recorded in memory."""

    def __init__(self) -> None:
        self.exporter = InMemorySpanExporter()
        self.tracers = TracerProvider()
        self.tracers.add_span_processor(SimpleSpanProcessor(self.exporter))
        self.reader = InMemoryMetricReader()
        self.meters = MeterProvider([self.reader])
        self.middleware = instrument(tracer_provider=self.tracers, meter_provider=self.meters)

    def spans(self) -> list[Any]:
        return list(self.exporter.get_finished_spans())

    def points(self) -> list[Any]:
        data: Any = self.reader.get_metrics_data()
        [scope] = data.resource_metrics[0].scope_metrics
        [metric] = scope.metrics
        assert (metric.name, metric.unit) == ("http.client.request.duration", "s")
        assert scope.scope.name == "PACKAGE_MODULE"
        points: list[Any] = metric.data.data_points
        return points


SHARED = {
    "http.request.method": "POST",
    "server.address": "h.example",
    "server.port": 443,
    "url.template": "/things/{id}",
}


@by_both
def test_spans_and_durations(kind: str) -> None:
    recorded = Recorded()
    statuses = iter([503, 200])

    def service(_: httpx.Request) -> httpx.Response:
        small.clock.time += 2
        return httpx.Response(next(statuses), json={})

    own = {"query": "hush"}
    small = Small(kind, service, credentials=own, middleware=[recorded.middleware])
    with recorded.tracers.get_tracer("test").start_as_current_span("whole"):
        assert small.call() == {}
    first, second, whole = recorded.spans()
    assert {first.name, second.name} == {"POST /things/{id}"}
    assert {first.kind, second.kind} == {SpanKind.CLIENT}
    url = {"url.full": "https://h.example/base/things/1"}
    failed = {"http.response.status_code": 503, "error.type": "503"}
    succeeded = {"http.response.status_code": 200}
    assert dict(first.attributes) == {**SHARED, **url, **failed}
    assert dict(second.attributes) == {**SHARED, **url, "http.request.resend_count": 1, **succeeded}
    assert first.status.status_code is StatusCode.ERROR
    assert second.status.status_code is StatusCode.UNSET
    assert {first.parent.span_id, second.parent.span_id} == {whole.context.span_id}
    # Each attempt carries its context.
    spans = [one.headers["traceparent"].split("-")[2] for one in small.requests]
    assert spans == [f"{one.context.span_id:016x}" for one in (first, second)]
    points = {one.attributes["http.response.status_code"]: one for one in recorded.points()}
    assert dict(points[503].attributes) == {**SHARED, **failed}
    assert dict(points[200].attributes) == {**SHARED, **succeeded}
    assert (points[200].count, points[200].sum) == (1, 2)
    assert points[200].explicit_bounds[0] == 0.005


@by_both
def test_failures_and_tokens(kind: str) -> None:
    def service(request: httpx.Request) -> httpx.Response:
        if str(request.url) == TOKEN_URL:
            token = {"access_token": "hush", "token_type": "bearer"}
            return httpx.Response(200, json=token)
        raise httpx.ReadTimeout("", request=request)

    recorded = Recorded()
    own = {"token": sdk.ClientCredentials("i", "hush", token_url=TOKEN_URL)}
    small = Small(kind, service, credentials=own, middleware=[recorded.middleware])
    with pytest.raises(errors.TimedOutError):
        small.call()
    token, attempt = recorded.spans()
    assert token.name == "POST /oauth/token"
    # A request for a token is a part of the attempt that needs it.
    assert token.parent.span_id == attempt.context.span_id
    assert attempt.attributes["error.type"] == "timeout"
    assert attempt.status.status_code is StatusCode.ERROR
    assert not attempt.events
    assert "hush" not in f"{token.to_json()}{attempt.to_json()}{recorded.points()}"


def test_calls_at_once_have_their_own_spans() -> None:
    recorded = Recorded()
    tracer = recorded.tracers.get_tracer("test")

    async def service(_: httpx.Request) -> httpx.Response:
        await asyncio.sleep(0)
        return httpx.Response(200, json={})

    small = Small("async", good, middleware=[recorded.middleware])

    async def call(name: str) -> None:
        with tracer.start_as_current_span(name):
            await small.runner.call(OPERATION, ARGUMENTS)

    async def run() -> None:
        http = httpx.AsyncClient(transport=httpx.MockTransport(service))
        small.runner._clients = {True: http, False: http}
        await asyncio.gather(call("a"), call("b"))

    asyncio.run(run())
    parents = {one.parent.span_id for one in recorded.spans() if one.parent}
    own = {one.context.span_id for one in recorded.spans() if one.name in {"a", "b"}}
    assert parents == own


def test_other_methods_and_addresses() -> None:
    attempt = sdk.Attempt("o", "VECTOR", "/a", "http://[::1]:8080/a", 1)
    assert telemetry.span_name(attempt) == "HTTP /a"
    shared = telemetry.common(attempt)
    assert shared == {
        "http.request.method": "_OTHER",
        "server.address": "::1",
        "server.port": 8080,
        "url.template": "/a",
    }
    before = telemetry.before(attempt, shared)
    assert before["http.request.method_original"] == "VECTOR"
