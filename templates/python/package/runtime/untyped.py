"""Requests that the description does not describe."""

from __future__ import annotations

import re
from collections.abc import AsyncIterable, Generator, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias
from urllib.parse import quote

from .body import encode_body
from .errors import Error, RequestError, UndeclaredError
from .operation import Body, Bytes, Json, Operation, Text
from .options import RequestOptions
from .prepare import FIELD_NAME, Prepared, assemble, insert

if TYPE_CHECKING:
    from .core import Core
    from .flow import Effect
    from .raw import RawResponse
    from .streamed import StreamedBody

BytesSource: TypeAlias = Iterable[bytes] | AsyncIterable[bytes]

NAME = "request"
"""The operation of such a request, for errors, middleware and the log."""
LEFT_OUT: object = object()
"""No JSON body; `None` is `null`."""

_IDEMPOTENT = frozenset({"GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "QUERY"})
_ACCEPT = "application/json, */*;q=0.8"
_FIRST_UNDECLARED = 300
# What a segment may have besides letters and digits (RFC 3986 §3.3); `%` begins an escape.
_SAFE = "/:@!$&'()*+,;=-._~%"
_FALSE_ESCAPE = re.compile("%(?![0-9A-Fa-f]{2})")
_REFUSED = re.compile(r"[?#\\\x00-\x1f\x7f-\x9f]")


@dataclass(frozen=True, repr=False)
class Content:
    """The body of such a request."""

    json: object
    content: str | bytes | BytesSource | None
    media_type: str | None

    def encoded(self) -> tuple[str, bytes | StreamedBody] | None:
        """Return the media type and the bytes, if there is a body."""
        if self.json is not LEFT_OUT:
            if self.content is not None:
                message = "a request cannot have both JSON and other content"
                raise RequestError(message)
            body, value = self._body("application/json", Json(lambda: Any)), self.json
        elif self.content is None:
            return None
        elif isinstance(self.content, str):
            body, value = self._body("text/plain; charset=utf-8", Text()), self.content
        else:
            body, value = self._body("application/octet-stream", Bytes()), self.content
        return encode_body(body, value, None)

    def _body(self, usual: str, kind: Json | Text | Bytes) -> Body:
        return Body({self.media_type or usual: kind})


def with_fields(
    options: RequestOptions | None,
    query: Mapping[str, str] | None,
    headers: Mapping[str, str] | None,
) -> RequestOptions:
    """Return options with more fields."""
    options = options or RequestOptions()
    return replace(
        options,
        query={**options.query, **(query or {})},
        headers={**options.headers, **(headers or {})},
    )


def request(
    core: Core, method: str, path: str, content: Content, options: RequestOptions
) -> Generator[Effect, Any, RawResponse]:
    """Send a request, and return its response."""
    try:
        operation, prepared = _prepared(core, method, path, content, options)
        raw = yield from _sent(core, operation, prepared, options)
    except Error as error:
        error.locate(NAME)
        raise
    return raw


def _prepared(
    core: Core, method: str, path: str, content: Content, options: RequestOptions
) -> tuple[Operation[RawResponse], Prepared]:
    if not FIELD_NAME.fullmatch(method):
        message = f"{method!r} is not a method"
        raise RequestError(message)
    if options.idempotency_key is not None:
        message = "the operation has no idempotency key"
        raise RequestError(message)
    method = method.upper()
    operation: Operation[RawResponse] = Operation(
        NAME,
        method,
        path,
        core.api.server,
        (),
        security=core.api.security,
        idempotent=method in _IDEMPOTENT,
    )
    headers = {"accept": _ACCEPT, **core.defaults.headers}
    encoded = content.encoded()
    if encoded is not None:
        insert(headers, "content-type", encoded[0])
    prepared = assemble(
        core,
        operation,
        write_path(path),
        "",
        headers,
        None if encoded is None else encoded[1],
        options,
        is_stream=lambda status, _: options.on_body is not None and status < _FIRST_UNDECLARED,
    )
    return operation, prepared


def _sent(
    core: Core, operation: Operation[RawResponse], prepared: Prepared, options: RequestOptions
) -> Generator[Effect, Any, RawResponse]:
    called, raw = yield from core.send(operation, prepared, options)
    if raw.status >= _FIRST_UNDECLARED:
        raise UndeclaredError(core.writer(called).write(raw, declared=False), raw)
    yield from core.give(raw, options)
    return raw


def write_path(path: str) -> str:
    """Return a path as it is sent: what a path may not have is percent-encoded."""
    if not path.startswith("/") or path.startswith("//"):
        message = f"the path {path!r} does not begin with one `/`"
        raise RequestError(message)
    if _REFUSED.search(path):
        message = f"the path {path!r} has `?`, `#`, a backslash or a control character"
        raise RequestError(message)
    # URL parsers would remove such segments, whether percent-encoded or not.
    if any(one.lower().replace("%2e", ".") in {".", ".."} for one in path.split("/")):
        message = f"the path {path!r} has a segment `.` or `..`"
        raise RequestError(message)
    try:
        return quote(_FALSE_ESCAPE.sub("%25", path), safe=_SAFE)
    except UnicodeEncodeError:
        message = f"the path {path!r} has half of a surrogate pair"
        raise RequestError(message) from None
