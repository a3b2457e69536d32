"""Sends streams of items as request bodies."""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator, Iterable, Iterator
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import PydanticSerializationError

from .document import Value, encode_json
from .errors import RequestError
from .event import ServerSentEvent, write_event
from .mixed import PartWriter
from .model import encode
from .named import write_event_object
from .operation import Bytes, Stream
from .streamed import StreamedBody, bytes_of, in_chunks


class ItemBody(StreamedBody):
    """The items of a streamed body."""

    def __init__(self, content: Stream | Bytes, media_type: str, items: object) -> None:
        """Store the items; the first one is taken when the request is sent."""
        super().__init__()
        is_one = isinstance(items, str | bytes | bytearray | dict | BaseModel)
        if is_one or not isinstance(items, Iterable | AsyncIterable):
            message = f"a {type(items).__name__} cannot be sent as {media_type!r}"
            raise RequestError(message)
        self._content = content
        form = content.part if isinstance(content, Stream) else None
        self._parts = None if form is None else PartWriter(form)
        self.media_type = media_type
        """The media type, with the boundary of parts."""
        if self._parts is not None:
            self.media_type = f"{media_type}; boundary={self._parts.boundary}"
        self._items: Iterable[Any] | AsyncIterable[Any] = in_chunks(items)

    def chunks(self) -> Iterator[bytes]:
        """Return the bytes of each item."""
        if not isinstance(self._items, Iterable):
            message = "a Client cannot wait for asynchronous items: use an AsyncClient"
            raise RequestError(message)
        yield from self._start()
        for item in self._items:
            yield self._write(item)
        yield from self._end()
        self.on_end()

    async def chunks_async(self) -> AsyncIterator[bytes]:
        """Return the bytes of each item."""
        for chunk in self._start():
            yield chunk
        if isinstance(self._items, AsyncIterable):
            async for item in self._items:
                yield self._write(item)
        else:
            for item in self._items:
                yield self._write(item)
        for chunk in self._end():
            yield chunk
        self.on_end()

    def _start(self) -> Iterator[bytes]:
        if self._parts is not None:
            yield self._parts.start()

    def _end(self) -> Iterator[bytes]:
        if self._parts is not None:
            yield self._parts.end()
        end = None if isinstance(self._content, Bytes) else self._content.end
        if end is not None:
            yield write_event("message", "", None, end)

    def _write(self, item: Any) -> bytes:
        if isinstance(self._content, Bytes):
            return bytes_of(item)
        if self._parts is not None:
            return self._parts.item(self._encoded(item))
        if self._content.framing == "lines":
            return self._json(item) + b"\n"
        if self._content.framing == "sequence":
            return b"\x1e" + self._json(item) + b"\n"
        if self._content.json_events is not None:
            return write_event_object(self._encoded(item), self._content.json_events)
        if not isinstance(item, ServerSentEvent):
            message = f"a {type(item).__name__} is not a ServerSentEvent"
            raise RequestError(message)
        data = item.data if self._content.type is None else self._json(item.data).decode()
        if not isinstance(data, str):
            message = "the data of an event is not text"
            raise RequestError(message)
        return write_event(item.event, item.id, item.retry, data)

    def _json(self, value: object) -> bytes:
        return encode_json(self._encoded(value))

    def _encoded(self, value: object) -> Value:
        content = self._content
        kind = content.type() if isinstance(content, Stream) and content.type else Any
        try:
            return encode(kind, value)
        except (ValidationError, PydanticSerializationError):
            # The text of the error quotes the value, which may be a secret.
            message = "an item of the body is not of its type"
            raise RequestError(message) from None
