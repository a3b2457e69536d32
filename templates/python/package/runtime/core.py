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
        credentials: Mapping[str, AnyCredential | None],
        servers: Mapping[str, str] | None,
        origin: str | None,
        timeout: float,
        response_limit: int,
        retry: RetryPolicy | None,
        observer: Observer | None,
        clock: Clock | None,
        headers: Mapping[str, str] | None = None,
        query: Mapping[str, str] | None = None,
        middleware: Sequence[Middleware] = (),
    ) -> None:
        """Check addresses, header fields and credentials."""
        self.api = api
        self.servers = Servers(variables, servers or {}, origin)
        self._check_servers()
        self.keyring = Keyring(api, credentials, self.servers)
        self.timeout = timeout
        self.limit = response_limit
        self.retry = retry or RetryPolicy()
        self.observer = observer or Observer()
        self.observes_fields = type(self.observer).unknown_fields is not Observer.unknown_fields
        self.clock = clock or Clock()
        self.defaults = Defaults.of(headers, query)
        log = log_of(api.log_variable)
        self.middleware = [*middleware] if log is None else [*middleware, log]
        self.secret_parameters = frozenset(
            scheme.field for scheme in api.schemes if scheme.kind == "query"
        )

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
        arguments: Sequence[object],
        body: object = None,
        media_type: str | None = None,
        options: RequestOptions | None = None,
    ) -> Generator[Effect, Any, T]:
        """Call an operation; `arguments` are in the order of its parameters."""
        exchanged = yield from self.page(operation, arguments, body, media_type, options)
        return exchanged.value

    def page(
        self,
        operation: Operation[T],
        arguments: Sequence[object],
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
        arguments: Sequence[object],
        body: object,
        media_type: str | None,
        options: RequestOptions | None,
        address: str | None,
    ) -> Generator[Effect, Any, Exchanged[T]]:
        chosen = options or RequestOptions()
        filled = fill_in(operation.body, body)
        prepared = prepare(self, operation, arguments, filled, media_type, chosen)
        if address is not None:
            prepared = replace(prepared, url=address)
        grants = self.keyring.choose(operation)
        raw = yield from exchange(self, prepared, grants)
        if notice := find_notice(operation.id, raw):
            self.observer.deprecated(notice)
        if chosen.on_response is not None:
            chosen.on_response(raw)
        called = Called(operation, prepared, grants)
        value: T
        if isinstance(raw, StreamedResponse) and not _has_items(operation, raw):
            value = yield from _give(raw.body, chosen.on_body)
        else:
            value = self.read(called, raw)
        return Exchanged(value, raw, prepared.url)

    def read(self, called: Called, raw: RawResponse) -> Any:
        """Return the value of a response, or raise its error."""
        operation = called.operation
        if isinstance(raw, StreamedResponse):
            content = find_stream(operation, raw.status, raw.header("content-type"))
            if content is not None:
                return raw.body.items(Walk(self, called, content, raw))
        secrets = [secret for grant in called.grants for secret in grant.secrets()]
        writer = MessageWriter(operation.id, self.api.messages, secrets)
        return read(self, operation, raw, writer)


def _has_items(operation: Operation[Any], raw: StreamedResponse) -> bool:
    return find_stream(operation, raw.status, raw.header("content-type")) is not None


def _give(body: OpenBody, receiver: Any) -> Generator[Effect, Any, Any]:
    """Give the bytes of a body to the receiver of the call, and then close the connection."""
    try:
        received = receiver(body.chunks())
        if isawaitable(received):
            yield Await(received)
    finally:
        yield Close(body)
    return b""
