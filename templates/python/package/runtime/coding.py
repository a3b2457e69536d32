"""Content codings (RFC 9110 §8.4.1) of responses.

They are decoded in small pieces. The HTTP client decodes whatever has arrived at once, and a few
kilobytes that are compressed twice can become a gigabyte.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

import httpx

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

ACCEPTED = "gzip, deflate"
"""The codings that a request asks for."""

_PIECE = 64 << 10
_MOST_CODINGS = 5
_HEAD = 2


def decoded(response: httpx.Response) -> Iterator[bytes]:
    """Return the pieces of a body."""
    if response.is_stream_consumed:
        # A transport that is not a connection, such as one for tests, may have the whole body.
        yield from response.iter_bytes()
        return
    decoder = _Decoder(response)
    for chunk in response.iter_raw():
        yield from decoder.pieces(chunk)
    decoder.end()


async def decoded_async(response: httpx.Response) -> AsyncIterator[bytes]:
    """Return the pieces of a body."""
    if response.is_stream_consumed:
        async for piece in response.aiter_bytes():
            yield piece
        return
    decoder = _Decoder(response)
    async for chunk in response.aiter_raw():
        for piece in decoder.pieces(chunk):
            yield piece
    decoder.end()


class _Decoder:
    """Decodes codings that were applied one after the other. Unknown ones are left alone."""

    def __init__(self, response: httpx.Response) -> None:
        names = response.headers.get("content-encoding", "").lower().split(",")
        known = [name for name in map(str.strip, names) if name in {"gzip", "x-gzip", "deflate"}]
        if len(known) > _MOST_CODINGS:
            message = f"the response has more than {_MOST_CODINGS} content codings"
            raise httpx.DecodingError(message)
        self._stages = [_Inflate(is_gzip=name != "deflate") for name in reversed(known)]

    def pieces(self, chunk: bytes) -> Iterator[bytes]:
        """Return what a chunk decodes to."""
        return self._after(0, chunk)

    def _after(self, stage: int, chunk: bytes) -> Iterator[bytes]:
        if stage == len(self._stages):
            yield chunk
            return
        for piece in self._stages[stage].pieces(chunk):
            yield from self._after(stage + 1, piece)

    def end(self) -> None:
        """Check that nothing is missing."""
        for stage in self._stages:
            stage.end()


class _Inflate:
    """Decodes `gzip` (RFC 1952), or `deflate`: zlib (RFC 1950), or what some servers take for it."""

    def __init__(self, *, is_gzip: bool) -> None:
        self._inflate = zlib.decompressobj(zlib.MAX_WBITS | 16 if is_gzip else zlib.MAX_WBITS)
        self._head: bytes | None = None if is_gzip else b""
        self._is_begun = False

    def pieces(self, chunk: bytes) -> Iterator[bytes]:
        self._is_begun = self._is_begun or chunk != b""
        if self._head is not None:
            # The first two bytes decide.
            self._head += chunk
            if len(self._head) < _HEAD:
                return
            chunk, self._head = self._head, None
            if chunk[0] & 15 != zlib.DEFLATED or int.from_bytes(chunk[:_HEAD], "big") % 31 != 0:
                self._inflate = zlib.decompressobj(-zlib.MAX_WBITS)
        while not self._inflate.eof:
            try:
                piece = self._inflate.decompress(chunk, _PIECE)
            except zlib.error as error:
                raise httpx.DecodingError(str(error)) from None
            if piece:
                yield piece
            chunk = self._inflate.unconsumed_tail
            if not (piece or chunk):
                return

    def end(self) -> None:
        """Check that nothing is missing."""
        if self._is_begun and not self._inflate.eof:
            message = "the compressed body breaks off"
            raise httpx.DecodingError(message)
