"""Streams of items."""

from __future__ import annotations

from collections.abc import AsyncIterator, Generator, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import anyio

from .document import parse_json
from .errors import DecodeError, Error, TransportError, UnreadableError
from .event import ServerSentEvent
from .flow import Close, Effect, Read, Sleep, exchange
from .frames import Frame, cut_off
from .mixed import read_part
from .model import decode_value, unknown_members
from .named import event_object
from .observer import Retried
from .prepare import is_field
from .raw import StreamedResponse
from .readers import reader_of

if TYPE_CHECKING:
    from types import TracebackType

    from typing_extensions import Self

    from .async_http import AsyncRunner
    from .core import Called, Core
    from .document import Value
    from .frames import FrameReader
    from .operation import Stream
    from .sync_http import SyncRunner

Item = TypeVar("Item")

_NO_CONTENT = 204
_LONGEST_ID = 1024


class ItemStream(Generic[Item]):
    """The items of a stream, as they arrive; they can be iterated once.

    The connection is closed when the iteration ends, and by `with` or `close`. Iteration raises a
    `TransportError` if the stream is interrupted, an `UnreadableError` for an item that does not have
    the declared shape, and a `TooLargeError` for an item with more bytes than `response_limit`. If
    the connection of an event stream breaks and the request may be repeated, the client reconnects
    and resumes after the last event that has an ID, as often in a row as its retry policy allows.
    """

    def __init__(self, runner: SyncRunner, walk: Walk) -> None:
        """Create the stream; called by the client."""
        self._runner = runner
        self._walk = walk

    def __iter__(self) -> Iterator[Item]:
        """Return the items."""
        try:
            while (found := self._runner.run(self._walk.next())) is not None:
                yield found.item
        finally:
            self.close()

    def close(self) -> None:
        """Close the connection; no more items follow."""
        self._runner.run(self._walk.close())

    def __enter__(self) -> Self:
        """Return the stream, which is closed at the end of the block."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the connection."""
        self.close()


