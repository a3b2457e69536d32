"""Converts a call to an HTTP request that can be sent repeatedly."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from .body import encode_body
from .declared import find_stream, is_bytes
from .errors import RequestError
from .server import expand
from .shared import value_of
from .streamed import StreamedBody
from .style import write_parameter

if TYPE_CHECKING:
    from .clock import Clock
    from .core import Core
    from .operation import Location, Operation
    from .options import RequestOptions
    from .retry import RetryPolicy

_FIELD_VALUE = re.compile(r"[\t -~]*")
FIELD_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")


@dataclass(frozen=True, repr=False)
class Prepared:
    """A request without its credentials. Names of header fields are in lower case."""

    operation: str
    method: str
    path: str
    """The path template."""
    url: str
    headers: Mapping[str, str]
    body: bytes | StreamedBody | None
    timeout: float
    idempotent: bool
    is_stream: Callable[[int, str | None], bool] | None = None
    """Whether a response with a status and media type is a stream."""
    retry: RetryPolicy | None = None
    """The retry policy, if it is not that of the client."""
    deadline: float | None = None
    """The time by the clock of the client at which the call ends, if it has a limit."""
    within: float | None = None
    """The seconds that the call has left when an attempt begins, if it has a limit."""

    @property
    def is_repeatable(self) -> bool:
        """Whether the request can be sent again. A streamed body cannot."""
        return not isinstance(self.body, StreamedBody)

    def left(self, clock: Clock) -> float | None:
        """Return the seconds that the call has left, if it has a limit."""
        return None if self.deadline is None else self.deadline - clock.now()

    def ends_after(self, clock: Clock, wait: float) -> bool:
        """Return whether the time of the call is up after a wait."""
        left = self.left(clock)
        return left is not None and wait >= left

    def with_header(self, name: str, value: str) -> Prepared:
        """Return a copy with a header field set."""
        return replace(self, headers={**self.headers, name.lower(): value})

    def with_fields(self, fields: Mapping[str, str]) -> Prepared:
        """Return a copy with header fields set, which are checked."""
        headers = {**self.headers}
        for name, text in fields.items():
            insert(headers, name, text)
        return replace(self, headers=headers)

    def with_query(self, pair: str) -> Prepared:
        """Return a copy with a pair added to its query."""
        separator = "&" if "?" in self.url else "?"
        return replace(self, url=f"{self.url}{separator}{pair}")

    def __repr__(self) -> str:
        """Show only the operation, because address, header fields and body can be secrets."""
        return f"Prepared({self.operation!r})"


def prepare(
    core: Core,
    operation: Operation[Any],
    arguments: Mapping[str, object],
    body: object,
    media_type: str | None,
    options: RequestOptions,
) -> Prepared:
    """Encode all arguments, by the keys of the parameters."""
    texts = _texts(operation, arguments, core.parameters)
    headers = {"accept": operation.accepted, **core.defaults.headers}
    content: bytes | StreamedBody | None = None
    if body is not None and operation.body is not None:
        media, content = encode_body(operation.body, body, media_type)
        insert(headers, "content-type", media)
    for name, text in texts["header"]:
        insert(headers, name, text)
    cookies = "; ".join(text for _, text in texts["cookie"] if text)
    if cookies:
        insert(headers, "cookie", cookies)
    query = "&".join(text for _, text in texts["query"] if text)
    return assemble(
        core,
        operation,
        _path(operation, texts["path"]),
        query,
        headers,
        content,
        options,
        is_stream=lambda status, media: (
            find_stream(operation, status, media) is not None
            or (options.on_body is not None and is_bytes(operation, status, media))
        ),
    )


def assemble(
    core: Core,
    operation: Operation[Any],
    path: str,
    query: str,
    headers: dict[str, str],
    content: bytes | StreamedBody | None,
    options: RequestOptions,
    *,
    is_stream: Callable[[int, str | None], bool],
) -> Prepared:
    """Return a request with what the client and the options of the call add to it."""
    for name, text in options.headers.items():
        insert(headers, name, text)
    if core.defaults.query or options.query:
        query = "&".join(filter(None, [query, *core.defaults.query_with(options.query)]))
    url = core.servers.resolve(operation.server).rstrip("/") + path
    limit = core.call_timeout if options.call_timeout is None else options.call_timeout
    return Prepared(
        operation=operation.id,
        method=operation.method,
        path=operation.path,
        url=f"{url}?{query}" if query else url,
        headers=headers,
        body=content,
        timeout=core.timeout if options.timeout is None else options.timeout,
        idempotent=not isinstance(content, StreamedBody)
        and (operation.idempotent if options.idempotent is None else options.idempotent),
        is_stream=is_stream,
        retry=options.retry,
        deadline=None if limit is None or limit == math.inf else core.clock.now() + limit,
    )


def _texts(
    operation: Operation[Any], arguments: Mapping[str, object], shared: Mapping[str, object]
) -> dict[Location, list[tuple[str, str]]]:
    texts: dict[Location, list[tuple[str, str]]] = {
        "path": [],
        "query": [],
        "header": [],
        "cookie": [],
    }
    for parameter in operation.parameters:
        value = value_of(parameter, arguments[parameter.key(arguments)], shared)
        if value is not None:
            texts[parameter.location].append((parameter.name, write_parameter(parameter, value)))
    return texts


def _path(operation: Operation[Any], texts: list[tuple[str, str]]) -> str:
    """Return the path with the values of its parameters."""
    values = dict(texts)

    def value(name: str) -> str:
        if text := values.get(name):
            return text
        raise _misleading(name)

    # The literal text of a template is part of the path, even if it looks like a query.
    path = quote(expand(operation.path, value), safe="%/:@!$&'()*+,;=~-._|[]^")
    for index, segment in enumerate(path.split("/")):
        # URL parsers would remove such segments, whether percent-encoded or not.
        if segment.lower().replace("%2e", ".") in {".", ".."}:
            raise _misleading(operation.path.split("/")[index].strip("{}"))
    return path


def _misleading(name: str) -> RequestError:
    return RequestError(f"the path parameter {name!r} is missing, empty, `.` or `..`")


def is_field(text: str) -> bool:
    """Return whether a value is allowed in a header field (RFC 9110 §5.5)."""
    return _FIELD_VALUE.fullmatch(text) is not None


def insert(headers: dict[str, str], name: str, text: str) -> None:
    """Set a header field, or raise a `RequestError` for characters that are not allowed."""
    if not is_field(text) or not FIELD_NAME.fullmatch(name):
        message = f"the header field {name!r} contains characters that are not allowed"
        raise RequestError(message)
    headers[name.lower()] = text
