"""The part of `Client` and `AsyncClient` that does not wait."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from inspect import isawaitable
from typing import Any, TypeVar

from .answer import read
from .attempt_log import log_of
from .body import fill_in
from .clock import Clock
from .credentials import AnyCredential
from .declared import find_stream
from .defaults import Defaults
from .errors import ConfigurationError, Error
from .flow import Await, Close, Effect, exchange
from .keyring import Grant, Keyring
from .message import MessageWriter
from .middleware import Middleware
from .observer import Observer, find_notice
from .operation import Api, Operation
from .options import RequestOptions
from .pages import Exchanged
from .prepare import Prepared, prepare
from .raw import OpenBody, RawResponse, StreamedResponse
from .retry import RetryPolicy
from .server import Servers
from .shared import given
from .stream import Walk

T = TypeVar("T")


@dataclass(frozen=True)
class Called:
    """A call that has been sent."""

    operation: Operation[Any]
    prepared: Prepared
    grants: list[Grant]


class Core:
    """The configuration of a client."""

    def __init__(
        self,
        api: Api,
        *,
        variables: Mapping[str, str],
        parameters: Mapping[str, object] | None = None,
        credentials: Mapping[str, AnyCredential | None],
        servers: Mapping[str, str] | None,
        origin: str | None,
        timeout: float,
        response_limit: int,
        retry: RetryPolicy | None,
        observer: Observer | None,
        clock: Clock | None,
        call_timeout: float | None = None,
        headers: Mapping[str, str] | None = None,
        query: Mapping[str, str] | None = None,
        middleware: Sequence[Middleware] = (),
    ) -> None:
        """Check addresses, header fields and credentials."""
        self.api = api
        self.servers = Servers(variables, servers or {}, origin)
        self._check_servers()
        self.keyring = Keyring(api, credentials, self.servers)
        self.parameters = given(parameters or {})
        self.timeout = timeout
        self.call_timeout = call_timeout
        self.limit = response_limit
        self.retry = retry or RetryPolicy()
        self.observe(observer or Observer())
        self.clock = clock or Clock()
        self.defaults = Defaults.of(headers, query)
        log = log_of(api.log_variable)
        self._log = [] if log is None else [log]
        self.middleware = [*middleware, *self._log]
        self.secret_parameters = frozenset(
            scheme.field for scheme in api.schemes if scheme.kind == "query"
        )

    def observe(self, observer: Observer) -> None:
        """Set the observer."""
        self.observer = observer
        self.observes_fields = type(observer).unknown_fields is not Observer.unknown_fields

    def add(self, middleware: Sequence[Middleware]) -> None:
        """Add middleware inside of the others, but outside of the log of the environment."""
        end = len(self.middleware) - len(self._log)
        self.middleware = [*self.middleware[:end], *middleware, *self._log]

    def _check_servers(self) -> None:
        """Check the server addresses; an unused server may lack the values of its variables."""
        for template in self.servers.replaced:
            if template not in self.api.servers:
                message = f"the description has no server {template!r}"
                raise ConfigurationError(message)
        if self.servers.origin is not None or not any(
            address.startswith("/") for address in self.api.servers
        ):
            for template in self.api.servers:
                self.servers.resolve(template)

    def call(
        self,
        operation: Operation[T],
        arguments: Mapping[str, object],
        body: object = None,
        media_type: str | None = None,
        options: RequestOptions | None = None,
    ) -> Generator[Effect, Any, T]:
        """Call an operation; `arguments` have the keys of its parameters."""
        exchanged = yield from self.page(operation, arguments, body, media_type, options)
        return exchanged.value

    def page(
        self,
        operation: Operation[T],
        arguments: Mapping[str, object],
        body: object = None,
        media_type: str | None = None,
        options: RequestOptions | None = None,
        address: str | None = None,
    ) -> Generator[Effect, Any, Exchanged[T]]:
        """Call an operation once, at the address that a previous response has supplied, if any."""
        try:
            exchanged = yield from self._call(
                operation, arguments, body, media_type, options, address
            )
        except Error as error:
            error.locate(operation.id)
            raise
        return exchanged

    def _call(
        self,
        operation: Operation[T],
        arguments: Mapping[str, object],
        body: object,
        media_type: str | None,
        options: RequestOptions | None,
        address: str | None,
    ) -> Generator[Effect, Any, Exchanged[T]]:
        chosen = options or RequestOptions()
        filled = fill_in(operation.body, body, chosen.idempotency_key)
        prepared = prepare(self, operation, arguments, filled, media_type, chosen)
        if address is not None:
            prepared = replace(prepared, url=address)
        called, raw = yield from self.send(operation, prepared, chosen)
        value: T
        if isinstance(raw, StreamedResponse) and not _has_items(operation, raw):
            value = yield from self.give(raw, chosen)
        else:
            value = self.read(called, raw)
        return Exchanged(value, raw, prepared.url)

    def send(
        self, operation: Operation[Any], prepared: Prepared, options: RequestOptions
    ) -> Generator[Effect, Any, tuple[Called, RawResponse]]:
        """Send a request with its credentials, and return the response before it is decoded."""
        grants = self.keyring.choose(operation)
        raw = yield from exchange(self, prepared, grants)
        if notice := find_notice(operation.id, raw):
            self.observer.deprecated(notice)
        if options.on_response is not None:
            options.on_response(raw)
        return Called(operation, prepared, grants), raw

    def give(self, raw: RawResponse, options: RequestOptions) -> Generator[Effect, Any, Any]:
        """Give the bytes of a body that is still open to the receiver of the call."""
        if isinstance(raw, StreamedResponse):
            yield from _give(raw.body, options.on_body)
        return b""

    def writer(self, called: Called) -> MessageWriter:
        """Return what builds the messages of a call."""
        secrets = [secret for grant in called.grants for secret in grant.secrets()]
        return MessageWriter(called.operation.id, self.api.messages, secrets)

    def read(self, called: Called, raw: RawResponse) -> Any:
        """Return the value of a response, or raise its error."""
        operation = called.operation
        if isinstance(raw, StreamedResponse):
            content = find_stream(operation, raw.status, raw.header("content-type"))
            if content is not None:
                return raw.body.items(Walk(self, called, content, raw))
        return read(self, operation, raw, self.writer(called))


def _has_items(operation: Operation[Any], raw: StreamedResponse) -> bool:
    return find_stream(operation, raw.status, raw.header("content-type")) is not None


def _give(body: OpenBody, receiver: Any) -> Generator[Effect, Any, None]:
    """Give the bytes of a body to the receiver of the call, and then close the connection."""
    try:
        received = receiver(body.chunks())
        if isawaitable(received):
            yield Await(received)
    finally:
        yield Close(body)
