"""Request bodies that are never held whole."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterable, Iterator
from functools import partial
from typing import Any

from .errors import RequestError

_CHUNK = 1 << 16


class StreamedBody(ABC):
    """A streamed body. Its bytes cannot be produced again, so the request is sent only once."""

    def __init__(self) -> None:
        """Nothing happens at the end."""
        self.on_end: Callable[[], None] = lambda: None
        """Called after the last byte."""

    @abstractmethod
    def chunks(self) -> Iterator[bytes]:
        """Return the bytes."""

    @abstractmethod
    def chunks_async(self) -> AsyncIterator[bytes]:
        """Return the bytes."""


def in_chunks(source: Iterable[Any] | AsyncIterable[Any]) -> Iterable[Any] | AsyncIterable[Any]:
    """Return the chunks of a file, which would be iterated by lines of any length; otherwise the
    same source."""
    read = getattr(source, "read", None) if isinstance(source, Iterable) else None
    return source if read is None else iter(partial(read, _CHUNK), b"")


def bytes_of(chunk: object) -> bytes:
    """Check that a chunk is bytes."""
    if isinstance(chunk, bytes | bytearray | memoryview):
        return bytes(chunk)
    message = f"a {type(chunk).__name__} is not bytes"
    raise RequestError(message)
