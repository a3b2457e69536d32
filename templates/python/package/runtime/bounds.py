"""Bounds what a wrong value costs: pydantic keeps an error for each wrong item.

A few megabytes of wrong items would take gigabytes of memory, and only the first error is shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from inspect import signature
from typing import Any

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

# Older versions of pydantic cannot stop in the middle of a map.
_STOPPING = {"list"} | (
    {"dict"} if "fail_fast" in signature(core_schema.dict_schema).parameters else set()
)
# Members of validators that contain no validators.
_OTHERS = frozenset({"cls", "default", "function", "members", "metadata", "serialization"})


class StopEarly:
    """Marks a type whose lists and maps end at their first wrong item."""

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Change the validator of the type."""
        return stop_early(handler(source), handler)


def stop_early(schema: CoreSchema, handler: GetCoreSchemaHandler) -> CoreSchema:
    """Change the lists and maps of a validator, except for those in models that it refers to."""
    rest: list[Any] = [schema]
    followed: set[str] = set()
    while rest:
        part = rest.pop()
        if isinstance(part, list | tuple):
            rest.extend(part)
        elif isinstance(part, dict) and "type" in part:
            if part["type"] == "definition-ref" and part["schema_ref"] not in followed:
                followed.add(part["schema_ref"])
                rest.extend(_referred(part, handler))
            elif part["type"] in _STOPPING:
                part["fail_fast"] = True
            rest.extend(_contained(part))
    return schema


def _contained(schema: dict[str, Any]) -> Iterator[Any]:
    """Return the validators in a validator, and other values."""
    for name, value in schema.items():
        if name in {"fields", "choices"} and isinstance(value, dict):
            yield [*value.values()]
        elif name not in _OTHERS:
            yield value


def _referred(reference: Any, handler: GetCoreSchemaHandler) -> list[Any]:
    """Return what a reference refers to, unless it is a model or not built yet."""
    try:
        schema: Any = handler.resolve_ref_schema(reference)
    except LookupError:
        return []
    return [] if schema["type"] == "model" else [schema]
