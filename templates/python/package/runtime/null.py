"""Rejects `null` from the service for properties that may be absent, but not `null`.

Programs may use `None` for them, which means that they are absent.
"""

from __future__ import annotations

from typing import Any

from pydantic import GetCoreSchemaHandler, ValidationInfo
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from .nesting import Wire

_MARK = "nullable"
# Validators that reject `None` themselves.
_STRICT = frozenset({"bool", "dict", "float", "int", "list", "str"})


class NullableMark:
    """Marks an optional field whose `None` is sent as `null`."""

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Accept what the type accepts, and remember that this includes `null`."""
        schema: Any = handler(source)
        schema["metadata"] = {**schema.get("metadata", {}), _MARK: True}
        accepts_null: CoreSchema = schema
        return accepts_null


def refuse_null(schema: CoreSchema) -> CoreSchema:
    """Change the validators of a model's optional fields."""
    model: Any = schema
    while "fields" not in model:
        model = model["schema"]
    for field in model["fields"].values():
        default = field["schema"]
        if default["type"] == "default" and _is_unmarked(default["schema"]):
            default["schema"] = _only_from_programs(default["schema"])
    return schema


def _is_unmarked(schema: Any) -> bool:
    return schema["type"] == "nullable" and _MARK not in schema.get("metadata", {})


def _only_from_programs(nullable: Any) -> CoreSchema:
    """Accept `None` from programs only.

    JSON only comes from the service, so most of its validators need no call of a Python function.
    Objects are written by the strict validator, which is used for nothing else.
    """
    inner = nullable["schema"]
    return core_schema.json_or_python_schema(
        json_schema=core_schema.lax_or_strict_schema(
            lax_schema=inner if _is_strict(inner) else _checked(inner),
            strict_schema=nullable,
        ),
        python_schema=_checked(nullable),
    )


def _is_strict(schema: Any) -> bool:
    while schema["type"] == "function-before":
        schema = schema["schema"]
    return schema["type"] in _STRICT


def _checked(schema: CoreSchema) -> CoreSchema:
    return core_schema.with_info_before_validator_function(_check, schema)


def _check(value: object, info: ValidationInfo) -> object:
    if value is None and isinstance(info.context, Wire):
        reason = "null"
        raise PydanticCustomError(reason, "should not be null")
    return value
