"""Events as objects: the name of an event determines what its data is, so that one type has both."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .document import encode_json, parse_json
from .errors import DecodeError, RequestError
from .event import write_event

if TYPE_CHECKING:
    from collections.abc import Container

    from .document import Value
    from .frames import Frame


def event_object(frame: Frame, json_events: Container[str]) -> dict[str, Value]:
    """Return the object of an event; `json_events` are the names of those whose data is JSON."""
    event = frame.event or "message"
    value: dict[str, Value] = {"event": event}
    if event in json_events:
        try:
            value["data"] = parse_json(frame.content)
        except DecodeError:
            raise DecodeError("/data", "text that is not JSON") from None
    else:
        value["data"] = frame.content.decode()
    if frame.id:
        value["id"] = frame.id
    if frame.retry is not None:
        value["retry"] = frame.retry
    return value


def write_event_object(value: Any, json_events: Container[str]) -> bytes:
    """Return the encoded event of an object."""
    if not isinstance(value, dict):
        message = "an item of the body is not an event"
        raise RequestError(message)
    event = value.get("event", "message")
    data = value.get("data", "")
    if event in json_events:
        data = encode_json(data).decode()
    identifier = value.get("id", "")
    if not (isinstance(event, str) and isinstance(data, str) and isinstance(identifier, str)):
        message = "the name, the ID or the data of an event is not text"
        raise RequestError(message)
    return write_event(event, identifier, value.get("retry"), data)
