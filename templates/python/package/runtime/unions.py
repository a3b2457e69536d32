"""Unions of several types."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BaseModel, GetCoreSchemaHandler, ValidationInfo
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from .document import Sendable, to_value
from .model import HIDDEN
from .nesting import Wire, nested


@dataclass(frozen=True)
class Unknown(Sendable):
    """A kind of value that the description does not define (yet)."""

    value: Any
    """The JSON value as received."""

    def to_value(self) -> Any:
        """Return the JSON value as it is sent."""
        return self.value

    @classmethod
    def __get_pydantic_core_schema__(cls, *_: object) -> CoreSchema:
        """Accept any value from the service."""
        return core_schema.with_info_plain_validator_function(cls._read)

    @classmethod
    def _read(cls, value: object, info: ValidationInfo) -> Unknown:
        if isinstance(value, Unknown):
            return value
        if isinstance(info.context, Wire):
            return cls(value)
        message = "should match one of the declared types"
        raise ValueError(message)


@dataclass(frozen=True)
class Case:
    """A type of a union, and the conditions under which a JSON value is decoded as it."""

    type: Callable[[], Any]
    tags: tuple[str, ...] = ()
    """The values of the tag property that select the type."""
    kinds: tuple[str, ...] = ()
    """The JSON kinds that it can have; empty for any."""
    required: tuple[str, ...] = ()
    """Properties that it requires."""
    values: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Properties that can only have these strings."""

    def admits(self, value: object) -> bool:
        """Return whether `value` can be of this type."""
        if isinstance(value, BaseModel):
            return True
        if self.kinds and not any(_is_kind(kind, value) for kind in self.kinds):
            return False
        if not isinstance(value, dict):
            # Conditions on properties apply to objects only; a type may also allow `None`.
            return True
        members: dict[Any, Any] = value
        return all(name in members for name in self.required) and all(
            members[name] in allowed
            for name, allowed in self.values
            if isinstance(members.get(name), str)
        )


# Types that are not strings.
_OTHERS = (bool, int, float, list, tuple, dict, Unknown)


def _is_kind(kind: str, value: object) -> bool:
    is_boolean = isinstance(value, bool)
    match kind:
        case "null":
            return value is None
        case "boolean":
            return is_boolean
        case "integer":
            whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
            return whole and not is_boolean
        case "number":
            return isinstance(value, int | float) and not is_boolean
        case "array":
            return isinstance(value, list | tuple)
        case "object":
            return isinstance(value, dict)
        case _:
            # A value that is sent as a string may have another type in a program.
            return value is not None and not isinstance(value, _OTHERS)


class OneOf:
    """Marks a union, and defines how its types are distinguished.

    With a `tag`, that property selects the type. Otherwise the first type that accepts the value is
    used.
    """

    def __init__(self, *cases: Case, tag: str | None = None) -> None:
        """Create a union of `cases`."""
        self._cases = cases
        self._tag = tag

    def __get_pydantic_core_schema__(self, _: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Decode with the first matching case; other values are kept as they are."""
        return nested(self, Annotated[Any, self], lambda _: self._schema(handler))

    def _schema(self, handler: GetCoreSchemaHandler) -> CoreSchema:
        schemas = [handler.generate_schema(case.type()) for case in self._cases]
        unknown = handler.generate_schema(Unknown)
        written = core_schema.plain_serializer_function_ser_schema(to_value)
        if self._tag is not None:
            choices = {f"{HIDDEN}{index}": schema for index, schema in enumerate(schemas)}
            return core_schema.tagged_union_schema(
                choices={**choices, HIDDEN: unknown},
                discriminator=self._choose,
                serialization=written,
            )
        attempts = list(self._attempts(schemas))
        return core_schema.union_schema(
            [*attempts, unknown], mode="left_to_right", serialization=written
        )

    def _choose(self, value: object) -> str:
        """Return the case for a JSON value, or for a value of one of the types."""
        if isinstance(value, dict):
            tag = value.get(self._tag)
            for index, case in enumerate(self._cases):
                if isinstance(tag, str) and tag in case.tags:
                    return f"{HIDDEN}{index}"
        for index, case in enumerate(self._cases):
            kind = case.type()
            if isinstance(kind, type) and isinstance(value, kind):
                return f"{HIDDEN}{index}"
        return HIDDEN

    def _attempts(self, schemas: list[CoreSchema]) -> Iterator[CoreSchema]:
        for case, schema in zip(self._cases, schemas, strict=True):
            yield core_schema.with_info_before_validator_function(_guard(case), schema)


def _guard(case: Case) -> Any:
    def check(value: object, info: ValidationInfo) -> object:
        if isinstance(info.context, Wire):
            # Without a limit, nested unions would take exponential time.
            info.context.attempts -= 1
            if info.context.attempts < 0:
                raise _no_case()
        if not case.admits(value):
            raise _no_case()
        return value

    return check


def _no_case() -> PydanticCustomError:
    return PydanticCustomError("no_case", "should match one of the declared types")
