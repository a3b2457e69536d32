"""Run flows synchronously."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Generator, Iterator, Mapping
from copy import copy
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakKeyDictionary

import httpx

from .coding import ACCEPTED, decoded
from .errors import TimedOutError, TokenUnavailableError, TooLargeError
from .flow import Close, Effect, Lock, Overdue, Read, Send, Sleep
from .http import checked, extensions, is_direct, is_streamed, no_cookies, timeouts, translated
from .middleware import Thrown
from .pages import Walk
from .raw import OpenBody, RawResponse, StreamedResponse
from .stream import ItemStream
from .streamed import StreamedBody
from .untyped import Content, request, with_fields

if TYPE_CHECKING:
    from .core import Core
    from .operation import Operation, Pages
    from .options import RequestOptions
    from .prepare import Prepared
    from .stream import Walk as StreamWalk

T = TypeVar("T")
Item = TypeVar("Item")


class SyncRunner:
    """Runs flows and blocks while they wait."""

    def __init__(
        self,
        core: Core,
        http_client: httpx.Client | None,
        user_agent: str,
        connect_timeout: float,
    ) -> None:
        """Send with `http_client`, or with a new client."""
        self._core = core
        self._user_agent = checked(user_agent)
        self._connect_timeout = connect_timeout
        self._fields = {"accept-encoding": ACCEPTED}
        self._own = http_client is None
        # Keyed by whether the request bypasses the proxy. Own clients are created on first use.
        self._clients: dict[bool, httpx.Client] = {}
        if http_client is not None:
            self._clients = {True: http_client, False: http_client}
        self._locks: WeakKeyDictionary[object, threading.Lock] = WeakKeyDictionary()
        self._lock = threading.Lock()

    def changed(self, core: Core, user_agent: str | None) -> SyncRunner:
        """Return a copy that shares the connections, and does not close them."""
        changed = copy(self)
        changed._core = core
        changed._own = False
        if user_agent is not None:
            changed._fields = {**self._fields, "user-agent": checked(user_agent)}
        return changed

    def call(
        self,
        operation: Operation[T],
        arguments: Mapping[str, object],
        *,
        body: object = None,
        media_type: str | None = None,
        options: RequestOptions | None = None,
    ) -> T:
        """Call an operation once."""
        return self.run(self._core.call(operation, arguments, body, media_type, options))

    def items(
        self,
        operation: Operation[T],
        pages: Pages[T, Item],
        arguments: Mapping[str, object],
        *,
        body: object = None,
        media_type: str | None = None,
        options: RequestOptions | None = None,
    ) -> Iterator[Item]:
        """Iterate over all items of a list, page by page."""
        walk = Walk(operation, pages, arguments)
        while True:
            flow = self._core.page(
                operation, walk.arguments, body, media_type, options, walk.address
            )
            exchanged = self.run(flow)
            items = walk.take(exchanged)
            yield from items
            if not walk.turn(exchanged, len(items)):
                return

    def request(
        self,
        method: str,
        path: str,
        content: Content,
        query: Mapping[str, str] | None,
        headers: Mapping[str, str] | None,
        options: RequestOptions | None,
    ) -> RawResponse:
        """Send a request that the description does not describe."""
        chosen = with_fields(options, query, headers)
        return self.run(request(self._core, method, path, content, chosen))

    def run(self, flow: Generator[Effect, Any, T]) -> T:
        """Run a flow and return its result."""
        try:
            effect = next(flow)
            while True:
                try:
                    result = self._perform(effect)
                except BaseException as error:  # noqa: BLE001
                    effect = flow.throw(error)
                else:
                    effect = flow.send(result)
        except StopIteration as stop:
            value: T = stop.value
            return value
        except Thrown as thrown:
            error_of_middleware = thrown.error
        raise error_of_middleware

    def close(self) -> None:
        """Close own connections."""
        if self._own:
            for client in self._clients.values():
                client.close()

    def _perform(self, effect: Effect) -> object:
        match effect:
            case Send(request):
                with translated():
                    return self._send(request)
            case Read(_SyncBody() as body):
                with translated():
                    return body.read()
            case Close(_SyncBody() as body):
                body.close()
                return None
            case Sleep(seconds):
                self._core.clock.sleep(seconds)
                return None
            case Lock(owner, within):
                return self._acquire(owner, within)
            case _:
                message = "a Client cannot wait for an awaitable token: use an AsyncClient"
                raise TokenUnavailableError(message)

    def _acquire(self, owner: object, within: float | None) -> threading.Lock:
        with self._lock:
            lock = self._locks.setdefault(owner, threading.Lock())
        limit = -1 if within is None else min(max(within, 0), threading.TIMEOUT_MAX)
        if not lock.acquire(timeout=limit):
            raise Overdue
        return lock

    def _send(self, prepared: Prepared) -> RawResponse:
        http = self._client_for(prepared)
        start = time.monotonic()
        deadline = start + prepared.timeout
        end = math.inf if prepared.within is None else start + prepared.within
        body = prepared.body
        request = http.build_request(
            prepared.method,
            prepared.url,
            headers={**self._fields, **prepared.headers},
            content=_until(end, body.chunks()) if isinstance(body, StreamedBody) else body,
            timeout=timeouts(prepared, self._connect_timeout),
            extensions=extensions(prepared),
        )
        # Redirects are not followed, so that requests only go to the service they are meant for.
        response = http.send(request, stream=True, follow_redirects=False)
        if isinstance(body, StreamedBody):
            # The time that sending the items took is not counted, except for the call.
            deadline = min(time.monotonic() + prepared.timeout, end)
        if is_streamed(prepared, response):
            opened = _SyncBody(self, response)
            return StreamedResponse(response.status_code, response.headers, b"", opened)
        try:
            return RawResponse(
                response.status_code, response.headers, self._read(response, deadline)
            )
        finally:
            response.close()

    def _read(self, response: httpx.Response, deadline: float) -> bytes:
        content = bytearray()
        for chunk in decoded(response):
            content += chunk
            if len(content) > self._core.limit:
                raise TooLargeError(self._core.limit)
            if time.monotonic() > deadline:
                reason = "the response has not ended"
                raise TimedOutError(reason, sent=True)
        return bytes(content)

    def _client_for(self, prepared: Prepared) -> httpx.Client:
        direct = is_direct(prepared)
        with self._lock:
            if direct not in self._clients:
                self._clients[direct] = self._new_http(trust_env=not direct)
            return self._clients[direct]

    def _new_http(self, *, trust_env: bool) -> httpx.Client:
        return httpx.Client(
            headers={"user-agent": self._user_agent}, cookies=no_cookies(), trust_env=trust_env
        )


def _until(end: float, chunks: Iterator[bytes]) -> Iterator[bytes]:
    """Return the bytes of a body, as long as the call has time left."""
    for chunk in chunks:
        if time.monotonic() > end:
            reason = "the body has not ended"
            raise TimedOutError(reason, sent=True)
        yield chunk


class _SyncBody(OpenBody):
    """A body that is read synchronously."""

    def __init__(self, runner: SyncRunner, response: httpx.Response) -> None:
        self._runner = runner
        self._response = response
        self._chunks = decoded(response)

    def items(self, walk: StreamWalk) -> ItemStream[Any]:
        return ItemStream(self._runner, walk)

    def chunks(self) -> Iterator[bytes]:
        while True:
            with translated():
                chunk = self.read()
            if chunk is None:
                return
            yield chunk

    def read(self) -> bytes | None:
        return next(self._chunks, None)

    def close(self) -> None:
        self._response.close()
