"""What a service for tests answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

import httpx

from ..runtime.declared import declared
from ..runtime.operation import Bytes, Json, Stream, Text
from ..runtime.untyped import LEFT_OUT, Content

if TYPE_CHECKING:
    from ..runtime.operation import Operation

_FAULTS = {
    "connect": httpx.ConnectError,
    "broken": httpx.RemoteProtocolError,
    "timeout": httpx.ReadTimeout,
}


@dataclass(frozen=True)
class Answer:
    """A response. It has one of `json`, `text` and `content`, or no body."""

    status: int = 200
    """The status."""
    json: object = field(default=LEFT_OUT, repr=False)
    """The value of a JSON body: any JSON value, or a model; `None` is `null`."""
    text: str | None = field(default=None, repr=False)
    """The text of the body."""
    content: bytes | None = field(default=None, repr=False)
    """The bytes of the body."""
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Header fields. By default, `content-type` is the media type that the operation declares."""
    advance: float = 0.0
    """The seconds by which the clock advances while the response is under way."""

    def __post_init__(self) -> None:
        """Check that the body can be encoded."""
        self._encoded(None)

    def give(self, request: httpx.Request, operation: Operation[Any] | None) -> httpx.Response:
        """Return the response."""
        media, content = self._encoded(self._media_type(operation))
        headers = httpx.Headers({} if media is None else {"content-type": media})
        headers.update(self.headers)
        return httpx.Response(self.status, headers=headers, content=content, request=request)

    def _encoded(self, media_type: str | None) -> tuple[str | None, bytes]:
        if self.text is not None and self.content is not None:
            message = "an answer cannot have both text and other content"
            raise ValueError(message)
        given = self.content if self.text is None else self.text
        media, content = Content(self.json, given, media_type).encoded() or (None, b"")
        if not isinstance(content, bytes):
            message = "the content of an answer is bytes"
            raise TypeError(message)
        return media, content

    def _media_type(self, operation: Operation[Any] | None) -> str | None:
        """Return the declared media type of such a body."""
        answer = None if operation is None else declared(operation, self.status)
        kind: Any = Text if self.content is None else (Bytes, Stream)
        if self.json is not LEFT_OUT:
            kind = Json
        for media, content in answer.contents.items() if answer else ():
            if isinstance(content, kind) and not media.endswith("/*"):
                return media
        return None


@dataclass(frozen=True)
class Fault:
    """A failure in place of a response."""

    kind: Literal["connect", "broken", "timeout"]
    """`connect`: the request never left. `broken`: the connection broke after it was sent.
    `timeout`: there was no response in time."""
    advance: float = 0.0
    """The seconds by which the clock advances until then."""

    def give(self, request: httpx.Request, _: Operation[Any] | None) -> httpx.Response:
        """Raise the error of the HTTP client."""
        raise _FAULTS[self.kind](self.kind, request=request)
