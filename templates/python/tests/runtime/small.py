"""A small API, for tests of the runtime that need no description."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Any

import anyio
import httpx
from support import Clock, Handler

import PACKAGE_MODULE as sdk
from PACKAGE_MODULE.runtime import operation as table
from PACKAGE_MODULE.runtime.async_http import AsyncRunner
from PACKAGE_MODULE.runtime.core import Core
from PACKAGE_MODULE.runtime.sync_http import SyncRunner

TOKEN_URL = "https://auth.example/oauth/token"

API = table.Api(
    "small/1",
    (
        table.Scheme("key", "header", field="X-Key"),
        table.Scheme("token", "bearer", token_url=TOKEN_URL),
        table.Scheme("query", "query", field="k"),
    ),
    frozenset({"https://h.example/base"}),
    {},
    log_variable="VECTORS_LOG",
)

OPERATION: table.Operation[Any] = table.Operation(
    "op",
    "POST",
    "/things/{id}",
    "https://h.example/base",
    (
        table.Answer("200", {"application/json": table.Json(lambda: Any)}, is_success=True),
        table.Answer("201", {"text/event-stream": table.Stream("events", None)}, is_success=True),
    ),
    parameters=(table.Parameter("id", "path"), table.Parameter("X-H", "header")),
    body=table.Body({"application/octet-stream": table.Bytes()}),
    security=(("token",), ("query",), ("key",)),
    idempotent=True,
)
"""An operation with a parameter of the path and one of a header field."""

ARGUMENTS = {"id": "1", "X-H": None}


class Small:
    """A client of one kind, whose requests are answered by a function."""

    def __init__(
        self, kind: str, handler: Handler, *, credentials: Any = None, **settings: Any
    ) -> None:
        self.kind = kind
        self.requests: list[httpx.Request] = []
        self.clock = Clock()
        self.core = Core(
            API,
            variables={},
            credentials=credentials or {},
            servers=None,
            origin=None,
            timeout=1,
            response_limit=1000,
            retry=sdk.RetryPolicy(),
            observer=None,
            clock=self.clock,
            **settings,
        )

        def service(request: httpx.Request) -> httpx.Response:
            self.requests.append(request)
            return handler(request)

        transport = httpx.MockTransport(service)
        http: Any = httpx.Client if kind == "sync" else httpx.AsyncClient
        runner: Any = SyncRunner if kind == "sync" else AsyncRunner
        self.runner = runner(self.core, http(transport=transport), "small/1", 1)

    def call(self, arguments: Any = ARGUMENTS, *, stream: bool = False, **more: Any) -> Any:
        """Return the result of a call, or the items of a stream."""

        def run() -> Any:
            found = self.runner.call(OPERATION, arguments, **more)
            return list(found) if stream else found

        async def run_async() -> Any:
            found = await self.runner.call(OPERATION, arguments, **more)
            return [item async for item in found] if stream else found

        return run() if self.kind == "sync" else anyio.run(run_async)

    def items(self, pages: Any) -> list[Any]:
        """Return all items of a list."""
        iterator = self.runner.items(OPERATION, pages, ARGUMENTS)

        async def collect() -> list[Any]:
            return [item async for item in iterator]

        return list(iterator) if self.kind == "sync" else anyio.run(collect)


def good(_: httpx.Request) -> httpx.Response:
    """Return a response that the operation can read."""
    return httpx.Response(200, json={})


def broken(_: httpx.Request) -> httpx.Response:
    """Break the connection."""
    message = "broken"
    raise httpx.RemoteProtocolError(message)


class BrokenStream(httpx.SyncByteStream, httpx.AsyncByteStream):
    """An event, after which the connection breaks."""

    def __init__(self) -> None:
        self.is_closed = False

    def __iter__(self) -> Iterator[bytes]:
        yield b"id: 1\ndata: 1\n\n"
        broken(httpx.Request("GET", ""))

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for chunk in self:
            yield chunk

    def close(self) -> None:
        self.is_closed = True

    async def aclose(self) -> None:
        self.is_closed = True


def recording(seen: list[Any], notes: list[str]) -> sdk.Middleware:
    """Return a middleware that records everything that it can see."""

    @contextmanager
    def middleware(attempt: sdk.Attempt) -> Iterator[None]:
        name = f"{attempt.operation} {attempt.number}"
        notes.append(f"before {name}")
        seen.append(attempt)
        try:
            yield
        except Exception as error:
            notes.append(f"{type(error).__name__} {name}")
            seen.extend([error, getattr(error, "__dict__", None)])
            raise
        assert attempt.response is not None
        notes.append(f"{attempt.response.status} {name}")
        seen.append([*attempt.response.headers.items()])

    return middleware
