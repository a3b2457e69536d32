"""The configured credentials, and those that a request carries."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Awaitable, Generator, Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import quote_plus

from .credentials import AnyCredential, BasicCredentials, ClientCredentials, TokenProvider
from .errors import (
    ConfigurationError,
    CredentialsError,
    MissingCredentialsError,
    TokenUnavailableError,
)
from .flow import Await, Effect, Overdue, time_is_up
from .logs import keep_out_of_logs
from .prepare import FIELD_NAME, is_field
from .secret import Secret
from .token import TokenSource

if TYPE_CHECKING:
    from .core import Core
    from .operation import Api, Operation, Scheme
    from .prepare import Prepared
    from .server import Servers

_Key = Secret | TokenSource | TokenProvider


class Keyring:
    """All configured credentials."""

    def __init__(
        self, api: Api, given: Mapping[str, AnyCredential | None], servers: Servers
    ) -> None:
        """Create the key for each credential."""
        self._untrusted = api.elsewhere - servers.replaced.keys()
        self._keys: dict[str, tuple[Scheme, _Key]] = {}
        for scheme in api.schemes:
            credential = given.get(scheme.name)
            if credential is not None:
                if scheme.kind == "query":
                    keep_out_of_logs(scheme.field)
                self._keys[scheme.name] = (scheme, _key(scheme, credential, servers))

    def choose(self, operation: Operation[Any]) -> list[Grant]:
        """Return the credentials of the first alternative that is fully configured.

        A client without any credentials sends none, because a proxy in front may add them.
        """
        alternatives = operation.security
        if not self._keys or not any(alternatives):
            return []
        configured = (names for names in alternatives if names and self._keys.keys() >= {*names})
        chosen = next(configured, None)
        if chosen is not None and operation.server not in self._untrusted:
            return [Grant(*self._keys[name]) for name in chosen]
        if () in alternatives:
            return []
        if chosen is None:
            raise MissingCredentialsError(operation.id)
        message = (
            f"{operation.id} goes to {operation.server}, which is not on the site of the API: "
            "to send credentials there, set its address with `servers`"
        )
        raise CredentialsError(message)

    def __repr__(self) -> str:
        """Show the names of the schemes and no secrets."""
        return f"Keyring({', '.join(self._keys)})"


def _key(scheme: Scheme, credential: AnyCredential, servers: Servers) -> _Key:
    if isinstance(credential, BasicCredentials) != (scheme.kind == "basic"):
        message = f"the security scheme {scheme.name!r} takes a different kind of credentials"
        raise ConfigurationError(message)
    match credential:
        case str() | Secret():
            return Secret.of(credential)
        case BasicCredentials(username, password):
            pair = f"{username}:{Secret.of(password).expose()}"
            return Secret(b64encode(pair.encode()).decode())
        case ClientCredentials():
            url = credential.token_url or scheme.token_url
            if url is None:
                message = "the description has no token endpoint: set `token_url`"
                raise ConfigurationError(message)
            return TokenSource(credential, servers.resolve(url), servers)
        case _:
            return credential


class Grant:
    """One credential of one request."""

    def __init__(self, scheme: Scheme, key: _Key) -> None:
        """Create the grant of a key."""
        self._scheme = scheme
        self._key = key
        self._sent: Secret | None = None
        self._refused: Secret | None = None

    def apply(self, core: Core, prepared: Prepared) -> Generator[Effect, Any, Prepared]:
        """Return the request with the credential added."""
        match self._key:
            case Secret() as secret:
                pass
            case TokenSource() as source:
                secret = yield from source.token(core, self._refused, prepared)
            case provider:
                secret = yield from _provided(provider, self._refused, prepared.left(core.clock))
        self._sent = secret
        return _place(self._scheme, secret.expose(), prepared)

    def secrets(self) -> list[str]:
        """Return the secret in each form that would reveal it."""
        sent = self._sent.expose() if self._sent else ""
        if self._scheme.kind == "basic":
            return [sent, b64decode(sent).decode().partition(":")[2]]
        return [sent]

    def refuse(self) -> bool:
        """Return whether another credential is available after the service rejected one."""
        if isinstance(self._key, Secret) or self._refused is not None:
            return False
        self._refused = self._sent
        return self._refused is not None


def _provided(
    provider: TokenProvider, refused: Secret | None, within: float | None
) -> Generator[Effect, Any, Secret]:
    try:
        token = provider.token(refused)
        if isinstance(token, Awaitable):
            token = yield Await(token, within)
    except Overdue:
        raise time_is_up() from None
    except Exception as error:
        message = "the token provider failed"
        raise TokenUnavailableError(message) from error
    return Secret.of(token)


def _place(scheme: Scheme, secret: str, prepared: Prepared) -> Prepared:
    match scheme.kind:
        case "bearer":
            return prepared.with_header("authorization", _writable(f"Bearer {secret}"))
        case "basic":
            return prepared.with_header("authorization", _writable(f"Basic {secret}"))
        case "header" if not FIELD_NAME.fullmatch(scheme.field):
            message = f"{scheme.field!r} is not a header field"
            raise CredentialsError(message)
        case "header":
            return prepared.with_header(scheme.field, _writable(scheme.prefix + secret))
        case "cookie":
            pair = _writable(f"{scheme.field}={secret}")
            sent = prepared.headers.get("cookie")
            return prepared.with_header("cookie", pair if sent is None else f"{sent}; {pair}")
        case "query":
            pair = f"{quote_plus(scheme.field, safe='*')}={quote_plus(secret, safe='*')}"
            return prepared.with_query(pair)


def _writable(text: str) -> str:
    if not is_field(text):
        message = "the credential contains characters that are not allowed"
        raise CredentialsError(message)
    return text
