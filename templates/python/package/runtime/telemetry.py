"""The names and attributes of the semantic conventions of OpenTelemetry for HTTP clients."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias
from urllib.parse import urlsplit

from .attempt_log import kind_of

if TYPE_CHECKING:
    from .middleware import Attempt

Attributes: TypeAlias = "dict[str, str | int]"

_FIRST_ERROR = 400
_PORTS = {"http": 80, "https": 443}
_METHODS = frozenset(
    {"CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "QUERY", "TRACE"}
)


def span_name(attempt: Attempt) -> str:
    """Return the name of a span: the method and the path template."""
    method = attempt.method if attempt.method in _METHODS else "HTTP"
    return f"{method} {attempt.path_template}"


def common(attempt: Attempt) -> Attributes:
    """Return the attributes that spans and metrics have before an attempt."""
    url = urlsplit(attempt.url)
    known = attempt.method in _METHODS
    attributes: Attributes = {
        "http.request.method": attempt.method if known else "_OTHER",
        "server.address": url.hostname or "",
        "url.template": attempt.path_template,
    }
    port = url.port or _PORTS.get(url.scheme)
    if port is not None:
        attributes["server.port"] = port
    return attributes


def before(attempt: Attempt, shared: Attributes) -> Attributes:
    """Return the attributes of a span before an attempt."""
    attributes = {**shared, "url.full": attempt.url}
    if shared["http.request.method"] == "_OTHER":
        attributes["http.request.method_original"] = attempt.method
    if attempt.number > 1:
        attributes["http.request.resend_count"] = attempt.number - 1
    return attributes


def after(attempt: Attempt, failure: BaseException | None) -> Attributes:
    """Return the attributes that spans and metrics have after an attempt."""
    attributes: Attributes = {}
    if attempt.response is not None:
        status = attempt.response.status
        attributes["http.response.status_code"] = status
        if status >= _FIRST_ERROR:
            attributes["error.type"] = str(status)
    if failure is not None:
        attributes["error.type"] = kind_of(failure) or type(failure).__qualname__
    return attributes
