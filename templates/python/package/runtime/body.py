"""Encodes request bodies."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from pydantic import BaseModel, ValidationError
from pydantic_core import PydanticSerializationError

from .document import encode_json, to_value
from .errors import RequestError
from .items import ItemBody
from .media import concrete
from .model import convert, encode, write_problem
from .operation import Form, Json, Multipart, Stream, Text
from .parts import write_multipart
from .style import write_form

if TYPE_CHECKING:
    from .operation import Body, Content
    from .streamed import StreamedBody


def encode_body(
    body: Body, value: object, media_type: str | None
) -> tuple[str, bytes | StreamedBody]:
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


def _encode(media: str, content: Content, value: object) -> tuple[str, bytes | StreamedBody]:
    match content:
        case Json():
            return concrete(media, "application/json"), encode_json(encode(content.type(), value))
        case Form():
            return media, write_form(content.fields, to_value(value)).encode()
        case Multipart():
            return write_multipart(_as_model(content, value))
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


def fill_in(body: Body | None, value: object, key: str | None = None) -> object:
    """Add an idempotency key to the body, if the caller has left it out: `key`, or a new one."""
    if body is None or body.idempotency is None or body.make_id is None:
        return _without(key, value, "the operation has no idempotency key")
    declared = (content for content in body.contents.values() if isinstance(content, Json))
    if (content := next(declared, None)) is not None:
        value = _as_model(content, value)
    if not isinstance(value, BaseModel):
        return _without(key, value, "there is no body for the idempotency key")
    if getattr(value, body.idempotency, None) is not None:
        return _without(key, value, "the body already has an idempotency key")
    made = body.make_id()
    if key is not None:
        made = _uuid(key) if isinstance(made, UUID) else key
    return value.model_copy(update={body.idempotency: made})


def _as_model(content: Json | Multipart, value: object) -> object:
    """Return the model of a dictionary, and any other value as it is."""
    if not isinstance(value, dict):
        return value
    try:
        return convert(content.type(), value)
    except (ValidationError, RecursionError) as error:
        message = f"the body cannot be written: {write_problem(error)}"
        raise RequestError(message) from None


def _without(key: str | None, value: object, problem: str) -> object:
    """Return a body that has no place for a key."""
    if key is not None:
        raise RequestError(problem)
    return value


def _uuid(key: str) -> UUID:
    try:
        return UUID(key)
    except ValueError:
        message = "the idempotency key is not a UUID"
        raise RequestError(message) from None
