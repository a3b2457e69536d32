"""Encodes request bodies."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ValidationError
from pydantic_core import PydanticSerializationError

from .document import Value, encode_json, to_text, to_value
from .errors import RequestError
from .file import File
from .items import ItemBody
from .media import concrete
from .model import encode, wire_name, write_problem
from .operation import Form, Json, Multipart, Stream, Text
from .style import write_form

if TYPE_CHECKING:
    from .operation import Body, Content


def encode_body(body: Body, value: object, media_type: str | None) -> tuple[str, bytes | ItemBody]:
    """Return the media type and the encoded body, or the source of a streamed body."""
    media = next(iter(body.contents)) if media_type is None else media_type
    content = body.contents.get(media)
    if content is None:
        message = f"there is no body of the media type {media!r}"
        raise RequestError(message)
    try:
        return _encode(media, content, value)
    except (ValidationError, PydanticSerializationError, RecursionError) as error:
        message = f"the body cannot be written: {write_problem(error)}"
        raise RequestError(message) from None


def _encode(media: str, content: Content, value: object) -> tuple[str, bytes | ItemBody]:
    match content:
        case Json():
            return concrete(media, "application/json"), encode_json(encode(content.type(), value))
        case Form():
            return media, write_form(content.fields, to_value(value)).encode()
        case Multipart():
            return _multipart(list(_parts(value)))
        case Stream():
            items = ItemBody(content, media, value)
            return items.media_type, items
        case Text():
            if isinstance(value, str):
                return concrete(media, "text/plain; charset=utf-8"), value.encode()
        case _:
            if isinstance(value, bytes | bytearray | memoryview):
                return concrete(media, "application/octet-stream"), bytes(value)
            if not isinstance(value, str):
                sent = concrete(media, "application/octet-stream")
                return sent, ItemBody(content, media, value)
    message = f"a {type(value).__name__} cannot be sent as {media!r}"
    raise RequestError(message)


def fill_in(body: Body | None, value: object) -> object:
    """Add an idempotency key to the body, if the caller has left it out."""
    if body is None or body.idempotency is None or body.make_id is None:
        return value
    if not isinstance(value, BaseModel) or getattr(value, body.idempotency, None) is not None:
        return value
    return value.model_copy(update={body.idempotency: body.make_id()})


class _Part:
    """A part of a multipart form (RFC 7578 §4)."""

    def __init__(
        self, name: str, content: bytes, file_name: str | None, media_type: str | None
    ) -> None:
        self.content = content
        disposition = f'form-data; name="{_quoted(name)}"'
        if file_name is not None:
            disposition += f'; filename="{_quoted(file_name)}"'
        lines = [f"Content-Disposition: {disposition}"]
        if media_type is not None:
            clean = "".join(one for one in media_type if one.isprintable())
            lines.append(f"Content-Type: {clean}")
        self.head = "\r\n".join(lines).encode()


def _parts(value: object) -> Iterator[_Part]:
    if not isinstance(value, BaseModel):
        message = "only an object can be sent as a form"
        raise RequestError(message)
    texts: dict[str, Any] = value.model_dump(mode="json", by_alias=True)
    files = {
        wire_name(name, field): getattr(value, name)
        for name, field in type(value).model_fields.items()
    }
    for name, text in texts.items():
        if getattr(value, "__additional__", False) and name not in files:
            # Additional fields have no type that says how they are sent.
            continue
        original = files.get(name)
        items = original if isinstance(original, list) else [original]
        found = [item for item in items if isinstance(item, File)]
        if found:
            yield from (_file(name, item) for item in found)
        else:
            yield from _values(name, text)


def _file(name: str, file: File) -> _Part:
    """Return a file as a part. It gets a name, because receivers recognize a file by having one."""
    return _Part(
        name, file.content, file.name or "file", file.media_type or "application/octet-stream"
    )


def _values(name: str, value: Value) -> Iterator[_Part]:
    """Encode an object as JSON, a list as one part per item, anything else as text."""
    for item in value if isinstance(value, list) else [value]:
        if item is not None:
            media = "application/json" if isinstance(item, list | dict) else None
            yield _Part(name, to_text(item).encode(), None, media)


def _multipart(parts: list[_Part]) -> tuple[str, bytes]:
    # No part contains the boundary, because it cannot be predicted.
    boundary = f"form-{secrets.token_hex(16)}"
    pieces = [
        f"--{boundary}\r\n".encode() + part.head + b"\r\n\r\n" + part.content + b"\r\n"
        for part in parts
    ]
    body = b"".join(pieces) + f"--{boundary}--\r\n".encode()
    return f"multipart/form-data; boundary={boundary}", body


def _quoted(name: str) -> str:
    """Escape a name like browsers (WHATWG HTML §4.10.21.8, "multipart/form-data encoding
    algorithm")."""
    return name.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
