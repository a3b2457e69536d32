"""Code that both kinds of connections share."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import TYPE_CHECKING

import httpx

from .errors import ConfigurationError, RequestError, TimedOutError, TransportError
from .prepare import is_field
from .server import is_loopback

if TYPE_CHECKING:
    from .prepare import Prepared

DEFAULT_CONNECT_TIMEOUT = 10.0
_ORIGIN = re.compile("[^:]*:(?://)?[^/?#]*")
OPERATION = "sdk.operation"
"""The extension of a request with its operation and its path template, for tests."""


def no_cookies() -> CookieJar:
    """Return a cookie jar that stays empty: cookies of the service are not sent back."""
    return CookieJar(DefaultCookiePolicy(allowed_domains=[]))


def checked(user_agent: str) -> str:
    """Check that the user agent is valid in a header field."""
    if not is_field(user_agent):
        message = "the user agent contains characters that are not allowed"
        raise ConfigurationError(message)
    return user_agent


def is_direct(prepared: Prepared) -> bool:
    """Return whether the request goes to a loopback address, which no proxy can reach."""
    origin = _ORIGIN.match(prepared.url)
    return _is_loopback(origin[0] if origin else prepared.url)


@lru_cache
def _is_loopback(origin: str) -> bool:
    return is_loopback(httpx.URL(origin).host)


def timeouts(prepared: Prepared, connect: float) -> httpx.Timeout:
    """Return the time limits of the parts of an attempt."""
    return httpx.Timeout(prepared.timeout, connect=min(connect, prepared.timeout))


def extensions(prepared: Prepared) -> dict[str, object]:
    """Return what the transport can know of a request."""
    return {OPERATION: (prepared.operation, prepared.path)}


def is_streamed(prepared: Prepared, response: httpx.Response) -> bool:
    """Return whether the response is a stream, which has no time limit."""
    media = response.headers.get("content-type")
    if prepared.is_stream is None or not prepared.is_stream(response.status_code, media):
        return False
    response.request.extensions.get("timeout", {})["read"] = None
    return True


@contextmanager
def translated() -> Iterator[None]:
    """Convert errors of the HTTP client, which contain addresses and header fields."""
    try:
        yield
    except (httpx.ConnectTimeout, httpx.PoolTimeout) as error:
        raise TimedOutError(type(error).__name__, sent=False) from None
    except httpx.TimeoutException as error:
        raise TimedOutError(type(error).__name__, sent=True) from None
    except httpx.ConnectError as error:
        raise TransportError(str(error) or type(error).__name__, sent=False) from None
    except httpx.InvalidURL:
        message = "the address is not a valid URL"
        raise RequestError(message) from None
    except httpx.HTTPError as error:
        raise TransportError(str(error) or type(error).__name__, sent=True) from None
