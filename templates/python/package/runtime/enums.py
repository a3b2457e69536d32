"""Enumerations that keep values which the description does not define (yet)."""

from __future__ import annotations

from enum import Enum
from typing import Any

from pydantic_core import CoreSchema, core_schema
from typing_extensions import Self

from .model import HIDDEN


class _Open(Enum):
    """The behavior that both kinds share."""

    @property
    def is_known(self) -> bool:
        """Whether the description defines this value."""
        return self._name_ in type(self).__members__

    @classmethod
    def _kept(cls, plain: Any, value: object) -> Any:
        """Create a value that is not listed. It equals other objects with the same value."""
        member = plain.__new__(cls, value)
        member._name_ = f"unknown {value!r}"
        member._value_ = value
        return member

    @classmethod
    def _read(cls, value: object) -> Self:
        return cls(value)

    @classmethod
    def _validator(cls, serialization: core_schema.SerSchema) -> CoreSchema:
        """Return what validates members and their values."""
        return core_schema.no_info_plain_validator_function(cls._read, serialization=serialization)

    @classmethod
    def __get_pydantic_core_schema__(cls, *_: object) -> CoreSchema:
        """Validate members and their values, and serialize them as values."""
        return cls._validator(
            core_schema.plain_serializer_function_ser_schema(
                lambda member: member.value, when_used="json"
            )
        )


class StringEnum(str, _Open):
    """A string enumeration that keeps other values from the service."""

    @classmethod
    def _missing_(cls, value: object) -> Any:
        return cls._kept(str, value) if isinstance(value, str) else None

    def __hash__(self) -> int:
        """Return the hash of the string."""
        return str.__hash__(self)

    def __str__(self) -> str:
        """Return the string."""
        return str.__str__(self)

    @classmethod
    def _validator(cls, serialization: core_schema.SerSchema) -> CoreSchema:
        """Look up listed values without a call of a Python function."""
        listed = core_schema.enum_schema(cls, list(cls), sub_type="str")
        other = super()._validator(serialization)
        return core_schema.union_schema(
            [(listed, HIDDEN), (other, HIDDEN)], mode="left_to_right", serialization=serialization
        )


class IntegerEnum(int, _Open):
    """An integer enumeration that keeps other values from the service."""

    @classmethod
    def _missing_(cls, value: object) -> Any:
        if isinstance(value, float) and value.is_integer():
            return cls(int(value))
        is_whole = isinstance(value, int) and not isinstance(value, bool)
        return cls._kept(int, value) if is_whole else None

    @classmethod
    def _read(cls, value: object) -> Self:
        if isinstance(value, bool):
            message = "should be a number"
            raise ValueError(message)  # noqa: TRY004
        return super()._read(value)

    def __hash__(self) -> int:
        """Return the hash of the number."""
        return int.__hash__(self)

    def __str__(self) -> str:
        """Return the number."""
        return int.__repr__(self)
