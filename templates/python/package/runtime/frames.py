"""Splits the bytes of a stream into items. At most one item is buffered."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from .errors import DecodeError, TooLargeError, TransportError

Framing: TypeAlias = Literal["events", "lines", "sequence", "parts"]
"""How the items of a stream are delimited."""

_SPACE = b" \t\r\n"
_MOST_DIGITS = 15
_END_OF_LINE = re.compile(rb"[\r\n]")
_BYTE_ORDER_MARK = "\ufeff"


@dataclass(frozen=True)
class Frame:
    """An item as received."""

    content: bytes
    """The JSON of the item, or the `data` of an event, in UTF-8."""
    is_last: bool = False
    """Whether the stream ended without marking the end of the item, which may be cut off."""
    event: str = ""
    """The type of an event."""
    id: str = ""
    """The ID of the last event."""
    retry: int | None = None
    """The reconnection time that an event sets, in milliseconds."""


class FrameReader(Protocol):
    """Splits a stream into items."""

    last_event_id: str
    """The ID of the last event, from which the stream resumes."""
    retry: int | None
    """The reconnection time that the service requested, in milliseconds."""

    def push(self, chunk: bytes) -> Iterator[Frame]:
        """Return the items that a chunk completes."""

    def end(self) -> Iterator[Frame]:
        """Return the items that the end of the stream completes."""


def cut_off() -> TransportError:
    """Return the error for a stream that ends in the middle of an item."""
    return TransportError("the stream ended in the middle of an item", sent=True)


class _Buffer:
    """A buffer with a size limit."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._bytes = bytearray()

    def add(self, part: bytes) -> None:
        if len(self._bytes) + len(part) > self._limit:
            raise too_large(self._limit)
        self._bytes += part

    def take(self) -> bytes:
        taken = bytes(self._bytes)
        self._bytes.clear()
        return taken


def too_large(limit: int) -> TooLargeError:
    """Return the error for an item that exceeds the limit."""
    return TooLargeError(limit, "an item of the stream")


class EventReader:
    """Reads events (WHATWG HTML §9.2.6)."""

    def __init__(self, limit: int, last: FrameReader | None = None) -> None:
        """Continue after the last event of another connection."""
        self.last_event_id = last.last_event_id if last else ""
        self.retry = last.retry if last else None
        self._limit = limit
        self._line = _Buffer(limit)
        self._is_first = True
        self._is_after_cr = False
        self._id = self.last_event_id
        self._event = ""
        self._data: list[str] = []
        self._size = 0
        self._own_retry: int | None = None

    def push(self, chunk: bytes) -> Iterator[Frame]:
        """Return the events that a chunk completes."""
        start = 0
        for found in _END_OF_LINE.finditer(chunk):
            at = found.start()
            is_pair = self._is_after_cr and at == start and chunk[at : at + 1] == b"\n"
            if not is_pair:
                self._line.add(chunk[start:at])
                if frame := self._end_line(self._line.take()):
                    yield frame
            self._is_after_cr = chunk[at : at + 1] == b"\r"
            start = found.end()
        if start < len(chunk):
            self._is_after_cr = False
            self._line.add(chunk[start:])

    def end(self) -> Iterator[Frame]:
        """Drop an event without a closing blank line."""
        return iter(())

    def _end_line(self, content: bytes) -> Frame | None:
        line = content.decode("utf-8", "replace")
        if self._is_first:
            line = line.removeprefix(_BYTE_ORDER_MARK)
            self._is_first = False
        if not line:
            return self._dispatch()
        name, _, value = line.partition(":")
        self._field(name, value.removeprefix(" "), len(content) - len(name))
        return None

    def _field(self, name: str, value: str, size: int) -> None:
        match name:
            case "data":
                self._size += size + 1
                if self._size > self._limit:
                    raise too_large(self._limit)
                self._data.append(value)
            case "event":
                self._event = value
            case "id" if "\0" not in value:
                self._id = value
            case "retry" if value.isascii() and value.isdigit():
                self.retry = self._own_retry = _milliseconds(value)
            case _:
                pass

    def _dispatch(self) -> Frame | None:
        self.last_event_id = self._id
        event, data, retry = self._event, self._data, self._own_retry
        self._event, self._data, self._own_retry = "", [], None
        self._size = 0
        if not data:
            return None
        content = "\n".join(data).encode()
        return Frame(content, event=event or "message", id=self._id, retry=retry)


