"""Copies of a client that differ in some settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import TYPE_CHECKING

from .defaults import Defaults
from .shared import given

if TYPE_CHECKING:
    from .core import Core
    from .middleware import Middleware
    from .observer import Observer
    from .retry import RetryPolicy


def changed(
    core: Core,
    *,
    timeout: float | None,
    call_timeout: float | None,
    response_limit: int | None,
    retry: RetryPolicy | None,
    observer: Observer | None,
    headers: Mapping[str, str] | None,
    query: Mapping[str, str] | None,
    middleware: Sequence[Middleware],
    parameters: Mapping[str, object] | None = None,
) -> Core:
    """Return a copy with the settings that are not `None`. It has the same credentials and tokens.

    Header fields, query fields and middleware are added to those of the original.
    """
    changed = copy(core)
    if timeout is not None:
        changed.timeout = timeout
    if call_timeout is not None:
        changed.call_timeout = call_timeout
    if response_limit is not None:
        changed.limit = response_limit
    if retry is not None:
        changed.retry = retry
    if observer is not None:
        changed.observe(observer)
    if headers or query:
        changed.defaults = core.defaults.changed(Defaults.of(headers, query))
    if parameters:
        changed.parameters = {**core.parameters, **given(parameters)}
    if middleware:
        changed.add(middleware)
    return changed