class AsyncItemStream(Generic[Item]):
    """The items of a stream, as they arrive; they can be iterated once.

    The connection is closed when the iteration ends, and by `async with` or `close`; use `async
    with` to leave a loop early. Iteration raises a `TransportError` if the stream is interrupted, an
    `UnreadableError` for an item that does not have the declared shape, and a `TooLargeError` for
    an item with more bytes than `response_limit`. If the connection of an event stream breaks and
    the request may be repeated, the client reconnects and resumes after the last event that has an
    ID, as often in a row as its retry policy allows.
    """

    def __init__(self, runner: AsyncRunner, walk: Walk) -> None:
        """Create the stream; called by the client."""
        self._runner = runner
        self._walk = walk

    async def __aiter__(self) -> AsyncIterator[Item]:
        """Return the items."""
        try:
            while (found := await self._runner.run(self._walk.next())) is not None:
                yield found.item
        finally:
            await self.close()

    async def close(self) -> None:
        """Close the connection, even if the task is cancelled; no more items follow."""
        with anyio.CancelScope(shield=True):
            await self._runner.run(self._walk.close())

    async def __aenter__(self) -> Self:
        """Return the stream, which is closed at the end of the block."""
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the connection."""
        await self.close()


@dataclass(frozen=True)
class _Found:
    """An item, which may itself be `None`."""

    item: Any


class Walk:
    """An iteration over a stream, over one connection or several; it does not wait itself."""

    def __init__(self, core: Core, called: Called, content: Stream, raw: StreamedResponse) -> None:
        """Start with the response of a call."""
        self._core = core
        self._called = called
        self._content = content
        self._raw = raw
        self._reader = self._reader_of(raw)
        self._frames: Iterator[Frame] = iter(())
        self._is_at_end = False
        self._is_closed = False
        self._count = 0
        # The number of connection attempts since the last item.
        self._attempt = 1

    def _reader_of(self, raw: StreamedResponse, last: FrameReader | None = None) -> FrameReader:
        media_type = raw.header("content-type") or ""
        return reader_of(self._content.framing, self._core.limit, media_type, last)

    def next(self) -> Generator[Effect, Any, _Found | None]:
        """Return the next item; `None` at the end."""
        while not self._is_closed:
            number = self._count + 1
            try:
                frame = yield from self._frame()
                if frame is None or self._is_end(frame):
                    break
                self._attempt = 1
                self._count = number
                return _Found(self._read(frame))
            except DecodeError as error:
                fault = UnreadableError(self._raw, error, f"item {number} of the stream")
                fault.locate(self._called.operation.id)
                raise fault from None
            except Error as error:
                if not (yield from self._resume(error)):
                    break
        return None

    def close(self) -> Generator[Effect, Any, None]:
        """Close the connection if it is open."""
        if not self._is_closed:
            self._is_closed = True
            yield Close(self._raw.body)

    def _frame(self) -> Generator[Effect, Any, Frame | None]:
        while True:
            frame = next(self._frames, None)
            if frame is not None or self._is_at_end:
                return frame
            chunk: bytes | None = yield Read(self._raw.body)
            self._is_at_end = chunk is None
            self._frames = self._reader.end() if chunk is None else self._reader.push(chunk)

    def _is_end(self, frame: Frame) -> bool:
        end = self._content.end
        return end is not None and frame.content == end.encode()

    def _read(self, frame: Frame) -> Any:
        value = self._value(frame)
        if self._content.framing != "events" or self._content.json_events is not None:
            return value
        return ServerSentEvent(frame.event, value, frame.id, frame.retry)

    def _value(self, frame: Frame) -> Any:
        if self._content.type is None:
            return frame.content.decode()
        value = decode_value(self._content.type(), self._document(frame))
        core = self._core
        if core.observes_fields and (unknown := unknown_members(value)):
            core.observer.unknown_fields(self._called.operation.id, unknown)
        return value

    def _document(self, frame: Frame) -> Value:
        if self._content.json_events is not None:
            return event_object(frame, self._content.json_events)
        if self._content.part is not None:
            return read_part(self._content.part, frame.content)
        try:
            return parse_json(frame.content)
        except DecodeError:
            if frame.is_last:
                raise cut_off() from None
            raise

    def _resume(self, error: Error) -> Generator[Effect, Any, bool]:
        """Reconnect if the request may be repeated; return `None` if there is nothing more."""
        operation = self._called.operation.id
        wait = self._wait(error)
        if wait is None:
            error.locate(operation)
            raise error
        yield Close(self._raw.body)
        self._core.observer.retried(Retried(operation, self._attempt, None, wait))
        yield Sleep(wait)
        self._attempt += 1
        raw = yield from self._reopen()
        if raw is None:
            return False
        self._raw = raw
        self._reader = self._reader_of(raw, self._reader)
        self._is_at_end = False
        self._frames = iter(())
        return True

    def _wait(self, error: Error) -> float | None:
        """Return the seconds before reconnecting. Events without an ID cannot be resumed."""
        last = self._reader.last_event_id
        is_known = bool(last) or self._count == 0
        if self._content.framing != "events" or not is_known or not _is_sendable(last):
            return None
        if not isinstance(error, TransportError):
            return None
        retry = self._reader.retry
        policy = self._called.prepared.retry or self._core.retry
        return policy.wait(
            self._attempt,
            error,
            self._core.clock,
            idempotent=self._called.prepared.idempotent,
            requested=None if retry is None else retry / 1000,
        )

    def _reopen(self) -> Generator[Effect, Any, StreamedResponse | None]:
        called = self._called
        last = self._reader.last_event_id
        # The time limit of the call ended with the first response.
        prepared = replace(called.prepared, deadline=None)
        if last:
            prepared = prepared.with_header("last-event-id", last)
        again = replace(called, prepared=prepared)
        try:
            raw = yield from exchange(self._core, prepared, called.grants)
            if isinstance(raw, StreamedResponse):
                return raw
            if raw.status == _NO_CONTENT:
                return None
            self._core.read(again, raw)
            reason = "the service does not resume the stream"
            raise TransportError(reason, sent=True)
        except Error as error:
            error.locate(called.operation.id)
            raise


def _is_sendable(last_event_id: str) -> bool:
    """Return whether a header field can contain the ID: visible ASCII with inner spaces."""
    is_plain = is_field(last_event_id) and last_event_id.strip() == last_event_id
    return is_plain and "\t" not in last_event_id and len(last_event_id) <= _LONGEST_ID
