"""From an answer to typed values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .errors import ApiError, DecodeError, UndeclaredError, UnreadableError
from .media import find
from .model import decode, unknown_members
from .operation import Json, Text

if TYPE_CHECKING:
    from .core import Core
    from .message import Teller
    from .operation import Answer, Content, Operation
    from .raw import RawResponse

_SUCCESS = 2


def read(core: Core, operation: Operation[Any], raw: RawResponse, teller: Teller) -> Any:
    """What the operation gives back; its errors are raised."""
    answer = _declared(operation, raw.status)
    content = _content(answer, raw) if answer else None
    if not answer or (answer.contents and not content):
        raise UndeclaredError(teller.tell(raw, declared=False), raw)
    body = _body(core, operation, content, raw) if content else None
    if answer.is_success and (answer.status != "default" or raw.status // 100 == _SUCCESS):
        return body
    raise core.api.errors.get(answer.status, ApiError)(raw, body, teller.tell(raw))


def _declared(operation: Operation[Any], status: int) -> Answer | None:
    """The exact status comes before its range, and that before `default`."""
    by_status = {answer.status: answer for answer in operation.answers}
    for wanted in (str(status), f"{status // 100}XX", "default"):
        if wanted in by_status:
            return by_status[wanted]
    return None


def _content(answer: Answer, raw: RawResponse) -> Content | None:
    media = find(answer.contents, raw.header("content-type")) if answer.contents else None
    return answer.contents[media] if media else None


def _body(core: Core, operation: Operation[Any], content: Content, raw: RawResponse) -> Any:
    try:
        match content:
            case Json():
                value = decode(content.type(), raw.content)
                # Without an observer, the second walk would be in vain.
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
