"""Decodes responses into typed values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .declared import content_of, declared, is_success
from .errors import ApiError, DecodeError, UndeclaredError, UnreadableError
from .model import decode, unknown_members
from .operation import Json, Text

if TYPE_CHECKING:
    from .core import Core
    from .message import MessageWriter
    from .operation import AnswerContent, Operation
    from .raw import RawResponse


def read(core: Core, operation: Operation[Any], raw: RawResponse, writer: MessageWriter) -> Any:
    """Return the value of a response, or raise its error."""
    answer = declared(operation, raw.status)
    content = content_of(answer, raw.header("content-type")) if answer else None
    if not answer or (answer.contents and not content):
        raise UndeclaredError(writer.write(raw, declared=False), raw)
    body = _body(core, operation, content, raw) if content else None
    if is_success(answer, raw.status):
        return body
    raise core.api.errors.get(answer.status, ApiError)(raw, body, writer.write(raw))


def _body(core: Core, operation: Operation[Any], content: AnswerContent, raw: RawResponse) -> Any:
    try:
        match content:
            case Json():
                value = decode(content.type(), raw.content)
                # Without an observer, searching for unknown properties would be useless.
                if core.observes_fields and (unknown := unknown_members(value)):
                    core.observer.unknown_fields(operation.id, unknown)
                return value
            case Text():
                return _text(raw.content)
            case _:
                return raw.content
    except DecodeError as error:
        raise UnreadableError(raw, error) from None


def _text(content: bytes) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        raise DecodeError("", "bytes that are not UTF-8") from None
