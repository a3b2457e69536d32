"""Sends requests without waiting.

A flow is a generator: it yields what it has to wait for, and is sent the result. `Client` and
`AsyncClient` run the same flows and do the waiting.
"""

from __future__ import annotations

from collections.abc import Awaitable, Generator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias
from urllib.parse import unquote_plus

from httpx import Headers

from .errors import Error, TimedOutError
from .middleware import Attempt, AttemptResponse, Pass, Thrown
from .observer import Retried
from .raw import OpenBody, RawResponse, StreamedResponse

if TYPE_CHECKING:
    from .core import Core
    from .keyring import Grant
    from .prepare import Prepared

_UNAUTHORIZED = 401


@dataclass(frozen=True)
class Send:
    """Send a request once. The result is a `RawResponse`, or a transport error is thrown."""

    request: Prepared


@dataclass(frozen=True)
class Sleep:
    """Wait for a number of seconds."""

    seconds: float


@dataclass(frozen=True)
class Lock:
    """Acquire the lock of an object. The result must be released."""

    owner: object
    within: float | None = None
    """The seconds after which `Overdue` is thrown, if there is a limit."""


@dataclass(frozen=True)
class Await:
    """Await an object; only an `AsyncClient` can."""

    awaitable: Awaitable[Any]
    within: float | None = None
    """The seconds after which `Overdue` is thrown, if there is a limit."""


@dataclass(frozen=True)
class Read:
    """Read the next bytes of a stream, or nothing at its end."""

    body: OpenBody


@dataclass(frozen=True)
class Close:
    """Close the connection of a stream."""

    body: OpenBody


Effect: TypeAlias = Send | Sleep | Lock | Await | Read | Close


def exchange(
    core: Core, prepared: Prepared, grants: list[Grant]
) -> Generator[Effect, Any, RawResponse]:
    """Send a request, and retry it as the policy allows."""
    attempt = 1
    sent = 0
    while True:
        if prepared.ends_after(core.clock, 0):
            raise time_is_up()
        sent += 1
        if core.middleware:
            outcome = yield from _watched(core, prepared, grants, sent)
        else:
            outcome = yield from _once(core, prepared, grants)
        if prepared.is_repeatable and _is_unauthorized(outcome) and _refuse(grants):
            continue
        wait = None
        if prepared.is_repeatable:
            policy = prepared.retry or core.retry
            wait = policy.wait(attempt, outcome, core.clock, idempotent=prepared.idempotent)
        if wait is None or prepared.ends_after(core.clock, wait):
            if isinstance(outcome, Error):
                raise outcome
            return outcome
        status = None if isinstance(outcome, Error) else outcome.status
        core.observer.retried(Retried(prepared.operation, attempt, status, wait))
        yield Sleep(wait)
        attempt += 1


def _once(
    core: Core, prepared: Prepared, grants: list[Grant]
) -> Generator[Effect, Any, RawResponse | Error]:
    request = prepared
    for grant in grants:
        request = yield from grant.apply(core, request)
    left = prepared.left(core.clock)
    if left is not None:
        if left <= 0:
            return time_is_up()
        request = replace(request, timeout=min(request.timeout, left), within=left)
    try:
        raw: RawResponse = yield Send(request)
    except Error as error:
        return error
    return raw


class Overdue(Exception):  # noqa: N818
    """Thrown instead of the result of an effect that did not end within its limit."""


def time_is_up() -> TimedOutError:
    """Return the error for a call whose time is up before an attempt begins."""
    return TimedOutError("the time limit of the call is over", sent=False)


def _watched(
    core: Core, prepared: Prepared, grants: list[Grant], number: int
) -> Generator[Effect, Any, RawResponse | Error]:
    """Send a request once, through all middleware."""
    attempt = Attempt(
        operation=prepared.operation,
        method=prepared.method,
        path_template=prepared.path,
        url=_shown(prepared.url, core.secret_parameters),
        number=number,
        clock=core.clock,
    )
    watched = Pass(core.middleware, attempt)
    watched.enter()
    outcome: RawResponse | Error | None = None
    if watched.failure is None:
        try:
            outcome = yield from _once(core, prepared.with_fields(attempt.headers), grants)
            if isinstance(outcome, Error):
                watched.fail(outcome)
            else:
                attempt.response = AttemptResponse(outcome.status, Headers(outcome.headers))
        except Thrown as thrown:
            # A middleware has failed the request for a token.
            watched.fail(thrown.error, is_own=True)
        except BaseException as error:  # noqa: BLE001
            watched.fail(error)
    watched.leave()
    failure = watched.failure
    if outcome is not None and (failure is None or failure is outcome):
        return outcome
    if isinstance(outcome, StreamedResponse):
        yield Close(outcome.body)
    raise watched.error()


def _shown(url: str, secret_parameters: frozenset[str]) -> str:
    """Return an address without credentials, which the service may have added."""
    address, mark, query = url.partition("?")
    if not mark or not secret_parameters:
        return url
    pairs = query.split("&")
    kept = [one for one in pairs if unquote_plus(one.partition("=")[0]) not in secret_parameters]
    return f"{address}?{'&'.join(kept)}" if kept else address


def _refuse(grants: list[Grant]) -> bool:
    """Return whether any credential can be renewed; each is renewed at most once."""
    refused = [grant.refuse() for grant in grants]
    return any(refused)


def _is_unauthorized(outcome: RawResponse | Error) -> bool:
    return isinstance(outcome, RawResponse) and outcome.status == _UNAUTHORIZED
