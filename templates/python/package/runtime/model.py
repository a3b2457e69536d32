"""The base class of objects, which keeps unknown properties and distinguishes absent from null."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from typing import Annotated, Any, ClassVar, NamedTuple, TypeAlias, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    GetCoreSchemaHandler,
    SerializationInfo,
    SerializerFunctionWrapHandler,
    TypeAdapter,
    ValidationError,
    model_serializer,
)
from pydantic.fields import FieldInfo
from pydantic_core import CoreSchema, PydanticSerializationError
from typing_extensions import Self

from .bounds import StopEarly, stop_early
from .document import Value, encode_json, escape_pointer, parse_json
from .errors import DecodeError, RequestError
from .nesting import Wire, nested
from .null import NullableMark, refuse_null

T = TypeVar("T")

# The maximum number of recorded pointers to unknown properties of a document.
_MOST_UNKNOWN = 10_000
# The prefix of location items that are not names: which member of a union was decoded.
HIDDEN = "\0"


Nullable: TypeAlias = Annotated[T | None, NullableMark()]
"""A field that may be absent or `null`, which `model_fields_set` distinguishes.

In all other fields with the default `None`, it means that the field is absent."""


class _Absent(NamedTuple):
    """An optional field."""

    name: str
    wire: str
    nullable: bool


def _camel(name: str) -> str:
    """Convert a name: `org_id` becomes `orgId`."""
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


class Model(BaseModel):
    """An object. Properties that the description does not define are kept in `model_extra`."""

    model_config = ConfigDict(
        extra="allow",
        defer_build=True,
        alias_generator=_camel,
        validate_by_name=True,
        validate_by_alias=True,
        serialize_by_alias=True,
        protected_namespaces=(),
    )

    __additional__: ClassVar[bool] = False
    """Whether the description allows properties with any name."""

    @classmethod
    def __get_pydantic_core_schema__(cls, _: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Build the validator, which leaves types that are many references away for later."""
        return nested(cls, cls, lambda kind: _refined(handler(kind), handler))

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """Decode a text as if it came from the service.

        Raises `DecodeError` if the text does not have the shape that the description declares.
        """
        value: Self = decode(cls, text if isinstance(text, bytes) else text.encode())
        return value

    def to_json(self) -> str:
        """Encode the object as it would be sent to the service.

        Raises `RequestError` if a value is not of the type of its field, or nests too deeply.
        """
        try:
            value = self.model_dump(mode="json")
        except (PydanticSerializationError, RecursionError) as error:
            message = f"the object cannot be written as JSON: {write_problem(error)}"
            raise RequestError(message) from None
        return encode_json(value).decode()

    @model_serializer(mode="wrap")
    def _leave_out(
        self, write: SerializerFunctionWrapHandler, info: SerializationInfo
    ) -> dict[str, Any]:
        """Leave out optional fields that were not set."""
        members: dict[str, Any] = write(self)
        for field in _optional(type(self)):
            unset = field.name not in self.model_fields_set
            if unset or (not field.nullable and getattr(self, field.name) is None):
                members.pop(field.name if info.by_alias is False else field.wire, None)
        return members


def _refined(schema: CoreSchema, handler: GetCoreSchemaHandler) -> CoreSchema:
    model = handler.resolve_ref_schema(schema)
    stop_early(refuse_null(model), handler)
    return schema


def wire_name(name: str, field: FieldInfo) -> str:
    """Return the JSON name of a field, which may be empty."""
    alias = field.serialization_alias
    return name if alias is None else alias


@cache
def _optional(model: type[BaseModel]) -> tuple[_Absent, ...]:
    return tuple(
        _Absent(
            name,
            wire_name(name, field),
            any(isinstance(mark, NullableMark) for mark in field.metadata),
        )
        for name, field in model.model_fields.items()
        if not field.is_required()
    )


def decode(kind: Any, content: bytes) -> Any:
    """Decode a value of some type from text of the service."""
    # Python's parser is slower, but it limits less, and its errors say more. It decides whenever
    # pydantic refuses a text, and also for the names of numbers that pydantic accepts.
    if b"NaN" not in content and b"Infinity" not in content and _is_small(content):
        with suppress(ValidationError, RecursionError):
            adapter: TypeAdapter[Any] = _adapter(kind)
            return adapter.validate_json(content, by_alias=True, by_name=False, context=Wire())
    return decode_value(kind, parse_json(content))


_MOST_CONTAINERS = 100_000
"""Pydantic takes up to half a kilobyte for each list and object, even an empty one."""


def _is_small(content: bytes) -> bool:
    return content.count(b"[") + content.count(b"{") <= _MOST_CONTAINERS


def decode_value(kind: Any, value: Value) -> Any:
    """Decode a value of some type from a JSON value of the service."""
    try:
        adapter: TypeAdapter[Any] = _adapter(kind)
        return adapter.validate_python(value, by_alias=True, by_name=False, context=Wire())
    except ValidationError as error:
        raise _decode_error(error) from None
    except RecursionError:
        raise DecodeError("", "text, or a declared type, that nests too deeply") from None


@cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(Annotated[kind, StopEarly()])


def convert(kind: Any, value: object) -> object:
    """Return a value of some type for what a caller gives in its place."""
    return _adapter(kind).validate_python(value)


def encode(kind: Any, value: object) -> Value:
    """Return the JSON value that is sent for a value of some type."""
    checked = convert(kind, value)
    written: Value = _adapter(kind).dump_python(checked, mode="json", warnings="error")
    return written


def write_problem(error: Exception) -> str:
    """Return why a value cannot be written, without the value, which may be a secret."""
    text = "" if isinstance(error, ValidationError) else str(error)
    deep = "depth exceeded" in text or "Circular reference" in text
    if deep or isinstance(error, RecursionError):
        return "it nests too deeply, or contains itself"
    if not isinstance(error, ValidationError):
        return "a value is not of the type of its field"
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    return f"{first['msg']} at {'.'.join(map(str, first['loc']))!r}"


def _decode_error(error: ValidationError) -> DecodeError:
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    place = [part for part in first["loc"] if not str(part).startswith(HIDDEN)]
    if first["type"] == "missing":
        return DecodeError("".join(map(escape_pointer, place[:-1])), f"no {place[-1]!r}")
    return DecodeError("".join(map(escape_pointer, place)), first["msg"])


def unknown_members(value: object) -> list[str]:
    """Return the JSON Pointers (RFC 6901) of properties that the description does not define."""
    found: list[str] = []
    # Values can nest more deeply than calls.
    rest = [(value, "", True)]
    while rest and len(found) < _MOST_UNKNOWN:
        item, pointer, is_known = rest.pop()
        if is_known:
            rest.extend(reversed(_parts(item, pointer)))
        else:
            found.append(pointer)
    return found


def _parts(value: object, pointer: str) -> list[tuple[object, str, bool]]:
    """Return the values in a value, their pointers, and whether the description defines them."""
    if isinstance(value, Model):
        parts = [
            (getattr(value, name), pointer + escape_pointer(wire_name(name, field)), True)
            for name, field in type(value).model_fields.items()
        ]
        extras = (value.model_extra or {}).items()
        more = value.__additional__
        return parts + [(extra, pointer + escape_pointer(name), more) for name, extra in extras]
    if isinstance(value, list):
        return [(item, pointer + escape_pointer(at), True) for at, item in enumerate(value)]
    if isinstance(value, dict):
        return [(item, pointer + escape_pointer(name), True) for name, item in value.items()]
    return []
