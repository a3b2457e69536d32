"""Types of single values, which are decoded strictly: `"5"` is not accepted for 5."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from typing import Annotated, TypeAlias
from uuid import UUID

from pydantic import BeforeValidator, Field, PlainSerializer, PlainValidator, Strict

from .document import NumberDecimal, write_date_time, write_decimal, write_number

# Integers below this are exact as floating point.
_EXACT = 2**53
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_DATE_TIME = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2})[Tt]([0-9]{2}:[0-9]{2}):([0-9]{2})(?:\.([0-9]+))?"
    r"(?:[Zz]|([+-])([01][0-9]|2[0-3]):([0-5][0-9]))"
)
# The form in which instants in UTC are written, with the fractions that every Python can parse.
_USUAL_DATE_TIME = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-5][0-9](?:\.(?:[0-9]{2}|[0-9]{5})[1-9])?Z"
)
_UUID = re.compile(r"[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")
_DECIMAL = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?")
_LONGEST_DECIMAL = 1000
_LEAP_SECOND = "60"


class _KeptDateTime(datetime):
    """An instant that keeps its original text, because Python would format it differently."""

    text: str


def _whole(value: object) -> object:
    """Accept `1.0`, which is the same JSON number as `1`."""
    if isinstance(value, float) and value.is_integer() and abs(value) < _EXACT:
        return int(value)
    return value


def _date(value: object) -> date:
    if isinstance(value, date) and not isinstance(value, datetime):
        return value
    if isinstance(value, str) and _DATE.fullmatch(value):
        return date.fromisoformat(value)
    message = "should be an RFC 3339 full-date"
    raise ValueError(message)


def _date_time(value: object) -> datetime:
    if isinstance(value, datetime) and value.utcoffset() is not None:
        return value
    if isinstance(value, str) and _USUAL_DATE_TIME.fullmatch(value):
        return datetime.fromisoformat(f"{value[:-1]}+00:00")
    match = _DATE_TIME.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        message = "should be an RFC 3339 date-time with a time zone"
        raise ValueError(message)
    day, minute, second, fraction, sign, hours, minutes = match.groups()
    # A leap second equals the second before it.
    second = "59" if second == _LEAP_SECOND else second
    zone = timezone.utc
    if sign:
        offset = timedelta(hours=int(hours), minutes=int(minutes))
        zone = timezone(-offset if sign == "-" else offset)
    micro = int(f"{fraction or '':0<6.6}")
    instant = datetime.fromisoformat(f"{day}T{minute}:{second}").replace(
        microsecond=micro, tzinfo=zone
    )
    if write_date_time(instant) == value:
        return instant
    kept = _KeptDateTime.combine(instant.date(), instant.timetz())
    kept.text = match[0]
    return kept


def _uuid(value: object) -> UUID:
    if isinstance(value, UUID):
        return value
    if isinstance(value, str) and _UUID.fullmatch(value):
        return UUID(value)
    message = "should be a UUID"
    raise ValueError(message)


def _decimal(value: object) -> Decimal:
    if isinstance(value, Decimal):
        return value
    if isinstance(value, str) and len(value) <= _LONGEST_DECIMAL and _DECIMAL.fullmatch(value):
        number = Decimal(value)
        # A number must be written again as it was received.
        if number or not value.startswith("-"):
            return number
    message = "should be a decimal number, as a string"
    raise ValueError(message)


def _decimal_number(value: object) -> Decimal:
    if isinstance(value, Decimal):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return NumberDecimal(str(value))
    message = "should be a number"
    raise ValueError(message)


def _base64(value: object) -> bytes:
    if isinstance(value, bytes):
        return value
    if isinstance(value, str):
        return b64decode(value, validate=True)
    message = "should be bytes in base 64"
    raise ValueError(message)


def _write_base64(value: bytes) -> str:
    return b64encode(value).decode()


Boolean: TypeAlias = Annotated[bool, Strict()]
"""`true` or `false`."""
Int32: TypeAlias = Annotated[
    int, Field(strict=True, ge=-(2**31), lt=2**31), BeforeValidator(_whole)
]
"""A whole number of 32 bits."""
Int64: TypeAlias = Annotated[
    int, Field(strict=True, ge=-(2**63), lt=2**63), BeforeValidator(_whole)
]
"""A whole number of 64 bits."""
UInt64: TypeAlias = Annotated[int, Field(strict=True, ge=0, lt=2**64), BeforeValidator(_whole)]
"""A whole number of 64 bits that is never negative."""
Float: TypeAlias = Annotated[float, Field(strict=True, allow_inf_nan=False)]
"""A number."""
Date: TypeAlias = Annotated[date, PlainValidator(_date), PlainSerializer(str, when_used="json")]
"""A date (RFC 3339 `full-date`)."""
DateTime: TypeAlias = Annotated[
    datetime,
    PlainValidator(_date_time),
    PlainSerializer(write_date_time, when_used="json"),
]
"""An instant (RFC 3339), with a time zone."""
Uuid: TypeAlias = Annotated[UUID, PlainValidator(_uuid), PlainSerializer(str, when_used="json")]
"""A UUID (RFC 9562)."""
DecimalString: TypeAlias = Annotated[
    Decimal,
    PlainValidator(_decimal),
    PlainSerializer(write_decimal, when_used="json"),
]
"""A decimal number that is a JSON string."""
DecimalNumber: TypeAlias = Annotated[
    Decimal,
    PlainValidator(_decimal_number),
    PlainSerializer(write_number, when_used="json"),
]
"""A decimal number that is a JSON number."""
Base64: TypeAlias = Annotated[
    bytes, PlainValidator(_base64), PlainSerializer(_write_base64, when_used="json")
]
"""Bytes in base 64 (RFC 4648 §4)."""
