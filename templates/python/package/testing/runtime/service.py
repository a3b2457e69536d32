"""A service for tests."""

from __future__ import annotations

import threading
from collections import deque
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any, TypeAlias

import httpx

from .. import operations
from ..runtime.http import OPERATION
from ..runtime.operation import Operation
from ..runtime.token import ENDPOINT
from ..runtime.untyped import NAME
from .answers import Answer, Fault
from .clock import FakeClock
from .received import ReceivedRequest

if TYPE_CHECKING:
    from typing_extensions import Self

_Given: TypeAlias = Answer | Fault


class NoAnswerError(AssertionError):
    """A request was sent for which the test has no answer. It is not retried."""


class FakeService(httpx.BaseTransport, httpx.AsyncBaseTransport):
    """A service that gives prepared answers; it is the transport of an HTTP client.

    Requests for tokens are answered by themselves.
    """

    def __init__(self, clock: FakeClock | None = None) -> None:
        """Set up a service without answers."""
        self.clock = clock or FakeClock()
        """The clock, for the `clock` of a client."""
        self.requests: list[ReceivedRequest] = []
        """The requests so far, without those for tokens."""
        self.token_requests: list[ReceivedRequest] = []
        """The requests for tokens so far."""
        self._answers: dict[str, deque[_Given]] = {}
        self._always: dict[str, _Given] = {}
        self._lock = threading.Lock()

    def on(self, operation: str, *answers: Answer | Fault) -> Self:
        """Give these answers, one after the other, to the requests of an operation.

        The operation is the operationId, or `request` for what the description does not describe.
        """
        self._answers.setdefault(_known(operation), deque()).extend(answers)
        return self

    def always(self, operation: str, answer: Answer | Fault) -> Self:
        """Give this answer to all further requests of an operation."""
        self._always[_known(operation)] = answer
        return self

    def http_client(self) -> httpx.Client:
        """Return the `http_client` for a `Client`."""
        return httpx.Client(transport=self)

    def async_http_client(self) -> httpx.AsyncClient:
        """Return the `http_client` for an `AsyncClient`."""
        return httpx.AsyncClient(transport=self)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Answer a request of a `Client`."""
        request.read()
        return self._answer(request)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Answer a request of an `AsyncClient`."""
        await request.aread()
        return self._answer(request)

    def _answer(self, request: httpx.Request) -> httpx.Response:
        operation, template = request.extensions.get(OPERATION, (NAME, request.url.path))
        received = ReceivedRequest(
            operation, request.method, template, request.url, request.headers, request.content
        )
        with self._lock:
            if operation == ENDPOINT:
                self.token_requests.append(received)
                return _token(len(self.token_requests))
            self.requests.append(received)
            answers = self._answers.get(operation)
            answer = answers.popleft() if answers else self._always.get(operation)
            if answer is None:
                path = request.url.path
                message = f"there is no answer for {operation}: {request.method} {path}"
                raise NoAnswerError(message)
            self.clock.advance(answer.advance)
        return answer.give(request, _operations().get(operation))


def _token(number: int) -> httpx.Response:
    token = {"access_token": f"test-token-{number}", "token_type": "bearer", "expires_in": 3600}
    return httpx.Response(200, json=token)


@cache
def _operations() -> dict[str, Operation[Any]]:
    """Return the operations of the description by their IDs."""
    modules = iter_modules(operations.__path__)
    found = [import_module(f"{operations.__name__}.{module.name}") for module in modules]
    values = [value for module in found for value in vars(module).values()]
    return {value.id: value for value in values if isinstance(value, Operation)}


def _known(operation: str) -> str:
    known = [*_operations(), NAME]
    if operation in known:
        return operation
    near = get_close_matches(operation, known, 1)
    hint = f": did you mean {near[0]!r}?" if near else ""
    message = f"there is no operation {operation!r}{hint}"
    raise ValueError(message)
