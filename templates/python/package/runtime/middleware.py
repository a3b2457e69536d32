"""Middleware: functions of the caller around every attempt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import TypeAlias

import httpx

from .clock import Clock


@dataclass(frozen=True)
class AttemptResponse:
    """The response to an attempt, before its body is decoded."""

    status: int
    """The status."""
    headers: httpx.Headers = field(repr=False)
    """The header fields."""


@dataclass(eq=False)
class Attempt:
    """One time that a request is sent. It contains no credentials and no body."""

    operation: str
    """The operationId, or `the token endpoint`."""
    method: str
    """The HTTP method, in capitals."""
    path_template: str
    """The path as in the description, with the names of its parameters; of a token request, the
    path of its address."""
    url: str
    """The address as sent, but without credentials."""
    number: int
    """How many times this request has been sent, from 1."""
    headers: dict[str, str] = field(default_factory=dict)
    """Header fields that are added to the request, replacing those that would be sent. Header
    fields that carry a credential are not replaced."""
    response: AttemptResponse | None = None
    """The response, once it has arrived."""
    clock: Clock = field(default_factory=Clock, repr=False)
    """The clock of the client."""


Middleware: TypeAlias = Callable[[Attempt], AbstractContextManager[object]]
"""A function that returns a context manager, which is entered before and left after an attempt: the
first one, each retry, each repetition with a new token, each page, each resumption of a stream, and
each request for a token.

If the attempt fails, its error is raised in the context manager; suppressing it has no effect. Any
other error that a middleware raises fails the call as it is, and is not retried.
"""


class Thrown(Exception):  # noqa: N818
    """Carries an error of a middleware past everything that handles errors."""

    def __init__(self, error: BaseException) -> None:
        """Store the error."""
        super().__init__()
        self.error = error


class Pass:
    """One pass through all middleware."""

    def __init__(self, middleware: Sequence[Middleware], attempt: Attempt) -> None:
        """Begin with the first one, which is the outermost."""
        self._middleware = middleware
        self._attempt = attempt
        self._entered: list[AbstractContextManager[object]] = []
        self.failure: BaseException | None = None
        """The error that ends the attempt."""
        self.is_own = False
        """Whether a middleware has raised that error, and not the attempt."""

    def enter(self) -> None:
        """Enter each middleware until one fails."""
        try:
            for middleware in self._middleware:
                manager = middleware(self._attempt)
                manager.__enter__()
                self._entered.append(manager)
        except BaseException as error:  # noqa: BLE001
            self.fail(error, is_own=True)

    def fail(self, error: BaseException, *, is_own: bool = False) -> None:
        """Set the error that the middlewares see."""
        self.failure, self.is_own = error, is_own

    def error(self) -> BaseException:
        """Return the error to raise; that of a middleware is wrapped."""
        failure = self.failure or RuntimeError("no attempt was made")
        return Thrown(failure) if self.is_own else failure

    def leave(self) -> None:
        """Leave each middleware that was entered, the innermost first."""
        while self._entered:
            failure = self.failure
            manager = self._entered.pop()
            try:
                if failure is None:
                    manager.__exit__(None, None, None)
                else:
                    manager.__exit__(type(failure), failure, failure.__traceback__)
            except BaseException as error:  # noqa: BLE001
                if error is not failure:
                    self.fail(error, is_own=True)
