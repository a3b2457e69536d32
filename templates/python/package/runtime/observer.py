"""Events of a client other than responses."""

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
    """A request that is about to be sent again."""

    operation: str
    """The operationId, or `the token endpoint`."""
    attempt: int
    """How often the request was sent so far."""
    status: int | None
    """The status of the last response; `None` if no response came."""
    wait: float
    """How many seconds are waited before."""


@dataclass(frozen=True)
class Deprecated:
    """What a response says about the end of its operation's life."""

    operation: str
    """The operationId."""
    deprecation: str | None
    """`Deprecation` (RFC 9745): since when it is deprecated, or from when on it will be."""
    sunset: str | None
    """`Sunset` (RFC 8594): when it will stop responding."""
    deprecation_link: str | None
    """`Link` with the relation `deprecation`: about the deprecation."""
    sunset_link: str | None
    """`Link` with the relation `sunset`: about the end."""

    @property
    def deprecated_at(self) -> datetime | None:
        """`deprecation` as a time, if it is written as `@` and seconds."""
        match = re.fullmatch(r"@(-?[0-9]{1,15})", (self.deprecation or "").strip())
        try:
            return match and datetime.fromtimestamp(int(match[1]), timezone.utc)
        except (ValueError, OverflowError, OSError):
            return None

    @property
    def sunset_at(self) -> datetime | None:
        """`sunset` as a time, if it is an IMF-fixdate."""
        return http_date(self.sunset or "")


class Observer:
    """Told of what a client notices besides responses.

    Every method does nothing unless overridden; all are called while a response is waited for,
    so none should take long.
    """

    def deprecated(self, notice: Deprecated) -> None:
        """Hear that an operation is deprecated or will stop responding."""

    def unknown_fields(self, operation: str, pointers: Sequence[str]) -> None:
        """Hear of members that the description does not define, by JSON Pointers (RFC 6901)."""

    def retried(self, retry: Retried) -> None:
        """Hear that a request is about to be sent again."""


def find_notice(operation: str, raw: RawResponse) -> Deprecated | None:
    """What a response announces; `None` if that is nothing."""
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
    """The target of the first `Link` with this relation (RFC 8288 §3)."""
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
    """A comma ends a link's parameters, unless it is quoted."""
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