def _milliseconds(digits: str) -> int:
    """Parse a number; one with too many digits counts as the largest one."""
    digits = digits.lstrip("0")
    return int(digits or "0") if len(digits) <= _MOST_DIGITS else 10**_MOST_DIGITS


class LineReader:
    """Reads JSON texts, one per line."""

    def __init__(self, limit: int) -> None:
        """Start with nothing."""
        self.last_event_id = ""
        self.retry: int | None = None
        self._line = _Buffer(limit)

    def push(self, chunk: bytes) -> Iterator[Frame]:
        """Return the lines that a chunk completes."""
        start = 0
        while (at := chunk.find(b"\n", start)) >= 0:
            self._line.add(chunk[start:at])
            start = at + 1
            content = self._line.take()
            if content.strip(_SPACE):
                yield Frame(content)
        self._line.add(chunk[start:])

    def end(self) -> Iterator[Frame]:
        """Return the last line, which may lack a line break. If it is not JSON, it was cut off."""
        content = self._line.take()
        if content.strip(_SPACE):
            yield Frame(content, is_last=True)


_State: TypeAlias = Literal["before", "start", "scalar", "nested", "string", "whole"]

# The bytes that can change the state; all others are skipped.
_NEXT: dict[_State, re.Pattern[bytes]] = {
    "before": re.compile(rb"[^ \t\r]"),
    "start": re.compile(rb"[^ \t\r\n]"),
    "scalar": re.compile(rb"[ \t\r\n\x1e]"),
    "nested": re.compile(rb'["{}\[\]\x1e]'),
    "string": re.compile(rb'["\\\x1e]'),
    "whole": re.compile(rb"[^ \t\r]"),
}


class SequenceReader:
    """Reads JSON texts after record separators (RFC 7464).

    A text is complete at the end of its line, so that a live stream is never one item behind.
    """

    def __init__(self, limit: int) -> None:
        """Start before the first separator."""
        self.last_event_id = ""
        self.retry: int | None = None
        self._text = _Buffer(limit)
        self._state: _State = "before"
        self._depth = 0
        self._is_escaped = False

    def push(self, chunk: bytes) -> Iterator[Frame]:
        """Return the texts that a chunk completes."""
        start = at = 0
        while at < len(chunk):
            if self._is_escaped:
                self._is_escaped = False
                at += 1
                continue
            found = _NEXT[self._state].search(chunk, at)
            if found is None:
                break
            at = found.end()
            byte = found[0]
            if byte == b"\x1e" or (byte == b"\n" and self._state in {"scalar", "whole"}):
                self._text.add(chunk[start : at - 1])
                start = at
                content = self._text.take()
                if content.strip(_SPACE):
                    self._check_whole(byte)
                    yield Frame(content)
                self._state = "start" if byte == b"\x1e" else "before"
            else:
                self._step(byte)
        self._text.add(chunk[start:])

    def end(self) -> Iterator[Frame]:
        """Return the last text, which may lack a line break.

        If it could continue, it was cut off.
        """
        content = self._text.take()
        if content.strip(_SPACE):
            if self._state != "whole":
                raise cut_off()
            yield Frame(content)

    def _check_whole(self, byte: bytes) -> None:
        """Reject a number or literal without white space after it, because it could continue."""
        if self._state != "whole" and byte == b"\x1e":
            raise DecodeError("", "an incomplete text")

    def _step(self, byte: bytes) -> None:
        match self._state:
            case "before" | "whole" if byte != b"\n":
                raise DecodeError("", "text without a record separator")
            case "start":
                self._state = "scalar"
                self._depth = 0
                self._nest(byte)
            case "scalar":
                self._state = "whole"
            case "nested":
                self._nest(byte)
            case "string" if byte == b"\\":
                self._is_escaped = True
            case "string":
                self._state = "nested" if self._depth else "whole"
            case _:
                pass

    def _nest(self, byte: bytes) -> None:
        if byte == b'"':
            self._state = "string"
        elif byte in b"{[":
            self._depth += 1
            self._state = "nested"
        elif byte in b"}]":
            self._depth = max(self._depth - 1, 0)
            self._state = "nested" if self._depth else "whole"
