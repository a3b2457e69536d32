"""Tests of bodies of bytes that are never held whole, with both clients."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator, Iterator
from typing import Any

import anyio
import httpx
import pytest
from support import Stage

import PACKAGE_MODULE as sdk
from PACKAGE_MODULE import errors
from PACKAGE_MODULE.runtime import operation as table

KINDS = ["sync", "async"]

EXCHANGE: table.Operation[bytes] = table.Operation(
    "exchange",
    "PUT",
    "/",
    "http://vectors.example",
    (table.Answer("200", {"image/png": table.Bytes()}, is_success=True),),
    body=table.Body({"image/png": table.Bytes()}),
    idempotent=True,
)


class _Body(httpx.SyncByteStream, httpx.AsyncByteStream):
    """A body that arrives in pieces and may break off."""

    def __init__(self, *chunks: bytes | Exception) -> None:
        self.chunks = chunks
        self.is_closed = False

    def __iter__(self) -> Iterator[bytes]:
        for chunk in self.chunks:
            if isinstance(chunk, Exception):
                raise chunk
            yield chunk

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for chunk in self:
            yield chunk

    def close(self) -> None:
        self.is_closed = True

    async def aclose(self) -> None:
        self.is_closed = True


def _call(kind: str, answer: httpx.Response, body: Any, received: list[bytes]) -> tuple[Any, Stage]:
    """Call the operation, and receive its response in chunks."""
    stage = Stage(kind, lambda _: answer, retry=sdk.RetryPolicy(attempts=2), response_limit=4)
    runner = stage.client._runner

    async def receive(chunks: AsyncIterator[bytes]) -> None:
        async for chunk in chunks:
            assert isinstance(chunk, bytes)
            received.append(chunk)

    async def run() -> Any:
        options = sdk.RequestOptions(on_body=receive)
        return await runner.call(EXCHANGE, {}, body=body, options=options)

    if kind == "async":
        return anyio.run(run), stage
    options = sdk.RequestOptions(on_body=received.extend)
    return runner.call(EXCHANGE, {}, body=body, options=options), stage


def _answer(status: int, body: _Body) -> httpx.Response:
    return httpx.Response(status, headers={"content-type": "image/png"}, stream=body)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("sent", [[b"se", b"nt"], io.BytesIO(b"sent")], ids=["list", "file"])
def test_bytes_are_sent_and_received_in_chunks(kind: str, sent: Any) -> None:
    if isinstance(sent, io.BytesIO):
        sent.seek(0)
    body = _Body(b"more ", b"than four")
    received: list[bytes] = []
    whole, stage = _call(kind, _answer(200, body), sent, received)
    assert received == [b"more ", b"than four"]
    assert whole == b""
    assert body.is_closed
    [request] = stage.requests
    assert request.headers["content-type"] == "image/png"


@pytest.mark.parametrize("kind", KINDS)
def test_only_a_success_is_received_in_chunks(kind: str) -> None:
    received: list[bytes] = []
    with pytest.raises(errors.UndeclaredError):
        _call(kind, _answer(503, _Body(b"late")), [b"sent"], received)
    assert received == []


@pytest.mark.parametrize("kind", KINDS)
def test_bytes_that_break_off_are_an_error(kind: str) -> None:
    received: list[bytes] = []
    broken = _Body(b"a", httpx.RemoteProtocolError("broken"))
    with pytest.raises(errors.TransportError):
        _call(kind, _answer(200, broken), b"", received)
    assert received == [b"a"]
    assert broken.is_closed


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("body", ["text", {"a": 1}, 7])
def test_what_is_not_bytes_is_not_sent(kind: str, body: Any) -> None:
    with pytest.raises(errors.RequestError):
        _call(kind, _answer(200, _Body()), body, [])
