"""The options of a single request."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from .raw import RawResponse


@dataclass(frozen=True)
class RequestOptions:
    """What can be asked of a single request, in addition to what the operation takes."""

    timeout: float | None = None
    """How many seconds one attempt may take, instead of what the client says."""
    idempotent: bool | None = None
    """Whether sending the request twice is harmless, instead of what the description says."""
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    """More header fields, or other values of those that would be sent; but what the client has a
    credential for stays its own."""
    on_response: Callable[[RawResponse], None] | None = None
    """Given the response as received, before it is read."""
