"""Events of a stream (WHATWG HTML §9.2)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Generic, TypeVar

Data = TypeVar("Data")

_LINE = re.compile(r"\r\n|\r|\n")
_END = re.compile(r"[\r\n\0]")


@dataclass(frozen=True)
class ServerSentEvent(Generic[Data]):
    """An event of a stream (WHATWG HTML §9.2)."""

    event: str
    """The type; `message` unless the event has one."""
    data: Data
    """The data of the event."""
    id: str = ""
    """The last event ID: that of this event, or of the last one that had one."""
    retry: int | None = None
    """The reconnection time that the event sets, in milliseconds."""


def write_event(event: str, identifier: str, retry: int | None, data: str) -> bytes:
    """Return the encoded event, without text after a line break in its type or ID."""
    fields: list[str] = []
    if event != "message":
        fields.append(f"event: {_END.split(event)[0]}")
    if identifier:
        fields.append(f"id: {_END.split(identifier)[0]}")
    if retry is not None:
        fields.append(f"retry: {retry}")
    fields.extend(f"data: {line}" for line in _LINE.split(data))
    return "".join(f"{field}\n" for field in [*fields, ""]).encode()
