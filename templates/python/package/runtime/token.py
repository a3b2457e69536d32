"""Access tokens by the OAuth 2.0 client credentials grant (RFC 6749 §4.4)."""

from __future__ import annotations

import math
from collections.abc import Generator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from .document import parse_json
from .errors import (
    CREDENTIALS_PREFIX,
    CredentialsError,
    DecodeError,
    Error,
    TimedOutError,
    TokenRefusedError,
    TokenUnavailableError,
)
from .flow import Effect, Lock, Overdue, exchange, time_is_up
from .message import Messages, MessageWriter
from .prepare import Prepared
from .secret import Secret

if TYPE_CHECKING:
    from .core import Core
    from .credentials import ClientCredentials
    from .raw import RawResponse
    from .server import Servers

_OK = 200
ENDPOINT = "the token endpoint"
"""The operation of requests for tokens, for errors, middleware and the log."""
# Where the response has its error message (RFC 6749 §5.2).
_MESSAGES = Messages(texts=("/error", "/error_description"))
_FORM = "application/x-www-form-urlencoded"


@dataclass(frozen=True)
class _Token:
    secret: Secret
    refresh: float


class TokenSource:
    """The source of tokens, with the token in use."""

    def __init__(self, credentials: ClientCredentials, url: str, servers: Servers) -> None:
        """Exchange `credentials` for tokens at `url`."""
        self._url = url
        self._form = credentials.form(servers)
        self._margin = credentials.margin
        self._client_secret = credentials.client_secret
        self._token: _Token | None = None
        self._failure: CredentialsError | None = None
        self._failures = 0

    def token(
        self, core: Core, refused: Secret | None, call: Prepared | None = None
    ) -> Generator[Effect, Any, Secret]:
        """Return the token in use, or a new one if it is about to expire or is the `refused` one.

        The lock is held while a token is requested, so that there is at most one token request at a
        time. Callers that wait share its result, including a failure, unless the request has failed
        because the time of its call was up.
        """
        failures = self._failures
        try:
            lock = yield Lock(self, None if call is None else call.left(core.clock))
        except Overdue:
            raise time_is_up() from None
        try:
            token = self._token
            if token is not None and core.clock.now() < token.refresh and token.secret != refused:
                return token.secret
            self._token = None
            if self._failure is not None and self._failures != failures:
                # An exception object cannot be raised by several callers at once.
                raise _copy(self._failure)
            try:
                self._token = yield from self._fetch(core, call)
            except CredentialsError as error:
                if call is None or not call.ends_after(core.clock, 0):
                    self._failures += 1
                    self._failure = error
                raise
            return self._token.secret
        finally:
            lock.release()

    def _fetch(self, core: Core, call: Prepared | None) -> Generator[Effect, Any, _Token]:
        asked = core.clock.now()
        prepared = Prepared(
            operation=ENDPOINT,
            method="POST",
            path=urlsplit(self._url).path,
            url=self._url,
            headers={"content-type": _FORM, "accept": "application/json"},
            body=self._form.expose().encode(),
            timeout=core.timeout,
            # Issuing one more token does no harm.
            idempotent=True,
            deadline=None if call is None else call.deadline,
        )
        try:
            raw = yield from exchange(core, prepared, [])
        except Error as error:
            if isinstance(error, TimedOutError) and prepared.ends_after(core.clock, 0):
                raise
            message = f"the token endpoint could not be reached: {error}"
            raise TokenUnavailableError(message) from None
        secret, life = _read(raw, self._client_secret)
        margin = min(self._margin, life / 2)
        return _Token(secret, asked + (life - margin if math.isfinite(life) else math.inf))


def _copy(failure: CredentialsError) -> CredentialsError:
    """Return a copy of the failure for another operation."""
    text = str(failure).partition(CREDENTIALS_PREFIX)[2]
    match failure:
        case TokenRefusedError():
            return TokenRefusedError(text, failure.raw, failure.code)
        case _:
            return type(failure)(text)


def _read(raw: RawResponse, client_secret: Secret) -> tuple[Secret, float]:
    """Return the token and its lifetime, infinite if the response has none (RFC 6749 §5.1)."""
    try:
        answer = parse_json(raw.content)
    except DecodeError:
        answer = None
    members: dict[str, Any] = answer if isinstance(answer, dict) else {}
    if raw.status != _OK:
        code = members.get("error")
        known = code if isinstance(code, str) else None
        text = MessageWriter(ENDPOINT, _MESSAGES, [client_secret.expose()]).write(raw)
        message = text.replace(f"{ENDPOINT}: the service", ENDPOINT, 1)
        raise TokenRefusedError(message, raw, known)
    token, kind = members.get("access_token"), members.get("token_type")
    if not isinstance(token, str) or not token:
        message = "the response of the token endpoint cannot be used: it has no `access_token`"
        raise TokenRefusedError(message, raw)
    if not isinstance(kind, str) or kind.lower() != "bearer":
        message = (
            "the response of the token endpoint cannot be used: its `token_type` is not `bearer`"
        )
        raise TokenRefusedError(message, raw)
    return Secret(token), _seconds(members.get("expires_in"))


def _seconds(value: object) -> float:
    """Parse a number of seconds, which some servers write as a string."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return math.inf
    try:
        seconds = float(value)
    except (ValueError, OverflowError):
        return math.inf
    return seconds if seconds >= 0 else math.inf
