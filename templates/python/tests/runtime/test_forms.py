"""Tests of forms with files that are never held whole, with both clients."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import anyio
import httpx
import pytest
from support import KINDS, Stage

import PACKAGE_MODULE as sdk
from PACKAGE_MODULE import errors
from PACKAGE_MODULE.runtime import operation as table
from PACKAGE_MODULE.runtime.model import Model


class Album(Model):
    """A form with files."""

    title: str
    cover: sdk.File
    pages: list[sdk.File]
    tags: list[str] | None = None


SEND: table.Operation[None] = table.Operation(
    "send",
    "PUT",
    "/",
    "http://vectors.example",
    (table.Answer("204", {}, is_success=True),),
    body=table.Body({"multipart/form-data": table.Multipart(lambda: Album)}),
    idempotent=True,
)


def _send(kind: str, album: Album | dict[str, Any], status: int = 204) -> list[tuple[str, bytes]]:
    """Send a form; return the media type and the body of each request."""
    sent = []

    def answer(request: httpx.Request) -> httpx.Response:
        sent.append((request.headers["content-type"], request.content))
        return httpx.Response(status)

    stage = Stage(kind, answer, retry=sdk.RetryPolicy(attempts=2))
    runner = stage.client._runner

    async def run() -> None:
        await runner.call(SEND, {}, body=album)

    try:
        if kind == "async":
            anyio.run(run)
        else:
            runner.call(SEND, {}, body=album)
    except errors.UndeclaredError:
        assert status != 204
    return sent


def _form(sent: list[tuple[str, bytes]]) -> bytes:
    """Return the only form, with a fixed boundary."""
    [(media, form)] = sent
    boundary = media.removeprefix("multipart/form-data; boundary=").encode()
    assert form.startswith(b"--" + boundary)
    return form.replace(boundary, b"boundary")


def _album(cover: Any, page: Any) -> Album:
    return Album(
        title="ä",
        cover=sdk.File(cover, name='a"\r\n.png', media_type="image/png"),
        pages=[sdk.File(b"one"), sdk.File(page), sdk.File(b"")],
        tags=["x", "y"],
    )


def _yield(*chunks: bytes | Exception) -> Iterator[bytes]:
    for chunk in chunks:
        if isinstance(chunk, Exception):
            raise chunk
        yield chunk


async def _yield_async(*chunks: bytes | Exception) -> AsyncIterator[bytes]:
    for chunk in _yield(*chunks):
        yield chunk


@pytest.mark.parametrize("kind", KINDS)
def test_streamed_files_arrive_as_others(kind: str) -> None:
    whole = _form(_send(kind, _album(b"co\nver", b"two")))
    streamed = _album(io.BytesIO(b"co\nver"), _yield(b"t", b"", b"wo"))
    assert _form(_send(kind, streamed)) == whole
    if kind == "async":
        streamed = _album(_yield_async(b"co\n", b"ver"), [b"two"])
        assert _form(_send(kind, streamed)) == whole


@pytest.mark.parametrize("kind", KINDS)
def test_a_dictionary_is_sent_as_its_model(kind: str) -> None:
    album = _album(b"cover", b"two")
    given = {"title": "ä", "cover": album.cover, "pages": album.pages, "tags": ("x", "y")}
    assert _form(_send(kind, given)) == _form(_send(kind, album))
    with pytest.raises(errors.RequestError):
        _send(kind, {"title": "ä"})


@pytest.mark.parametrize("kind", KINDS)
def test_forms_with_streamed_files_are_sent_once(kind: str) -> None:
    assert len(_send(kind, _album(b"cover", b"two"), 503)) == 2
    assert len(_send(kind, _album(b"cover", _yield(b"two")), 503)) == 1


SOURCES: list[Callable[..., Any]] = [_yield, _yield_async]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("source", SOURCES)
def test_files_that_break_off_are_errors(kind: str, source: Callable[..., Any]) -> None:
    broken = OSError("the disk is broken")
    with pytest.raises(errors.RequestError, match="send: ") as caught:
        _send(kind, _album(source(b"begun", broken), b"two"))
    if kind == "async" or source is _yield:
        assert caught.value.__cause__ is broken
        assert "the file 'cover' cannot be read: OSError" in str(caught.value)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("content", ["text", 7, ["text"], io.StringIO("text")])
def test_what_is_not_bytes_is_not_sent(kind: str, content: Any) -> None:
    with pytest.raises(errors.RequestError):
        _send(kind, _album(content, b"two"))


def test_a_streamed_file_is_not_json() -> None:
    with pytest.raises(errors.RequestError):
        _album(_yield(), b"two").to_json()
