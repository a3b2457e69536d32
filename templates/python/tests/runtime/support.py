"""Helpers of the tests: the vectors, clients without a network, and a clock."""

from __future__ import annotations

import json
import os
import re
import threading
from base64 import b64decode, b64encode
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any, NoReturn

import anyio
import httpx
from dispatch import CREDENTIALS, OPERATIONS, Entry

import PACKAGE_MODULE as sdk
from PACKAGE_MODULE import errors
from PACKAGE_MODULE._api import API
from PACKAGE_MODULE.runtime.document import to_value
from PACKAGE_MODULE.runtime.model import decode_value
from PACKAGE_MODULE.runtime.operation import (
    Bytes,
    Form,
    Json,
    Multipart,
    Stream,
)

KINDS = ["sync", "async"]
Handler = Callable[[httpx.Request], httpx.Response]

_BESIDE = Path(__file__).parents[2] / "conformance-vectors"
_FOLDER = Path(os.environ.get("CONFORMANCE_VECTORS", _BESIDE))
_UNASKED = {
    "transfer-encoding",
    "user-agent",
    "host",
    "connection",
    "accept-encoding",
    "content-length",
}


def load(name: str, known: set[str]) -> list[Any]:
    """Return the test cases of a vector file."""
    document = json.loads((_FOLDER / f"{name}.json").read_text("utf-8"))
    assert set(document) == {"description", "vectors"}
    vectors: list[Any] = document["vectors"]
    assert len({vector["name"] for vector in vectors}) == len(vectors)
    unknown = {key for vector in vectors for key in vector} - known - {"name"}
    assert not unknown, f"a runner of {name} has to know {unknown}"
    return vectors


class Clock(sdk.Clock):
    """A clock that only the vectors advance."""

    def __init__(self) -> None:
        self.time = 1_000_000.0
        self.waits: list[float] = []

    def now(self) -> float:
        return self.time

    def time_of_day(self) -> float:
        return self.time

    def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.time += seconds

    async def sleep_async(self, seconds: float) -> None:
        self.sleep(seconds)

    def jitter(self, bound: float) -> float:
        return bound


class Notes(sdk.Observer):
    """Records what a client reports."""

    def __init__(self) -> None:
        self.unknown: list[str] = []
        self.notices: list[sdk.Deprecated] = []

    def unknown_fields(self, operation: str, pointers: Any) -> None:
        assert operation
        self.unknown += pointers

    def deprecated(self, notice: sdk.Deprecated) -> None:
        self.notices.append(notice)


