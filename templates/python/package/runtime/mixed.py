"""Streams of parts (RFC 2046 §5.1)."""

from __future__ import annotations

import re
import secrets
from base64 import b64decode, b64encode
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from .document import encode_json, parse_json
from .errors import DecodeError, RequestError
from .frames import Frame, cut_off, too_large

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .document import Value

PartForm: TypeAlias = tuple[str, Literal["json", "text", "bytes"]]
"""The media type of parts that are sent, and how items are encoded. Bytes are base64 text until
then."""

_LONGEST_HEAD = 16_384
_LONGEST_BOUNDARY = 70
_BOUNDARY = re.compile(r';\s*boundary\s*=\s*(?:"([^"]+)"|([^\s;"]+))', re.IGNORECASE)


def read_part(form: PartForm, content: bytes) -> Value:
    """Return the JSON of an item."""
    match form[1]:
        case "json":
            return parse_json(content)
        case "text":
            try:
                return content.decode()
            except UnicodeDecodeError:
                raise DecodeError("", "text that is not UTF-8") from None
        case "bytes":
            return b64encode(content).decode()


class PartWriter:
    """Encodes parts. Every item ends with the boundary of the next one, so that receivers do not
    have to wait for that to know that it is complete."""

    def __init__(self, form: PartForm) -> None:
        """Choose a boundary, which cannot be predicted, so that no item contains it."""
        self._form = form
        self.boundary = f"parts-{secrets.token_hex(16)}"

    def start(self) -> bytes:
        """Return what precedes the first item."""
        return f"--{self.boundary}".encode()

    def item(self, value: Any) -> bytes:
        """Return an item."""
        media = "".join(one for one in self._form[0] if one.isprintable())
        head = f"\r\nContent-Type: {media}\r\n\r\n".encode()
        return head + self._content(value) + f"\r\n--{self.boundary}".encode()

    def end(self) -> bytes:
        """Return what follows the last item."""
        return b"--\r\n"

    def _content(self, value: Any) -> bytes:
        kind = self._form[1]
        if kind == "json":
            return encode_json(value)
        if not isinstance(value, str):
            message = f"an item of the body is not {kind}"
            raise RequestError(message)
        return value.encode() if kind == "text" else b64decode(value)


class PartReader:
    """Splits a stream into the contents of its parts."""

    last_event_id = ""
    retry: int | None = None

    def __init__(self, limit: int, media_type: str) -> None:
        """Start with the media type, which has the boundary."""
        self._limit = limit
        found = _BOUNDARY.search(media_type)
        boundary = (found.group(1) or found.group(2)) if found else ""
        self._delimiter = f"\r\n--{boundary}".encode()
        self._is_known = 0 < len(boundary) <= _LONGEST_BOUNDARY
        # A line break precedes the first boundary even if nothing else does.
        self._buffer = bytearray(b"\r\n")
        self._place: Literal["preamble", "boundary", "head", "content", "end"] = "preamble"
        # How much of the buffer contains no boundary, or how large a head is.
        self._seen = 0

    def push(self, chunk: bytes) -> Iterator[Frame]:
        """Return the parts that a chunk completes."""
        if not self._is_known:
            raise DecodeError("", "a multipart stream without a boundary")
        self._buffer += chunk
        while True:
            match self._place:
                case "preamble" | "content":
                    item = self._content()
                    if item is None:
                        return
                    if self._place == "content":
                        yield Frame(item)
                    self._place = "boundary"
                case "boundary":
                    if not self._boundary():
                        return
                case "head":
                    if not self._head():
                        return
                case "end":
                    self._buffer.clear()
                    return

    def end(self) -> Iterator[Frame]:
        """Check that the last boundary has arrived."""
        if self._place != "end":
            raise cut_off()
        return iter(())

    def _content(self) -> bytes | None:
        buffer, delimiter = self._buffer, self._delimiter
        at = buffer.find(delimiter, self._seen)
        size = (len(buffer) - len(delimiter) if at < 0 else at) - 2
        if self._place == "content" and size > self._limit:
            raise too_large(self._limit)
        if at < 0:
            self._seen = max(0, len(buffer) - len(delimiter))
            if self._place == "preamble":
                del buffer[: self._seen]
                self._seen = 0
            return None
        # A part without content shares its line break with the boundary.
        item = bytes(buffer[2 : max(2, at)])
        del buffer[: at + len(delimiter)]
        self._seen = 0
        return item

    def _boundary(self) -> bool:
        """Read the rest of the line of a boundary; return whether it is complete."""
        buffer = self._buffer
        if buffer.startswith(b"--"):
            self._place = "end"
            return True
        end = buffer.find(b"\n")
        line = buffer if end < 0 else buffer[:end]
        rest = bytes(line.strip(b" \t\r"))
        if rest and (end >= 0 or rest != b"-"):
            raise DecodeError("", "text after a boundary")
        self._check(len(line))
        if end >= 0:
            del buffer[: end + 1]
            self._place = "head"
        return end >= 0

    def _head(self) -> bool:
        """Read a header field; return whether it is complete."""
        end = self._buffer.find(b"\n")
        self._check(self._seen + (len(self._buffer) if end < 0 else end))
        if end < 0:
            return False
        line = self._buffer[:end]
        self._seen += end + 1
        del self._buffer[: end + 1]
        if not line.rstrip(b"\r"):
            self._place = "content"
            self._buffer[:0] = b"\r\n"
            self._seen = 0
        return True

    def _check(self, size: int) -> None:
        if size > _LONGEST_HEAD:
            raise DecodeError("", "a part whose head is too large")
