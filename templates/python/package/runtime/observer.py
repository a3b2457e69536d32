"""Events that a client reports in addition to responses."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import TYPE_CHECKING

from .retry import http_date

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .raw import RawResponse


@dataclass(frozen=True)
class Retried:
    """A request that is about to be retried."""

    operation: str
    """The operationId, or `the token endpoint`."""
    attempt: int
    """The number of attempts so far."""
    status: int | None
    """The status of the last response; `None` if no response came."""
    wait: float
    """The delay before the next attempt, in seconds."""


@dataclass(frozen=True)
class Deprecated:
    """The deprecation of an operation, as announced by a response."""

    operation: str
    """The operationId."""
    deprecation: str | None
    """`Deprecation` (RFC 9745): the date since which, or from which, it is deprecated."""
    sunset: str | None
    """`Sunset` (RFC 8594): the date after which it will stop responding."""
    deprecation_link: str | None
    """`Link` with the relation `deprecation`: information about the deprecation."""
    sunset_link: str | None
    """`Link` with the relation `sunset`: information about the removal."""

    @property
    def deprecated_at(self) -> datetime | None:
        """Return `deprecation` as a time, if it has the form `@` and seconds."""
        match = re.fullmatch(r"@(-?[0-9]{1,15})", (self.deprecation or "").strip())
        try:
            return match and datetime.fromtimestamp(int(match[1]), timezone.utc)
        except (ValueError, OverflowError, OSError):
            return None

    @property
    def sunset_at(self) -> datetime | None:
        """Return `sunset` as a time, if it is an IMF-fixdate."""
        return http_date(self.sunset or "")


_NOTICES = frozenset({b"deprecation", b"sunset", b"link"})


class Observer:
    """An observer of events other than responses.

    Every method does nothing by default. The methods are called while a response is awaited, so
    they should return quickly.
    """

    def deprecated(self, notice: Deprecated) -> None:
        """Called if an operation is deprecated or will be removed."""

    def unknown_fields(self, operation: str, pointers: Sequence[str]) -> None:
        """Called if a response has unknown properties; `pointers` are JSON Pointers (RFC 6901)."""

    def retried(self, retry: Retried) -> None:
        """Called before a request is retried."""


def find_notice(operation: str, raw: RawResponse) -> Deprecated | None:
    """Return the deprecation that a response announces, if any."""
    if not any(name.lower() in _NOTICES for name, _ in raw.headers.raw):
        return None
    notice = Deprecated(
        operation=operation,
        deprecation=raw.header("deprecation"),
        sunset=raw.header("sunset"),
        deprecation_link=link(raw, "deprecation"),
        sunset_link=link(raw, "sunset"),
    )
    parts = (notice.deprecation, notice.sunset, notice.deprecation_link, notice.sunset_link)
    return None if all(part is None for part in parts) else notice


def link(raw: RawResponse, relation: str) -> str | None:
    """Return the target of the first `Link` with this relation (RFC 8288 §3)."""
    for field in raw.headers.get_list("link"):
        rest = field
        while "<" in rest and ">" in (behind := rest.split("<", 1)[1]):
            target, rest = behind.split(">", 1)
            end = _end_of_parameters(rest)
            if any(_has_relation(one, relation) for one in rest[:end].split(";")):
                return target
            rest = rest[end:]
    return None


def _end_of_parameters(text: str) -> int:
    """Return the position of the comma that ends a link's parameters; a quoted one does not."""
    quoted = False
    for index, character in enumerate(text):
        quoted ^= character == '"'
        if character == "," and not quoted:
            return index
    return len(text)


def _has_relation(parameter: str, relation: str) -> bool:
    name, _, value = parameter.partition("=")
    relations = value.strip().strip('"').lower().split()
    return name.strip().lower() == "rel" and relation in relations