class Stage:
    """A client of one kind, whose requests are answered by a function."""

    def __init__(
        self,
        kind: str,
        handler: Handler,
        *,
        retry: sdk.RetryPolicy | None = None,
        credentials: dict[str, Any] | None = None,
        **settings: Any,
    ) -> None:
        self.kind = kind
        self.requests: list[httpx.Request] = []
        self.clock = Clock()
        self.notes = Notes()
        self._lock = threading.Lock()
        transport = httpx.MockTransport(self._recorded(handler))
        http: Any = httpx.Client if kind == "sync" else httpx.AsyncClient
        client: Any = sdk.Client if kind == "sync" else sdk.AsyncClient
        self.client: Any = client(
            credentials=sdk.Credentials(**{**secrets(), **(credentials or {})}),
            origin="https://vectors.example",
            retry=retry or sdk.RetryPolicy.never(),
            clock=self.clock,
            observer=self.notes,
            http_client=http(transport=transport),
            **settings,
        )

    def _recorded(self, handler: Handler) -> Handler:
        def answer(request: httpx.Request) -> httpx.Response:
            with self._lock:
                self.requests.append(request)
                return handler(request)

        return answer

    def run(self, function: Callable[..., Any], *arguments: Any, **more: Any) -> Any:
        """Return the result of a method of the client, or the error that it raises."""

        async def run_async() -> Any:
            return await function(*arguments, **more)

        try:
            return function(*arguments, **more) if self.kind == "sync" else anyio.run(run_async)
        except errors.Error as error:
            return error

    def method(self, entry: Entry, name: str) -> Callable[..., Any]:
        """Return a method of the client."""
        found: Callable[..., Any] = getattr(getattr(self.client, entry.group), name)
        return found

    def call(self, vector: Any, **more: Any) -> Any:
        """Call a method as described by a case of `requests.json`."""
        return self.together(vector, 1, **more)[0]

    def together(self, vector: Any, times: int, **more: Any) -> list[Any]:
        """Call a method several times at once; return the results, including exceptions."""
        entry = OPERATIONS[vector["operation"]]
        arguments = given(entry, vector) | more
        method = self.method(entry, entry.method)
        outcomes: list[Any] = [None] * times

        def call(index: int) -> None:
            try:
                outcomes[index] = method(**arguments)
            except errors.Error as error:
                outcomes[index] = error

        async def call_async(index: int) -> None:
            try:
                outcomes[index] = await method(**arguments)
            except errors.Error as error:
                outcomes[index] = error

        async def all_async() -> None:
            async with anyio.create_task_group() as group:
                for index in range(times):
                    group.start_soon(call_async, index)

        if self.kind == "async":
            anyio.run(all_async)
        else:
            threads = [threading.Thread(target=call, args=(index,)) for index in range(times)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        return outcomes

    def items(self, vector: Any) -> tuple[list[Any], Exception | None]:
        """Return all items of a list, and the error that ended it."""
        entry = OPERATIONS[vector["operation"]]
        assert entry.items is not None
        iterator = self.method(entry, entry.items)(**given(entry, vector))
        found = []

        async def collect() -> None:
            async for item in iterator:
                found.append(item)  # noqa: PERF401

        try:
            if self.kind == "async":
                anyio.run(collect)
            else:
                for item in iterator:
                    found.append(item)  # noqa: PERF402
        except errors.Error as error:
            return found, error
        return found, None


def secrets() -> dict[str, Any]:
    """Return a credential for each scheme."""
    found: dict[str, Any] = {}
    for scheme in API.schemes:
        secret = f"vector-{scheme.name}"
        basic = sdk.BasicCredentials("vector", secret)
        found[CREDENTIALS[scheme.name]] = basic if scheme.kind == "basic" else secret
    return found


def given(entry: Entry, vector: Any) -> dict[str, Any]:
    """Return the arguments of a call."""
    parameters = dict(vector.get("parameters", {}))
    arguments = {
        name: decode_value(kind(), parameters.pop(wire))
        for wire, name, kind in entry.arguments
        if wire in parameters
    }
    assert not parameters, f"parameters that the method does not have: {parameters}"
    if "body" in vector:
        arguments["body"] = _body(entry, vector["body"])
        if entry.many_media_types:
            arguments["content_type"] = vector["body"]["mediaType"]
    return arguments


def without_parameters(vector: Any, names: list[str]) -> Any:
    """Return a case of `requests.json` without some of its parameters."""
    kept = {name: value for name, value in vector["parameters"].items() if name not in names}
    return {**vector, "parameters": kept}


def _body(entry: Entry, body: Any) -> Any:
    assert entry.operation.body is not None
    content = entry.operation.body.contents[body["mediaType"]]
    if isinstance(content, Bytes):
        return bytes_of(body["value"])
    if isinstance(content, Json | Form | Multipart):
        return decode_value(content.type(), body["value"])
    if isinstance(content, Stream):
        return iter([_item(content, item) for item in body["value"]])
    return body["value"]


def _item(content: Stream, item: Any) -> Any:
    def read(value: Any) -> Any:
        return value if content.type is None else decode_value(content.type(), value)

    if content.framing != "events" or content.json_events is not None:
        return read(item)
    return sdk.ServerSentEvent(item.get("event", "message"), read(item["data"]), item.get("id", ""))


def bytes_of(value: Any) -> bytes:
    """Return the bytes of a body of the vectors."""
    return value.encode() if isinstance(value, str) else b64decode(value["base64"])


def answer(described: Any) -> httpx.Response:
    """Return a response of the vectors."""
    body = described.get("body", "")
    return httpx.Response(
        described["status"], headers=described.get("headers", {}), content=bytes_of(body)
    )


def unanswered(_: httpx.Request) -> NoReturn:
    """Fail if the service is called."""
    raise AssertionError


def outcome(result: Any) -> str:
    """Return the outcome of a call, in the words of the vectors."""
    kinds: list[tuple[Any, str]] = [
        (errors.ApiError, "error"),
        (errors.UndeclaredError, "undeclared"),
        (errors.UnreadableError, "unreadable"),
        (errors.TransportError, "transport"),
        (errors.TimedOutError, "timeout"),
        (errors.PageLoopError, "loop"),
        (errors.RequestError, "refused"),
        (errors.CredentialsError, "credentials"),
        (errors.Error, "other"),
    ]
    return next((word for kind, word in kinds if isinstance(result, kind)), "value")


def written(value: Any) -> Any:
    """Return a value as the client encodes it."""
    return b64encode(value).decode() if isinstance(value, bytes) else to_value(value)


def same(one: Any, other: Any) -> bool:
    """Return whether two JSON values are equal: numbers by value, date-times by instant."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        pairs = zip(one, other, strict=False)
        return len(one) == len(other) and all(same(*pair) for pair in pairs)
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, str) and isinstance(other, str):
        return one == other or (_instant(one) is not None and _instant(one) == _instant(other))
    return bool(one == other)


def _instant(text: str) -> datetime | None:
    try:
        instant = datetime.fromisoformat(text.replace("Z", "+00:00"))
    except ValueError:
        return None
    return instant if instant.tzinfo else None


def header_pairs(request: httpx.Request) -> dict[str, str]:
    """Return the header fields of a request that vectors may contain."""
    return {name: text for name, text in request.headers.items() if name not in _UNASKED}


def with_boundary(request: httpx.Request) -> tuple[dict[str, str], bytes]:
    """Return the header fields and the body, with the boundary of the vectors in a form."""
    headers = header_pairs(request)
    start = "multipart/form-data; boundary="
    media = headers.get("content-type", "")
    boundary = media.removeprefix(start)
    if boundary == media:
        return headers, request.content
    assert re.fullmatch(r"form-[0-9a-f]{32}", boundary)
    content = request.content.replace(boundary.encode(), b"boundary")
    return {**headers, "content-type": f"{start}boundary"}, content
