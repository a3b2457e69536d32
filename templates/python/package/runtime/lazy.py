"""Imports the modules of a package when they are used."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazy(package: str, places: Mapping[str, str]) -> Callable[[str], Any]:
    """Return a `__getattr__` for `package` (PEP 562). `places` maps names to modules; the value of
    a module itself is empty."""

    def load(name: str) -> Any:
        place = places.get(name)
        if place is None:
            message = f"module {package!r} has no attribute {name!r}"
            raise AttributeError(message)
        if place:
            value = getattr(import_module(f"{package}.{place}"), name)
        else:
            value = import_module(f"{package}.{name}")
        setattr(sys.modules[package], name, value)
        return value

    return load
