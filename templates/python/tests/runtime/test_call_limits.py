"""Tests of the time limit of a whole call: real time, requests for tokens, and streams."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import AsyncIterator, Iterator
from typing import Any
from uuid import uuid4

import anyio
import httpx
import pytest
from small import ARGUMENTS, OPERATION, TOKEN_URL, BrokenStream, Small, broken, good
from support import KINDS

import PACKAGE_MODULE as sdk
from PACKAGE_MODULE import errors
from PACKAGE_MODULE.runtime import operation as table
from PACKAGE_MODULE.runtime.body import fill_in
from PACKAGE_MODULE.runtime.model import Model
from PACKAGE_MODULE.runtime.scalars import Uuid

by_both = pytest.mark.parametrize("kind", KINDS)


def within(seconds: float) -> sdk.RequestOptions:
    return sdk.RequestOptions(call_timeout=seconds)


def token(kind: str, handler: Any, **settings: Any) -> Small:
    """Return a client whose requests need a token."""
    own = sdk.ClientCredentials("i", "s", token_url=TOKEN_URL)
    return Small(kind, handler, credentials={"token": own}, **settings)


def issued() -> httpx.Response:
    return httpx.Response(200, json={"access_token": "t", "token_type": "bearer"})


@by_both
def test_an_attempt_has_what_is_left(kind: str) -> None:
    limits: list[float] = []

    def service(request: httpx.Request) -> httpx.Response:
        limits.append(request.extensions["timeout"]["read"])
        return httpx.Response(503, headers={"retry-after": "1"})

    small = Small(kind, service)
    with pytest.raises(errors.UndeclaredError):
        small.call(options=within(1.5))
    # The limit of an attempt is 1 second.
    assert limits == [1, 0.5]
    with pytest.raises(errors.UndeclaredError):
        small.call(options=within(math.inf))
    assert limits[2:] == [1, 1, 1]


@by_both
def test_no_time_for_the_first_attempt(kind: str) -> None:
    small = Small(kind, good, call_timeout=0)
    with pytest.raises(errors.TimedOutError) as caught:
        small.call()
    assert not caught.value.sent
    assert small.requests == []
    assert small.call(options=within(1)) == {}


@by_both
def test_requests_for_tokens_count(kind: str) -> None:
    def service(request: httpx.Request) -> httpx.Response:
        if str(request.url) != TOKEN_URL:
            return httpx.Response(200, json={})
        small.clock.time += 5
        return issued()

    small = token(kind, service)
    with pytest.raises(errors.TimedOutError) as caught:
        small.call(options=within(5))
    assert caught.value.operation == "op"
    assert [str(one.url) for one in small.requests] == [TOKEN_URL]
    # The token is kept.
    assert small.call(options=within(5)) == {}


@by_both
def test_no_time_for_another_token(kind: str) -> None:
    def service(request: httpx.Request) -> httpx.Response:
        if str(request.url) == TOKEN_URL:
            return issued()
        small.clock.time += 5
        return httpx.Response(401)

    small = token(kind, service)
    with pytest.raises(errors.TimedOutError):
        small.call(options=within(5))
    assert len(small.requests) == 2


@by_both
def test_a_token_that_comes_too_late(kind: str) -> None:
    def service(request: httpx.Request) -> httpx.Response:
        small.clock.time += 5
        raise httpx.ReadTimeout("", request=request)

    small = token(kind, service)
    with pytest.raises(errors.TimedOutError):
        small.call(options=within(5))
    # It is the failure of one call only.
    with pytest.raises(errors.CredentialsError):
        small.call(options=within(6))


@by_both
def test_another_call_requests_the_token_for_too_long(kind: str) -> None:
    small = token(kind, good)
    keyring = small.core.keyring
    [grant] = keyring.choose(OPERATION)
    source: Any = grant._key
    options = within(0.01)
    if kind == "sync":
        lock = threading.Lock()
        small.runner._locks[source] = lock
        with lock, pytest.raises(errors.TimedOutError):
            small.runner.call(OPERATION, ARGUMENTS, options=options)
        return

    async def run() -> None:
        lock = small.runner._locks.setdefault(source, anyio.Lock())

        async def call() -> None:
            with pytest.raises(errors.TimedOutError):
                await small.runner.call(OPERATION, ARGUMENTS, options=options)
            group.cancel_scope.cancel()

        async with anyio.create_task_group() as group, lock:
            group.start_soon(call)
            await anyio.sleep_forever()

    anyio.run(run)


def test_a_provider_that_does_not_answer() -> None:
    class Provider:
        async def token(self, _: Any) -> str:
            await anyio.sleep_forever()
            raise AssertionError

    small = Small("async", good, credentials={"token": Provider()})
    with pytest.raises(errors.TimedOutError) as caught:
        small.call(options=within(0.01))
    assert not caught.value.sent


def test_an_attempt_that_hangs() -> None:
    async def service(_: httpx.Request) -> httpx.Response:
        await anyio.sleep_forever()
        raise AssertionError

    async def run() -> None:
        small = Small("async", good)
        http = httpx.AsyncClient(transport=httpx.MockTransport(service))
        small.runner._clients = {True: http, False: http}
        with pytest.raises(errors.TimedOutError) as caught:
            await small.runner.call(OPERATION, ARGUMENTS, options=within(0.01))
        assert caught.value.sent

    anyio.run(run)


@by_both
def test_a_body_that_does_not_end(kind: str) -> None:
    def chunks() -> Iterator[bytes]:
        yield b"a"
        time.sleep(0.02)
        yield b"b"

    async def chunks_async() -> AsyncIterator[bytes]:
        yield b"a"
        await anyio.sleep_forever()

    small = Small(kind, good)
    body = chunks() if kind == "sync" else chunks_async()
    with pytest.raises(errors.TimedOutError):
        small.call(body=body, options=within(0.01))


@by_both
def test_a_stream_has_no_limit_once_it_has_begun(kind: str) -> None:
    def service(_: httpx.Request) -> httpx.Response:
        media = {"content-type": "text/event-stream"}
        if len(small.requests) == 1:
            return httpx.Response(201, headers=media, stream=BrokenStream())
        return httpx.Response(201, headers=media, content=b"id: 2\ndata: 2\n\n")

    small = Small(kind, service)
    events = small.call(stream=True, options=within(0.2))
    assert [event.id for event in events] == ["1", "2"]
    # The wait before the stream is resumed ends after the limit.
    assert small.clock.waits == [0.25]


@by_both
def test_each_retry_policy_is_that_of_the_call(kind: str) -> None:
    small = Small(kind, broken)
    for attempts in (1, 2, 5):
        small.requests.clear()
        policy = sdk.RetryPolicy(attempts=attempts)
        with pytest.raises(errors.TransportError):
            small.call(options=sdk.RequestOptions(retry=policy))
        assert len(small.requests) == attempts


@by_both
def test_an_operation_without_an_idempotency_key(kind: str) -> None:
    small = Small(kind, good)
    for body in (None, b"1"):
        with pytest.raises(errors.RequestError):
            small.call(body=body, options=sdk.RequestOptions(idempotency_key="k"))
    assert small.requests == []


class Keyed(Model):
    key: Uuid | None = None
    text: str | None = None


def test_idempotency_keys() -> None:
    def filled(name: str, make: Any, value: Any, key: str | None) -> Any:
        kinds = {"application/json": table.Json(lambda: Keyed)}
        return fill_in(table.Body(kinds, idempotency=name, make_id=make), value, key)

    text = "6f9619ff-8b86-d011-b42d-00cf4fc964ff"
    assert filled("key", uuid4, Keyed(), text).to_json() == f'{{"key":"{text}"}}'
    assert filled("text", lambda: "x", Keyed(), "k").to_json() == '{"text":"k"}'
    assert filled("text", lambda: "x", Keyed(), None).text == "x"
    wrong: list[Any] = [("key", uuid4, Keyed(), "k"), ("text", str, Keyed(text="a"), "k")]
    for arguments in [*wrong, ("text", str, None, "k")]:
        with pytest.raises(errors.RequestError):
            filled(*arguments)


def test_the_idempotency_key_of_a_dictionary() -> None:
    body = table.Body(
        {"text/plain": table.Text(), "application/json": table.Json(lambda: Keyed)},
        idempotency="text",
        make_id=lambda: "made",
    )
    filled: Any = fill_in(body, {"more": 1}, None)
    assert filled.to_json() == '{"text":"made","more":1}'
    given = {"text": "own"}
    assert fill_in(body, given, None) == Keyed(text="own")
    assert given == {"text": "own"}
    with pytest.raises(errors.RequestError) as raised:
        fill_in(body, {"key": "secret"}, None)
    assert "secret" not in str(raised.value)
