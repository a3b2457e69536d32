"""The options of a single request."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from .raw import RawResponse
from .retry import RetryPolicy

BodyReceiver: TypeAlias = (
    Callable[[Iterator[bytes]], object] | Callable[[AsyncIterator[bytes]], Awaitable[object]]
)


@dataclass(frozen=True)
class RequestOptions:
    """Options of a single request that override the settings of the client."""

    timeout: float | None = None
    """The time limit for one attempt in seconds, overriding the client's."""
    call_timeout: float | None = None
    """The time limit for the call as a whole in seconds, overriding the client's: all attempts, the
    waits between them, and requests for tokens. `math.inf` is no limit. A list of all items has it
    for each page, and a stream until its response begins."""
    retry: RetryPolicy | None = None
    """When the request is retried, overriding the client's policy."""
    idempotency_key: str | None = None
    """The value of the property that makes the request safe to repeat, instead of a new UUID. It is
    an error if the body sets the property, or if the operation has none."""
    idempotent: bool | None = None
    """Whether the request may safely be sent twice, overriding the description."""
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Header fields, replacing those that would be sent. Header fields that carry a credential of
    the client are not replaced."""
    query: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Fields that are added to the query, replacing the client's with the same names."""
    on_response: Callable[[RawResponse], None] | None = None
    """Called with the response as received, before it is decoded."""
    on_body: BodyReceiver | None = None
    """Takes the body of a successful response of bytes as it arrives, so that it is never held
    whole; the call then returns no bytes. Neither the time limit nor `response_limit` applies to
    such a body. With an `AsyncClient` it is an asynchronous function."""
