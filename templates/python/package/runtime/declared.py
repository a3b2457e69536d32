"""The declared responses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .media import find
from .operation import Bytes, Stream

if TYPE_CHECKING:
    from .operation import Answer, AnswerContent, Operation

_SUCCESS = 2


def declared(operation: Operation[Any], status: int) -> Answer | None:
    """Return the declared response: the exact status, else its range, else `default`."""
    for wanted in (str(status), f"{status // 100}XX", "default"):
        if answer := operation.by_status.get(wanted):
            return answer
    return None


def content_of(answer: Answer, content_type: str | None) -> AnswerContent | None:
    """Return the declared content of a response with a media type."""
    media = find(answer.contents, content_type) if answer.contents else None
    return answer.contents[media] if media else None


def is_success(answer: Answer, status: int) -> bool:
    """Return whether the operation returns the content of the response."""
    return answer.is_success and (answer.status != "default" or status // 100 == _SUCCESS)


def find_stream(operation: Operation[Any], status: int, content_type: str | None) -> Stream | None:
    """Return the stream that a response is, or `None` if it is read as a whole."""
    content = _success(operation, status, content_type)
    return content if isinstance(content, Stream) else None


def is_bytes(operation: Operation[Any], status: int, content_type: str | None) -> bool:
    """Return whether a response is successful and its body is bytes."""
    return isinstance(_success(operation, status, content_type), Bytes)


def _success(
    operation: Operation[Any], status: int, content_type: str | None
) -> AnswerContent | None:
    answer = declared(operation, status)
    if answer is None or not is_success(answer, status):
        return None
    return content_of(answer, content_type)
