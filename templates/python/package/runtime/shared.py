"""Parameters that a client sets once, for all calls that have them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from .errors import RequestError

if TYPE_CHECKING:
    from .operation import Parameter


def given(parameters: Mapping[str, object]) -> dict[str, object]:
    """Return the values that are set, by the names of their parameters."""
    return {name: value for name, value in parameters.items() if value is not None}


def value_of(parameter: Parameter, value: object, shared: Mapping[str, object]) -> object:
    """Return the value of the call, or else that of the client.

    Raises a `RequestError` if the parameter needs a value.
    """
    if value is not None or parameter.setting is None:
        return value
    value = shared.get(parameter.name)
    if value is None and parameter.is_needed:
        message = (
            f"the parameter {parameter.name!r} has no value: set `{parameter.setting}` of the "
            "client, or pass it to the call"
        )
        raise RequestError(message)
    return value
