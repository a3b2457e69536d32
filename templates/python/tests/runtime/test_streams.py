"""Tests of streams with both clients, by the conformance vectors."""

from __future__ import annotations

from base64 import b64decode
from collections import deque
from collections.abc import AsyncIterator, Iterator
from typing import Any

import anyio
import httpx
import pytest
from dispatch import OPERATIONS
from support import KINDS, Stage, given, load, outcome, same, written

import PACKAGE_MODULE as sdk
from PACKAGE_MODULE import errors

REQUESTS = {
    vector["name"]: vector
    for vector in load("requests", {"operation", "parameters", "body", "expect"})
}
STREAMS = load("streams", {"request", "policy", "limit", "take", "answers", "expect"})
CUTS = ["as they are", "byte by byte"]


class _Body(httpx.SyncByteStream, httpx.AsyncByteStream):
    """A body that arrives in pieces and may be interrupted."""

    def __init__(self, chunks: list[bytes], failure: str | None) -> None:
        self.chunks = chunks
        self.failure = failure
        self.is_closed = False

    def __iter__(self) -> Iterator[bytes]:
        yield from self.chunks
        if self.failure is not None:
            raise httpx.RemoteProtocolError(self.failure)

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for chunk in self:
            yield chunk

    def close(self) -> None:
        self.is_closed = True

    async def aclose(self) -> None:
        self.is_closed = True


def _chunks(answer: Any, cut: str) -> list[bytes]:
    chunks = [
        chunk.encode() if isinstance(chunk, str) else b64decode(chunk["base64"])
        for chunk in answer["chunks"]
    ]
    if cut == "as they are":
        return chunks
    return [bytes([byte]) for byte in b"".join(chunks)]


def _written(item: Any) -> Any:
    if not isinstance(item, sdk.ServerSentEvent):
        return written(item)
    event = {"event": item.event, "id": item.id, "data": written(item.data)}
    return event if item.retry is None else {**event, "retry": item.retry}


def _iterate(stage: Stage, request: Any, take: int | None) -> tuple[list[Any], Any]:
    """Return the items, and the error that ended them."""
    entry = OPERATIONS[request["operation"]]
    method = stage.method(entry, entry.method)
    items: list[Any] = []

    async def collect() -> None:
        stream = await method(**given(entry, request))
        assert isinstance(stream, sdk.AsyncItemStream)
        async with stream:
            async for item in stream:
                items.append(item)
                if len(items) == take:
                    break

    try:
        if stage.kind == "async":
            anyio.run(collect)
        else:
            stream = method(**given(entry, request))
            assert isinstance(stream, sdk.ItemStream)
            for item in stream:
                items.append(item)
                if len(items) == take:
                    break
    except errors.Error as error:
        return items, error
    return items, None


def _ending(error: Any) -> str:
    if error is None:
        return "end"
    return "too-large" if isinstance(error, errors.TooLargeError) else outcome(error)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("cut", CUTS)
@pytest.mark.parametrize("vector", STREAMS, ids=lambda vector: str(vector["name"]))
def test_stream(kind: str, cut: str, vector: Any) -> None:
    answers = deque(vector["answers"])
    bodies: list[_Body] = []

    def service(_: httpx.Request) -> httpx.Response:
        answer = answers.popleft()
        bodies.append(_Body(_chunks(answer, cut), answer.get("failure")))
        return httpx.Response(answer["status"], headers=answer["headers"], stream=bodies[-1])

    policy = vector.get("policy")
    retry = policy and sdk.RetryPolicy(
        attempts=policy["attempts"],
        first_wait=policy["firstWait"],
        longest_wait=policy["longestWait"],
        longest_retry_after=policy["longestRetryAfter"],
    )
    limit = {"response_limit": vector["limit"]} if "limit" in vector else {}
    stage = Stage(kind, service, retry=retry, **limit)
    request = REQUESTS[vector["request"]]
    items, error = _iterate(stage, request, vector.get("take"))
    expected = vector["expect"]
    assert same([_written(item) for item in items], expected["items"])
    if expected["outcome"] != "closed":
        assert _ending(error) == expected["outcome"], error
    assert len(items) == len(expected["items"])
    assert all(body.is_closed for body in bodies)
    if error is not None:
        assert str(error).startswith(f"{request['operation']}: ")
        assert error.operation == request["operation"]
    asked = [one.headers.get("last-event-id") for one in stage.requests]
    assert asked == expected.get("lastEventIds", [None])
    assert stage.clock.waits == expected.get("waits", [])
