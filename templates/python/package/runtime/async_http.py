"""Run flows asynchronously, on asyncio or trio."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator, Awaitable, Generator, Mapping
from copy import copy
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakKeyDictionary

import anyio
import httpx

from .coding import ACCEPTED, decoded_async
from .errors import TimedOutError, TooLargeError
from .flow import Await, Close, Effect, Lock, Overdue, Read, Send, Sleep
from .http import checked, extensions, is_direct, is_streamed, no_cookies, timeouts, translated
from .middleware import Thrown
from .pages import Walk
from .raw import OpenBody, RawResponse, StreamedResponse
from .stream import AsyncItemStream
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


class AsyncRunner:
    """Runs flows and awaits what they wait for."""

    def __init__(
        self,
        core: Core,
        http_client: httpx.AsyncClient | None,
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
        self._clients: dict[bool, httpx.AsyncClient] = {}
        if http_client is not None:
            self._clients = {True: http_client, False: http_client}
        self._locks: WeakKeyDictionary[object, anyio.Lock] = WeakKeyDictionary()

    def changed(self, core: Core, user_agent: str | None) -> AsyncRunner:
        """Return a copy that shares the connections, and does not close them."""
        changed = copy(self)
        changed._core = core
        changed._own = False
        if user_agent is not None:
            changed._fields = {**self._fields, "user-agent": checked(user_agent)}
        return changed

    async def call(
        self,
        operation: Operation[T],
        arguments: Mapping[str, object],
        *,
        body: object = None,
        media_type: str | None = None,
        options: RequestOptions | None = None,
    ) -> T:
        """Call an operation once."""
        return await self.run(self._core.call(operation, arguments, body, media_type, options))

    async def items(
        self,
        operation: Operation[T],
        pages: Pages[T, Item],
        arguments: Mapping[str, object],
        *,
        body: object = None,
        media_type: str | None = None,
        options: RequestOptions | None = None,
    ) -> AsyncIterator[Item]:
        """Iterate over all items of a list, page by page."""
        walk = Walk(operation, pages, arguments)
        while True:
            flow = self._core.page(
                operation, walk.arguments, body, media_type, options, walk.address
            )
            exchanged = await self.run(flow)
            items = walk.take(exchanged)
            for item in items:
                yield item
            if not walk.turn(exchanged, len(items)):
                return

    async def request(
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
        return await self.run(request(self._core, method, path, content, chosen))

    async def run(self, flow: Generator[Effect, Any, T]) -> T:
        """Run a flow and return its result."""
        try:
            effect = next(flow)
            while True:
                try:
                    result = await self._perform(effect)
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

    async def close(self) -> None:
        """Close own connections."""
        if self._own:
            for client in self._clients.values():
                await client.aclose()

    async def _perform(self, effect: Effect) -> object:
        match effect:
            case Send(request):
                with translated():
                    return await self._send(request)
            case Read(_AsyncBody() as body):
                with translated():
                    return await body.read()
            case Close(_AsyncBody() as body):
                await body.close()
                return None
            case Sleep(seconds):
                await self._core.clock.sleep_async(seconds)
                return None
            case Lock(owner, within):
                lock = self._locks.setdefault(owner, anyio.Lock())
                await _within(within, lock.acquire())
                return lock
            case Await(awaitable, within):
                return await _within(within, awaitable)
            case _:
                # The body belongs to another client.
                raise TypeError

    async def _send(self, prepared: Prepared) -> RawResponse:
        http = self._client_for(prepared)
        body = prepared.body
        request = http.build_request(
            prepared.method,
            prepared.url,
            headers={**self._fields, **prepared.headers},
            content=body.chunks_async() if isinstance(body, StreamedBody) else body,
            timeout=timeouts(prepared, self._connect_timeout),
            extensions=extensions(prepared),
        )
        try:
            with anyio.fail_after(prepared.timeout) as scope:
                if isinstance(body, StreamedBody):
                    # The time for the attempt begins when everything is sent.
                    end = _end(prepared.within)
                    scope.deadline = end
                    body.on_end = lambda: _restart(scope, prepared.timeout, end)
                return await self._exchange(http, request, prepared)
        except TimeoutError:
            reason = "the response has not ended"
            raise TimedOutError(reason, sent=True) from None

    async def _exchange(
        self, http: httpx.AsyncClient, request: httpx.Request, prepared: Prepared
    ) -> RawResponse:
        # Redirects are not followed, so that requests only go to the service they are meant for.
        response = await http.send(request, stream=True, follow_redirects=False)
        if is_streamed(prepared, response):
            body = _AsyncBody(self, response)
            return StreamedResponse(response.status_code, response.headers, b"", body)
        try:
            content = await self._read(response)
            return RawResponse(response.status_code, response.headers, content)
        finally:
            await response.aclose()

    async def _read(self, response: httpx.Response) -> bytes:
        content = bytearray()
        async for chunk in decoded_async(response):
            content += chunk
            if len(content) > self._core.limit:
                raise TooLargeError(self._core.limit)
        return bytes(content)

    def _client_for(self, prepared: Prepared) -> httpx.AsyncClient:
        direct = is_direct(prepared)
        if direct not in self._clients:
            self._clients[direct] = self._new_http(trust_env=not direct)
        return self._clients[direct]

    def _new_http(self, *, trust_env: bool) -> httpx.AsyncClient:
        return httpx.AsyncClient(
            headers={"user-agent": self._user_agent}, cookies=no_cookies(), trust_env=trust_env
        )


def _end(within: float | None) -> float:
    return math.inf if within is None else anyio.current_time() + within


def _restart(scope: anyio.CancelScope, seconds: float, end: float) -> None:
    scope.deadline = min(anyio.current_time() + seconds, end)


async def _within(within: float | None, awaitable: Awaitable[T]) -> T:
    if within is None:
        return await awaitable
    with anyio.move_on_after(max(within, 0)):
        return await awaitable
    raise Overdue


class _AsyncBody(OpenBody):
    """A body that is read asynchronously."""

    def __init__(self, runner: AsyncRunner, response: httpx.Response) -> None:
        self._runner = runner
        self._response = response
        self._chunks = decoded_async(response)

    def items(self, walk: StreamWalk) -> AsyncItemStream[Any]:
        return AsyncItemStream(self._runner, walk)

    async def chunks(self) -> AsyncIterator[bytes]:
        while True:
            with translated():
                chunk = await self.read()
            if chunk is None:
                return
            yield chunk

    async def read(self) -> bytes | None:
        return await anext(self._chunks, None)

    async def close(self) -> None:
        await self._response.aclose()
