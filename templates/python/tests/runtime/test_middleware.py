"""Tests of middleware and of what clients add to requests, with both clients."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import anyio
import httpx
import pytest
from small import ARGUMENTS, OPERATION, TOKEN_URL, BrokenStream, Small, broken, good, recording
from support import KINDS, Handler

import PACKAGE_MODULE as sdk
from PACKAGE_MODULE import errors

by_both = pytest.mark.parametrize("kind", KINDS)
OWN = errors.TransportError("own", sent=False)
TEXT = str(OWN)


class Failing:
    """A middleware that raises an error at one of its points."""

    def __init__(self, point: str) -> None:
        self.point = point

    def __call__(self, _: sdk.Attempt) -> Failing:
        self.reach("call")
        return self

    def __enter__(self) -> None:
        self.reach("enter")

    def __exit__(self, *_: object) -> None:
        self.reach("exit")

    def reach(self, point: str) -> None:
        if point == self.point:
            raise OWN


@by_both
@pytest.mark.parametrize("service", [good, broken])
@pytest.mark.parametrize("point", ["call", "enter", "exit"])
def test_own_error_fails_the_call_as_it_is(point: str, service: Handler, kind: str) -> None:
    notes: list[str] = []
    small = Small(kind, service, middleware=[recording([], notes), Failing(point)])
    with pytest.raises(errors.TransportError) as caught:
        small.call()
    assert caught.value is OWN
    assert str(OWN) == TEXT
    assert OWN.operation is None
    assert small.clock.waits == []
    assert len(small.requests) == (1 if point == "exit" else 0)
    assert notes == ["before op 1", "TransportError op 1"]


@by_both
def test_own_error_of_a_token_request(kind: str) -> None:
    own = ValueError("own")

    @contextmanager
    def failing(attempt: sdk.Attempt) -> Iterator[None]:
        if attempt.operation != "op":
            raise own
        yield

    notes: list[str] = []
    credentials = {"token": sdk.ClientCredentials("i", "s", token_url=TOKEN_URL)}
    small = Small(kind, good, credentials=credentials, middleware=[recording([], notes), failing])
    for _ in range(2):
        with pytest.raises(ValueError, match="own") as caught:
            small.call()
        assert caught.value is own
    assert small.requests == []
    once = ["before op 1", "before the token endpoint 1"]
    once += ["ValueError the token endpoint 1", "ValueError op 1"]
    assert notes == once * 2


@by_both
def test_an_error_is_not_suppressed(kind: str) -> None:
    @contextmanager
    def suppressing(_: sdk.Attempt) -> Iterator[None]:
        try:
            yield
        except errors.Error:
            return

    notes: list[str] = []
    small = Small(kind, broken, middleware=[recording([], notes), suppressing])
    with pytest.raises(errors.TransportError) as caught:
        small.call()
    assert caught.value.operation == "op"
    # It is also retried.
    assert len(small.requests) == 3
    assert notes[:3] == ["before op 1", "TransportError op 1", "before op 2"]


@by_both
def test_header_fields_are_replaced_in_order_and_checked(kind: str) -> None:
    def sent(argument: str | None, given: dict[str, str], added: dict[str, str]) -> Any:
        @contextmanager
        def adding(attempt: sdk.Attempt) -> Iterator[None]:
            attempt.headers.update(added)
            yield

        fields = {"x-h": "default", "Accept": "text/x", "user-agent": "d"}
        small = Small(kind, good, headers=fields, middleware=[adding])
        small.call({"id": "1", "X-H": argument}, options=sdk.RequestOptions(headers=given))
        headers = small.requests[0].headers
        return [headers[name] for name in ("x-h", "accept", "user-agent")]

    assert sent(None, {}, {}) == ["default", "text/x", "d"]
    assert sent("p", {}, {}) == ["p", "text/x", "d"]
    assert sent("p", {"X-H": "call"}, {}) == ["call", "text/x", "d"]
    assert sent("p", {"X-H": "call"}, {"x-H": "m"}) == ["m", "text/x", "d"]
    for wrong in ({"a b": ""}, {"a": "\r\nb: c"}):
        with pytest.raises(errors.RequestError):
            sent(None, {}, wrong)
        with pytest.raises(errors.ConfigurationError):
            Small(kind, good, headers=wrong)


@by_both
def test_resuming_a_stream_is_an_attempt_and_can_be_failed(kind: str) -> None:
    streams: list[BrokenStream] = []

    def service(_: httpx.Request) -> httpx.Response:
        streams.append(BrokenStream())
        media = {"content-type": "text/event-stream"}
        return httpx.Response(201, headers=media, stream=streams[-1])

    @contextmanager
    def failing(_: sdk.Attempt) -> Iterator[None]:
        yield
        if len(streams) > 1:
            raise OWN

    notes: list[str] = []
    small = Small(kind, service, middleware=[recording([], notes), failing])
    with pytest.raises(errors.TransportError) as caught:
        small.call(stream=True)
    assert caught.value is OWN
    assert str(OWN) == TEXT
    assert notes == ["before op 1", "201 op 1", "before op 1", "TransportError op 1"]
    # A response whose attempt was failed is closed.
    assert [stream.is_closed for stream in streams] == [True, True]


def test_middleware_is_left_when_a_task_is_cancelled() -> None:
    events: list[str] = []

    @contextmanager
    def noting(_: sdk.Attempt) -> Iterator[None]:
        try:
            yield
        finally:
            events.append("left")

    async def run() -> None:
        sent = anyio.Event()

        async def wait(_: httpx.Request) -> httpx.Response:
            sent.set()
            await anyio.sleep_forever()
            raise AssertionError

        small = Small("async", good, middleware=[noting])
        http = httpx.AsyncClient(transport=httpx.MockTransport(wait))
        small.runner._clients = {True: http, False: http}
        async with anyio.create_task_group() as group:
            group.start_soon(small.runner.call, OPERATION, ARGUMENTS)
            await sent.wait()
            group.cancel_scope.cancel()

    anyio.run(run)
    assert events == ["left"]
