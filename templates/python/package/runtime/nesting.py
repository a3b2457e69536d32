"""Builds validators level by level, so that long chains of references need no deep stack."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from weakref import WeakKeyDictionary

from pydantic import TypeAdapter, ValidationInfo
from pydantic_core import CoreSchema, core_schema

# How many types a validator contains within each other. Python's stack has room for 1,000 calls, of
# which pydantic needs up to 20 for each type.
_MOST_LEVELS = 16


@dataclass
class Wire:
    """The validation context of a value from the service, which limits the cost of decoding it."""

    attempts: int = 100_000
    """How many more attempts to decode a union member are allowed."""


class _Later:
    """A type whose validator is built when the first value arrives."""

    def __init__(self, kind: Any) -> None:
        """Build nothing yet."""
        self._kind = kind

    @cached_property
    def _adapter(self) -> TypeAdapter[Any]:
        return TypeAdapter(self._kind)

    def validate(self, value: object, info: ValidationInfo) -> Any:
        """Decode a value as the type itself would, in the context of the outer value."""
        if isinstance(info.context, Wire):
            return self._adapter.validate_python(
                value, by_alias=True, by_name=False, context=info.context
            )
        return self._adapter.validate_python(value, context=info.context)


class _Open(threading.local):
    """The types whose validators are being built, each within the one before it."""

    def __init__(self) -> None:
        """Start outside of every type."""
        self.levels: list[int] = []
        """For each type, how many levels have been found in it."""


_open = _Open()
_levels: WeakKeyDictionary[Any, int] = WeakKeyDictionary()
_later: WeakKeyDictionary[Any, _Later] = WeakKeyDictionary()


def nested(key: Any, kind: Any, build: Callable[[Any], CoreSchema]) -> CoreSchema:
    """Return what `build` makes of the type `kind`, or a schema that builds it on first use.

    `key` is the model or the union, for which the number of levels is remembered: pydantic builds a
    model once, and then uses it in all others.
    """
    known = _levels.get(key, 1)
    if _open.levels and len(_open.levels) + known > _MOST_LEVELS:
        later = _later.setdefault(key, _Later(kind))
        return core_schema.with_info_plain_validator_function(later.validate)
    _open.levels.append(0)
    try:
        schema = build(kind)
    finally:
        levels = max(known, _open.levels.pop() + 1)
        _levels[key] = levels
        if _open.levels:
            _open.levels[-1] = max(_open.levels[-1], levels)
    return schema
