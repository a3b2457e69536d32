"""Tests of changed copies of a client, and of requests that are not described."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterator
from datetime import datetime, timezone
from decimal import Decimal
from typing import Any

import anyio
import httpx
import pytest
from small import TOKEN_URL, Small, broken, good, recording
from support import KINDS, Stage

import PACKAGE_MODULE as sdk
from PACKAGE_MODULE import errors
from PACKAGE_MODULE.runtime.copies import changed
from PACKAGE_MODULE.runtime.model import Model, Nullable

PACKAGE = sdk.__name__
by_both = pytest.mark.parametrize("kind", KINDS)


def copy_of(small: Small, user_agent: str | None = None, **changes: Any) -> Any:
    """Return a changed copy of a small client."""
    names = ("timeout", "call_timeout", "response_limit", "retry", "observer", "headers", "query")
    core = changed(small.core, **{**dict.fromkeys(names), "middleware": (), **changes})
    copy: Any = object.__new__(Small)
    copy.__dict__.update(small.__dict__)
    copy.core, copy.runner = core, small.runner.changed(core, user_agent)
    return copy


@by_both
def test_tokens_are_shared(kind: str) -> None:
    def service(request: httpx.Request) -> httpx.Response:
        token = {"access_token": "t", "token_type": "bearer"}
        return httpx.Response(200, json=token if str(request.url) == TOKEN_URL else {})

    own = sdk.ClientCredentials("i", "s", token_url=TOKEN_URL)
    small = Small(kind, service, credentials={"token": own})
    for client in (copy_of(small, timeout=2), small, copy_of(small)):
        client.call()
    assert [str(one.url) == TOKEN_URL for one in small.requests] == [True, False, False, False]


@by_both
def test_what_a_copy_changes(kind: str) -> None:
    class Observed(sdk.Observer):
        def __init__(self) -> None:
            self.waits: list[float] = []

        def retried(self, retry: sdk.Retried) -> None:
            self.waits.append(retry.wait)

    def service(request: httpx.Request) -> httpx.Response:
        limits.append(request.extensions["timeout"]["read"])
        return httpx.Response(503, content=b"1234")

    limits: list[float] = []
    observer = Observed()
    small = Small(kind, service)
    copy = copy_of(
        small,
        "copy/1",
        timeout=7,
        retry=sdk.RetryPolicy(attempts=2, first_wait=5),
        observer=observer,
    )
    with pytest.raises(errors.UndeclaredError):
        copy.call()
    assert limits == [7, 7]
    assert observer.waits == [5]
    assert {one.headers["user-agent"] for one in small.requests} == {"copy/1"}
    small.requests.clear()
    with pytest.raises(errors.TooLargeError):
        copy_of(small, response_limit=3).call()
    with pytest.raises(errors.UndeclaredError):
        small.call()
    assert limits[3:] == [1, 1, 1]
    assert "copy/1" not in {one.headers["user-agent"] for one in small.requests}
    for wrong in ({"headers": {"a b": ""}}, {"user_agent": "a\nb"}):
        with pytest.raises(errors.ConfigurationError):
            copy_of(small, **wrong)


@by_both
def test_middleware_is_added_inside(
    kind: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("VECTORS_LOG", "debug")
    caplog.set_level(logging.DEBUG)
    order: list[str] = []

    def named(name: str) -> sdk.Middleware:
        notes: list[str] = []
        middleware = recording([], notes)

        def noted(attempt: sdk.Attempt) -> Any:
            logged = [one for one in caplog.records if one.name == PACKAGE]
            order.append(f"{name} {len(logged)}")
            return middleware(attempt)

        return noted

    small = Small(kind, good, middleware=[named("a")])
    copy = copy_of(copy_of(small, middleware=[named("b")]), middleware=[named("c")])
    copy.call()
    # The log comes last.
    assert order == ["a 0", "b 0", "c 0"]
    order.clear()
    caplog.clear()
    small.call()
    assert order == ["a 0"]


@by_both
def test_closing_a_copy_does_not_close_the_connections(kind: str) -> None:
    own: Any = sdk.Client if kind == "sync" else sdk.AsyncClient
    client = own(origin="https://vectors.example")
    copy = client.with_options(timeout=1)
    assert type(copy) is type(client)
    assert repr(copy) == repr(client)
    # Connections are made on first use, by the copy as well.
    http: Any = httpx.Client if kind == "sync" else httpx.AsyncClient
    copy._runner._clients[True] = http()
    connection = client._runner._clients[True]

    async def close(one: Any) -> None:
        await one.close()

    for one, is_closed in ((copy, False), (client, True)):
        if kind == "sync":
            one.close()
        else:
            anyio.run(close, one)
        assert connection.is_closed is is_closed


class Thing(Model):
    due_time: datetime | None = None
    note: Nullable[str] = None


@by_both
def test_bodies_that_are_not_described(kind: str) -> None:
    def sent(**body: Any) -> tuple[Any, bytes]:
        stage = Stage(kind, lambda _: httpx.Response(200))
        result = stage.run(stage.client.request, "post", "/x", **body)
        assert isinstance(result, sdk.RawResponse), result
        [request] = stage.requests
        assert request.method == "POST"
        return request.headers.get("content-type"), request.content

    json = "application/json"
    time = datetime(2026, 1, 2, tzinfo=timezone.utc)
    assert sent() == (None, b"")
    assert sent(json=None) == (json, b"null")
    assert sent(json=Thing(due_time=time)) == (json, b'{"dueTime":"2026-01-02T00:00:00Z"}')
    assert sent(json=[Decimal("1.50"), {"a": time}]) == (
        json,
        b'["1.50",{"a":"2026-01-02T00:00:00Z"}]',
    )
    assert sent(content="\u00e4") == ("text/plain; charset=utf-8", b"\xc3\xa4")
    assert sent(content=b"1") == ("application/octet-stream", b"1")
    assert sent(content="1", content_type="text/csv") == ("text/csv", b"1")
    assert sent(content=iter([b"1", b"2"])) == ("application/octet-stream", b"12")
    stage = Stage(kind, good)
    for wrong in (
        {"json": 1, "content": "1"},
        {"json": object()},
        {"json": 1, "content_type": "a\nb"},
        {"options": sdk.RequestOptions(idempotency_key="k")},
        {"headers": {"a b": ""}},
    ):
        result = stage.run(stage.client.request, "POST", "/x", **wrong)
        assert isinstance(result, errors.RequestError), wrong
    assert stage.requests == []


@by_both
def test_options_of_a_request_that_is_not_described(kind: str) -> None:
    received: list[bytes] = []

    def receive(chunks: Iterator[bytes]) -> None:
        received.extend(chunks)

    async def receive_async(chunks: AsyncIterator[bytes]) -> None:
        async for chunk in chunks:
            received.append(chunk)  # noqa: PERF401

    seen: list[sdk.RawResponse] = []
    receiver: Any = receive if kind == "sync" else receive_async
    stage = Stage(kind, lambda _: httpx.Response(201, json={"a": 1}))
    options = sdk.RequestOptions(on_response=seen.append, headers={"x-a": "1", "x-b": "1"})
    own = {"query": {"a b": "&"}, "headers": {"X-B": "2"}}
    result = stage.run(stage.client.request, "GET", "/x", options=options, **own)
    assert result.json() == {"a": 1}
    assert [one.status for one in seen] == [201]
    [request] = stage.requests
    assert request.url.query == b"a%20b=%26"
    assert (request.headers["x-a"], request.headers["x-b"]) == ("1", "2")
    result = stage.run(
        stage.client.request, "GET", "/x", options=sdk.RequestOptions(on_body=receiver)
    )
    assert (result.status, result.content) == (201, b"")
    assert b"".join(received) == b'{"a":1}'
    with pytest.raises(errors.DecodeError):
        result.json()
    stage = Stage(kind, broken)
    policy = sdk.RequestOptions(retry=sdk.RetryPolicy(attempts=2), idempotent=True)
    result = stage.run(stage.client.request, "POST", "/x", options=policy)
    assert isinstance(result, errors.TransportError)
    assert len(stage.requests) == 2
