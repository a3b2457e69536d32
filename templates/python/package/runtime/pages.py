"""Iteration over the pages of a list."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import httpx

from .errors import PageLoopError, RequestError
from .observer import link
from .style import write_parameter

if TYPE_CHECKING:
    from .operation import Operation, Pages
    from .raw import RawResponse

T = TypeVar("T")
Item = TypeVar("Item")

_COUNTED = {"offset", "page", "last-item"}


@dataclass(frozen=True)
class Exchanged(Generic[T]):
    """The result of a call: its value, the response, and where it was sent."""

    value: T
    raw: RawResponse
    url: str


class Walk(Generic[T, Item]):
    """An iteration over the pages of a list."""

    def __init__(
        self, operation: Operation[T], pages: Pages[T, Item], arguments: Mapping[str, object]
    ) -> None:
        """Start at the page that the caller requests."""
        self.arguments = dict(arguments)
        """The arguments for the next page."""
        self.address: str | None = None
        """The address of the next page, if a response has supplied it."""
        self._operation = operation
        self._pages = pages
        self._sent: set[str] = set()
        # A server that ignores the counting parameter would return the same page again and again.
        self._last: bytes | None = None
        start = None if pages.parameter is None else self.arguments[pages.parameter]
        self._position = start if isinstance(start, int) else pages.first
        self._had = self._position - pages.first if pages.by == "offset" else 0
        if start is not None:
            self._sent.add(self._text(start))

    def take(self, exchanged: Exchanged[T]) -> list[Item]:
        """Return the items of a page."""
        items = self._pages.items(exchanged.value)
        raw = exchanged.raw
        if self._pages.by in _COUNTED and items and self._last == raw.content:
            raise self._loop(self._current())
        self._last = raw.content
        self._had += len(items)
        if self._pages.parameter is None:
            self._sent.add(exchanged.url)
        return items

    def turn(self, exchanged: Exchanged[T], count: int) -> bool:
        """Advance to the page after one with `count` items, if there is one."""
        pages = self._pages
        if pages.by == "link":
            return self._go_to(link(exchanged.raw, "next"), exchanged.url)
        body = json.loads(exchanged.raw.content)
        if _at(body, pages.more) is False:
            return False
        if pages.by in _COUNTED and (not count or self._is_all(body)):
            return False
        match pages.by:
            case "offset":
                self._position += count
                return self._ask(self._position)
            case "page":
                self._position += 1
                return self._ask(self._position)
            case "last-item":
                items = _at(body, pages.listed) if pages.listed else body
                return self._ask(_at(items[-1], pages.next))
            case "url":
                return self._go_to(_at(body, pages.next), exchanged.url)
            case _:
                return self._ask(_at(body, pages.next))

    def _is_all(self, body: object) -> bool:
        total = _at(body, self._pages.total)
        return isinstance(total, int) and self._had >= total

    def _ask(self, value: object) -> bool:
        if self._pages.parameter is None or _is_end(value):
            return False
        text = self._text(value)
        self._remember(text, text)
        self.arguments[self._pages.parameter] = value
        return True

    def _go_to(self, target: object, base: str) -> bool:
        """Check that an address has the origin of the list, so that credentials do not leak."""
        if not isinstance(target, str) or not target:
            return False
        origin = httpx.URL(base)
        try:
            url = origin.join(target).copy_with(fragment=None)
        except httpx.InvalidURL:
            url = httpx.URL()
        one, other = ((each.scheme, each.host, each.port) for each in (origin, url))
        if one != other or url.userinfo:
            message = "the address of the next page is on another origin"
            error = RequestError(message)
            error.locate(self._operation.id)
            raise error
        self._remember(str(url), url.path)
        self.address = str(url)
        return True

    def _remember(self, text: str, shown: str) -> None:
        if text in self._sent:
            raise self._loop(shown)
        self._sent.add(text)

    def _loop(self, shown: str) -> PageLoopError:
        error = PageLoopError(shown)
        error.locate(self._operation.id)
        return error

    def _text(self, value: object) -> str:
        """Return the value that selects a page, as it is sent."""
        for parameter in self._operation.parameters:
            if parameter.key(self.arguments) == self._pages.parameter:
                return write_parameter(parameter, value)
        return ""

    def _current(self) -> str:
        if self._pages.parameter is None:
            return ""
        value = self.arguments[self._pages.parameter]
        return "" if value is None else self._text(value)


def _is_end(value: object) -> bool:
    return value is None or value == "" or isinstance(value, bool)


def _at(value: Any, way: Sequence[str]) -> Any:
    """Return the value at a path of names; an empty path leads to nothing."""
    if not way:
        return None
    for name in way:
        value = value.get(name) if isinstance(value, dict) else None
    return value
