"""Builds the message of an error from a response."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from .document import parse_json
from .errors import DecodeError
from .quoting import LONGEST_PART, clean, cut

if TYPE_CHECKING:
    from httpx import Headers

    from .raw import RawResponse

_LARGEST_BODY = 64 << 10
"""The size above which a body is not searched for a message, in bytes."""
_LONGEST_NAME = 100
_LONGEST_TEXT = 1000
_MOST_ERRORS = 5
_SHORTEST_SECRET = 4
_FIRST_ERROR = 400
_IDS = ("x-request-id", "request-id", "x-correlation-id")


class ErrorList(NamedTuple):
    """A list of errors, with the location and text of each, as JSON Pointers (RFC 6901)."""

    list: str
    place: str
    """The location within an item; empty if items have none."""
    text: str
    """The text within an item; empty if the item is the text."""


@dataclass(frozen=True)
class Messages:
    """Where error bodies have their message, as JSON Pointers (RFC 6901)."""

    named: tuple[str, ...] = ()
    """The properties that schemas mark as the message. If one is found, others are ignored."""
    texts: tuple[str, ...] = ()
    """The texts that make up the message, in this order."""
    lists: tuple[ErrorList, ...] = ()


@dataclass(frozen=True)
class MessageWriter:
    """Builds the messages for one call."""

    operation: str
    messages: Messages
    secrets: Sequence[str]
    """The secrets that no message may show."""

    def write(self, raw: RawResponse, *, declared: bool = True) -> str:
        """Return the message for an error response."""
        text = f"{self.operation}: the service answered with status {raw.status}"
        if not declared:
            media = self._show(raw.header("content-type"), _LONGEST_NAME)
            text += f" ({media})" if media else ""
            text += ", which the description does not declare"
        if shown := self._body_text(raw):
            text += f": {shown}"
        return text + _request(self._show(raw.header(name), _LONGEST_NAME) for name in _IDS)

    def _body_text(self, raw: RawResponse) -> str:
        if raw.status < _FIRST_ERROR or len(raw.content) > _LARGEST_BODY:
            return ""
        try:
            body = parse_json(raw.content)
        except DecodeError:
            return ""
        messages = self.messages
        texts = self._texts(messages.named, body) or self._texts(messages.texts, body)
        text = ": ".join(texts)
        errors = _distinct(error for one in messages.lists for error in self._errors(one, body))
        shown = errors[:_MOST_ERRORS]
        if len(errors) > _MOST_ERRORS:
            shown.append(f"and {len(errors) - _MOST_ERRORS} more")
        places = "; ".join(shown)
        return cut(f"{text} [{places}]" if text and places else text + places, _LONGEST_TEXT)

    def _texts(self, pointers: Iterable[str], body: object) -> list[str]:
        return _distinct(self._show(_member(body, pointer), LONGEST_PART) for pointer in pointers)

    def _errors(self, errors: ErrorList, body: object) -> Iterator[str]:
        items = _member(body, errors.list)
        for item in items if isinstance(items, list) else []:
            text = self._show(_member(item, errors.text), LONGEST_PART)
            where = _place(_member(item, errors.place)) if errors.place else None
            place = self._show(where, _LONGEST_NAME)
            if text:
                yield f"{place}: {text}" if place else text

    def _show(self, value: object, longest: int) -> str:
        """Return a text shortened and without secrets; empty if the value is not a string."""
        if not isinstance(value, str):
            return ""
        text = clean(value)
        for secret in sorted(self.secrets, key=len, reverse=True):
            if len(secret) >= _SHORTEST_SECRET:
                text = text.replace(secret, "[redacted]")
        return cut(text, longest)


def request_id(headers: Headers) -> str:
    """Return the request ID of a response in parentheses; empty if it has none."""
    return _request(cut(clean(headers.get(name, "")), _LONGEST_NAME) for name in _IDS)


def _request(ids: Iterable[str]) -> str:
    request = next(filter(None, ids), None)
    return f" (request {request})" if request else ""


def _distinct(texts: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(filter(None, texts)))


def _place(place: object) -> str | None:
    """Return a location, which is a text or a list of names and indices."""
    if not isinstance(place, list):
        return place if isinstance(place, str) else None
    steps: list[Any] = place
    is_index = [type(step) is int and step >= 0 for step in steps]
    if all(known or isinstance(step, str) for known, step in zip(is_index, steps, strict=True)):
        return ".".join(map(str, steps))
    return None


def _member(value: object, pointer: str) -> object:
    """Follow a JSON Pointer through objects only."""
    for name in pointer.split("/")[1:]:
        plain = name.replace("~1", "/").replace("~0", "~")
        value = value.get(plain) if isinstance(value, dict) else None
    return value
