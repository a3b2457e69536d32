"""The options of a single request."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from .raw import RawResponse


@dataclass(frozen=True)
class RequestOptions:
    """Options of a single request that override the settings of the client."""

    timeout: float | None = None
    """The time limit for one attempt in seconds, overriding the client's."""
    idempotent: bool | None = None
    """Whether the request may safely be sent twice, overriding the description."""
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Header fields, replacing those that would be sent. Header fields that carry a credential of
    the client are not replaced."""
    on_response: Callable[[RawResponse], None] | None = None
    """Called with the response as received, before it is decoded."""
