"""Encodes multipart forms."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterable, AsyncIterator, Iterable, Iterator
from typing import Any, NoReturn, TypeAlias

from pydantic import BaseModel

from .document import Value, to_text
from .errors import Error, RequestError
from .file import File
from .model import wire_name
from .streamed import StreamedBody, bytes_of, in_chunks

_Source: TypeAlias = "bytes | Iterable[Any] | AsyncIterable[Any]"


def write_multipart(value: object) -> tuple[str, bytes | StreamedBody]:
    """Return the media type with its boundary, and the body, which is streamed if a file is."""
    parts = list(_parts(value))
    # No part contains the boundary, because it cannot be predicted. A stream cannot be searched.
    boundary = f"form-{secrets.token_hex(16)}"
    media = f"multipart/form-data; boundary={boundary}"
    if all(isinstance(part.content, bytes) for part in parts):
        pieces = _Form(parts, boundary).chunks()
        return media, b"".join(pieces)
    return media, _Form(parts, boundary)


class _Part:
    """A part of a multipart form (RFC 7578 §4)."""

    def __init__(
        self, name: str, content: _Source, file_name: str | None, media_type: str | None
    ) -> None:
        self.name = name
        self.content = content
        disposition = f'form-data; name="{_quoted(name)}"'
        if file_name is not None:
            disposition += f'; filename="{_quoted(file_name)}"'
        lines = [f"Content-Disposition: {disposition}"]
        if media_type is not None:
            clean = "".join(one for one in media_type if one.isprintable())
            lines.append(f"Content-Type: {clean}")
        self.head = "\r\n".join(lines).encode()


class _Form(StreamedBody):
    """The bytes of a form."""

    def __init__(self, parts: list[_Part], boundary: str) -> None:
        """Store the parts; a file is read when everything before it is sent."""
        super().__init__()
        self._parts = parts
        self._boundary = f"--{boundary}".encode()

    def chunks(self) -> Iterator[bytes]:
        """Return the bytes of the parts."""
        for part in self._parts:
            yield self._start(part)
            if isinstance(part.content, bytes):
                yield part.content
            elif isinstance(part.content, Iterable):
                yield from _read(part, part.content)
            else:
                message = "a Client cannot wait for an asynchronous file: use an AsyncClient"
                raise RequestError(message)
            yield b"\r\n"
        yield self._boundary + b"--\r\n"
        self.on_end()

    async def chunks_async(self) -> AsyncIterator[bytes]:
        """Return the bytes of the parts."""
        for part in self._parts:
            yield self._start(part)
            if isinstance(part.content, bytes):
                yield part.content
            elif isinstance(part.content, AsyncIterable):
                async for chunk in _read_async(part, part.content):
                    yield chunk
            else:
                for chunk in _read(part, part.content):
                    yield chunk
            yield b"\r\n"
        yield self._boundary + b"--\r\n"
        self.on_end()

    def _start(self, part: _Part) -> bytes:
        return self._boundary + b"\r\n" + part.head + b"\r\n\r\n"


def _read(part: _Part, source: Iterable[Any]) -> Iterator[bytes]:
    chunks = iter(source)
    while True:
        try:
            chunk = bytes_of(next(chunks))
        except StopIteration:
            return
        except Exception as error:  # noqa: BLE001
            _fail(part, error)
        yield chunk


async def _read_async(part: _Part, source: AsyncIterable[Any]) -> AsyncIterator[bytes]:
    chunks = aiter(source)
    while True:
        try:
            chunk = bytes_of(await anext(chunks))
        except StopAsyncIteration:
            return
        except Exception as error:  # noqa: BLE001
            _fail(part, error)
        yield chunk


def _fail(part: _Part, error: Exception) -> NoReturn:
    reason = str(error) if isinstance(error, Error) else type(error).__name__
    message = f"the file {part.name!r} cannot be read: {reason}"
    raise RequestError(message) from error


def _parts(value: object) -> Iterator[_Part]:
    if not isinstance(value, BaseModel):
        message = "only an object can be sent as a form"
        raise RequestError(message)
    fields = type(value).model_fields
    members = {name: getattr(value, name) for name in fields}
    files = {name: _files_in(member) for name, member in members.items()}
    # The contents of files are not converted to text.
    blank: dict[str, Any] = {
        name: [] if isinstance(members[name], list) else File(b"")
        for name, found in files.items()
        if found
    }
    others = value.model_copy(update=blank) if blank else value
    texts: dict[str, Any] = others.model_dump(mode="json", by_alias=True)
    by_name = {wire_name(name, field): files[name] for name, field in fields.items()}
    for name, text in texts.items():
        if getattr(value, "__additional__", False) and name not in by_name:
            # Additional fields have no type that says how they are sent.
            continue
        if by_name.get(name):
            yield from (_file(name, file) for file in by_name[name])
        else:
            yield from _values(name, text)


def _files_in(value: object) -> list[File]:
    items = value if isinstance(value, list) else [value]
    return [item for item in items if isinstance(item, File)]


def _file(name: str, file: File) -> _Part:
    """Return a file as a part. It gets a name, because receivers recognize a file by having one."""
    given: object = file.content
    content: _Source
    if isinstance(given, bytes | bytearray | memoryview):
        content = bytes(given)
    elif isinstance(given, Iterable | AsyncIterable) and not isinstance(given, str):
        content = in_chunks(given)
    else:
        message = f"a {type(given).__name__} is not the content of a file"
        raise RequestError(message)
    return _Part(name, content, file.name or "file", file.media_type or "application/octet-stream")


def _values(name: str, value: Value) -> Iterator[_Part]:
    """Encode an object as JSON, a list as one part per item, anything else as text."""
    for item in value if isinstance(value, list) else [value]:
        if item is not None:
            media = "application/json" if isinstance(item, list | dict) else None
            yield _Part(name, to_text(item).encode(), None, media)


def _quoted(name: str) -> str:
    """Escape a name like browsers (WHATWG HTML §4.10.21.8, "multipart/form-data encoding
    algorithm")."""
    return name.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
