"""Bodies with content codings."""

from __future__ import annotations

import gzip
import tracemalloc
import zlib
from typing import TYPE_CHECKING

import anyio
import httpx
import pytest

from PACKAGE_MODULE.runtime import coding

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

TEXT = b"some words that come again and again " * 5000


class _Body(httpx.SyncByteStream, httpx.AsyncByteStream):
    """A body that arrives in chunks of a size."""

    def __init__(self, content: bytes, size: int) -> None:
        self._chunks = [content[at : at + size] for at in range(0, len(content), size)]

    def __iter__(self) -> Iterator[bytes]:
        yield from self._chunks

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for chunk in self._chunks:
            yield chunk


def _answer(codings: str, content: bytes, size: int = 65536) -> httpx.Response:
    return httpx.Response(200, headers={"content-encoding": codings}, stream=_Body(content, size))


def _raw(content: bytes) -> bytes:
    compress = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return compress.compress(content) + compress.flush()


@pytest.mark.parametrize("size", [1, 7, 65536])
@pytest.mark.parametrize(
    ("codings", "content"),
    [
        ("", TEXT),
        ("identity", TEXT),
        ("unknown", TEXT),
        ("gzip", gzip.compress(TEXT)),
        ("X-GZip", gzip.compress(TEXT)),
        ("deflate", zlib.compress(TEXT)),
        ("deflate", _raw(TEXT)),
        ("gzip, deflate", zlib.compress(gzip.compress(TEXT))),
    ],
)
def test_codings_are_decoded(codings: str, content: bytes, size: int) -> None:
    assert b"".join(coding.decoded(_answer(codings, content, size))) == TEXT

    async def read() -> bytes:
        pieces = [piece async for piece in coding.decoded_async(_answer(codings, content, size))]
        return b"".join(pieces)

    assert anyio.run(read) == TEXT


@pytest.mark.parametrize(
    ("codings", "content"),
    [
        ("gzip", gzip.compress(TEXT)[:-9]),
        ("gzip", b"no gzip"),
        ("deflate", b"\xff\xff\xff"),
        (", ".join(["gzip"] * 6), TEXT),
    ],
)
def test_other_bodies_are_errors(codings: str, content: bytes) -> None:
    with pytest.raises(httpx.DecodingError):
        list(coding.decoded(_answer(codings, content)))


def test_a_body_is_never_decoded_whole() -> None:
    content = gzip.compress(gzip.compress(bytes(64 << 20)))
    tracemalloc.start()
    try:
        for piece in coding.decoded(_answer("gzip, gzip", content)):
            assert len(piece) <= 65536
        assert tracemalloc.get_traced_memory()[1] < 8 << 20
    finally:
        tracemalloc.stop()
