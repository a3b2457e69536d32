"""Tests of values and types that nest more deeply than Python's stack."""

from __future__ import annotations

from typing import Any

import pytest
from typing_extensions import TypeAliasType

from PACKAGE_MODULE import errors
from PACKAGE_MODULE.runtime import operation as table
from PACKAGE_MODULE.runtime.body import encode_body
from PACKAGE_MODULE.runtime.document import encode_json
from PACKAGE_MODULE.runtime.model import Model, decode, encode, unknown_members

DEEP = 300
"""More levels than pydantic writes."""


class Box(Model):
    """An object that contains another one."""

    inner: Box | None = None


class Open(Model):
    """An object with any properties."""

    __additional__ = True


def boxes(levels: int) -> Box:
    """Return objects within each other."""
    box = Box()
    for _ in range(levels):
        box = Box(inner=box)
    return box


def test_values_of_many_levels_are_written() -> None:
    box = boxes(200)
    assert Box.from_json(box.to_json()) == box


def test_values_of_too_many_levels_are_refused_when_they_are_written() -> None:
    box = boxes(DEEP)
    with pytest.raises(errors.RequestError, match="nests too deeply"):
        box.to_json()
    json = table.Body({"application/json": table.Json(lambda: Box)})
    with pytest.raises(errors.RequestError, match="nests too deeply"):
        encode_body(json, box, None)
    form = table.Body({"application/x-www-form-urlencoded": table.Form(lambda: dict)})
    lists: list[Any] = []
    for _ in range(2_000):
        lists = [lists]
    with pytest.raises(errors.RequestError, match="nests too deeply"):
        encode_body(form, {"a": lists}, None)


def test_texts_of_too_many_levels_are_refused() -> None:
    for levels in (DEEP, 900, 50_000):
        text = '{"inner":' * levels + "{}" + "}" * levels
        with pytest.raises(errors.DecodeError):
            Box.from_json(text)


def test_types_of_too_many_levels_are_refused() -> None:
    kind: Any = str
    for level in range(900):
        kind = TypeAliasType(f"A{level}", list[kind])  # type: ignore[misc]
    with pytest.raises(errors.DecodeError, match="nests too deeply"):
        decode(kind, b"[[]]")
    with pytest.raises(errors.RequestError, match="nests too deeply"):
        encode_body(table.Body({"application/json": table.Json(lambda: kind)}), [[]], None)


def test_unknown_properties_are_found_at_any_depth() -> None:
    levels = 600
    value = Open.from_json('{"a":' + "[" * levels + "1" + "]" * levels + "}")
    assert unknown_members(value) == []
    box = boxes(200)
    written: Any = encode(Box, box)
    deepest = written
    while "inner" in deepest:
        deepest = deepest["inner"]
    deepest["more"] = 1
    decoded = decode(Box, encode_json(written))
    assert unknown_members(decoded) == ["/inner" * 200 + "/more"]
