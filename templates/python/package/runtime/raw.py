"""A response as received."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import httpx

    from .stream import Walk


@dataclass(frozen=True, repr=False)
class RawResponse:
    """A response as received: status, header fields and bytes; there are no bytes of a stream."""

    status: int
    """The status."""
    headers: httpx.Headers
    """The header fields."""
    content: bytes
    """The body."""

    def header(self, name: str) -> str | None:
        """A header field; several of one name are joined by `, `."""
        value: str | None = self.headers.get(name)
        return value

    @property
    def text(self) -> str:
        """The body as text; what is not UTF-8 is replaced."""
        return self.content.decode("utf-8", "replace")

    def __repr__(self) -> str:
        """A body can have secrets in it (a token response has), so only its size is shown."""
        return f"RawResponse(status={self.status}, size={len(self.content)})"


class OpenBody(ABC):
    """The body of a stream that is still open, as the client that opened it reads it."""

    @abstractmethod
    def items(self, walk: Walk) -> Any:
        """The items of a way through the stream."""


@dataclass(frozen=True, repr=False)
class StreamedResponse(RawResponse):
    """A response whose body is not read yet."""

    body: OpenBody
    """The body."""
