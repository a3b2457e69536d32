"""JSON documents and the Python values for them."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from base64 import b64encode
from datetime import date, datetime
from decimal import Decimal
from enum import Enum
from typing import Any, TypeAlias
from uuid import UUID

from pydantic import BaseModel

from .errors import DecodeError, RequestError

Value: TypeAlias = "bool | int | float | str | list[Value] | dict[str, Value] | None"
"""Any JSON value."""


class NumberDecimal(Decimal):
    """A decimal number that was received as a JSON number; others are sent as strings."""

    __slots__ = ()

    def __repr__(self) -> str:
        """Show it like any other decimal number."""
        return f"Decimal('{self}')"


class Sendable(ABC):
    """A value that converts itself to JSON."""

    @abstractmethod
    def to_value(self) -> Any:
        """Return the JSON value."""


def parse_json(content: bytes) -> Value:
    """Parse JSON (RFC 8259)."""
    try:
        value: Value = json.loads(content.decode("utf-8"), parse_constant=_refuse_constant)
        if b"\\ud" in content.lower():
            # Half of a surrogate pair is not a character.
            json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise DecodeError("", "text that is not JSON") from None
    return value


def _refuse_constant(name: str) -> float:
    """Reject `NaN` and `Infinity`, which Python accepts but JSON does not have."""
    raise ValueError(name)


def encode_json(value: Value) -> bytes:
    """Encode compact JSON with only the escapes that it requires."""
    try:
        text = json.dumps(value, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
        return text.encode()
    except (ValueError, RecursionError) as error:
        message = f"the body cannot be written as JSON: {error}"
        raise RequestError(message) from None


def to_value(value: object) -> Value:
    """Convert a value of any type in the models to JSON."""
    match value:
        case None | bool():
            return value
        case Enum():
            return to_value(value.value)
        case str() | int() | float():
            return value
        case BaseModel():
            members: dict[str, Any] = value.model_dump(mode="json", by_alias=True)
            return members
        case datetime():
            return write_date_time(value)
        case NumberDecimal():
            return write_number(value)
        case Decimal():
            return write_decimal(value)
        case date() | UUID():
            return str(value)
        case bytes() | bytearray() | memoryview():
            return b64encode(value).decode()
        case dict():
            return {str(key): to_value(item) for key, item in value.items()}
        case list() | tuple() | set() | frozenset():
            return [to_value(item) for item in value]
        case Sendable():
            return to_value(value.to_value())
        case _:
            message = f"a {type(value).__name__} cannot be sent"
            raise RequestError(message)


def to_text(value: Value, *, is_json: bool = False) -> str:
    """Return the text of a JSON value; null, lists and objects are written as JSON."""
    if isinstance(value, str) and not is_json:
        return value
    return encode_json(value).decode()


def write_date_time(value: datetime) -> str:
    """Format an instant by RFC 3339: as received, or with its own offset."""
    text: str | None = getattr(value, "text", None)
    if text is not None:
        return text
    if value.utcoffset() is None:
        message = "a date-time needs a time zone"
        raise RequestError(message)
    fraction = f".{value.microsecond:06}".rstrip("0").rstrip(".")
    zone = value.strftime("%z")
    offset = "Z" if zone == "+0000" else f"{zone[:3]}:{zone[3:]}"
    return f"{value.year:04}-{value:%m-%dT%H:%M:%S}{fraction}{offset}"


def write_decimal(value: Decimal) -> str:
    """Return a decimal number without an exponent."""
    if not value.is_finite():
        message = f"{value} is not a number that can be sent"
        raise RequestError(message)
    return format(value, "f")


def write_number(value: Decimal) -> int | float:
    """Check that a number survives as binary floating point (RFC 8259 §6)."""
    if not value.is_finite():
        message = f"{value} is not a number that can be sent"
        raise RequestError(message)
    if value == value.to_integral_value():
        return int(value)
    if Decimal(str(float(value))) != value:
        message = f"{value} has more digits than a JSON number can represent"
        raise RequestError(message)
    return float(value)


def escape_pointer(name: str | int) -> str:
    """Escape a name for a JSON Pointer (RFC 6901 §3)."""
    return "/" + str(name).replace("~", "~0").replace("/", "~1")
