"""A response as received."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .document import parse_json

if TYPE_CHECKING:
    import httpx

    from .stream import Walk


@dataclass(frozen=True, repr=False)
class RawResponse:
    """A response as received: status, header fields and body. The body of a stream is empty."""

    status: int
    """The status."""
    headers: httpx.Headers
    """The header fields."""
    content: bytes
    """The body."""

    def header(self, name: str) -> str | None:
        """Return a header field; repeated fields are joined by `, `."""
        value: str | None = self.headers.get(name)
        return value

    @property
    def text(self) -> str:
        """Return the body as text; invalid UTF-8 is replaced."""
        return self.content.decode("utf-8", "replace")

    def json(self) -> Any:
        """Return the value of a JSON body, or raise a `DecodeError`."""
        return parse_json(self.content)

    def __repr__(self) -> str:
        """Show only the size of the body, because it can contain secrets, such as tokens."""
        return f"RawResponse(status={self.status}, size={len(self.content)})"


class OpenBody(ABC):
    """The body of a stream that is still open, as read by the client that opened it."""

    @abstractmethod
    def items(self, walk: Walk) -> Any:
        """Return the items of the stream."""

    @abstractmethod
    def chunks(self) -> Any:
        """Return an iterator over the bytes, as they arrive."""


@dataclass(frozen=True, repr=False)
class StreamedResponse(RawResponse):
    """A response whose body is not read yet."""

    body: OpenBody
    """The body."""
