"""The kinds of credentials."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias
from urllib.parse import urlencode

from .secret import Secret

if TYPE_CHECKING:
    from .server import Servers


class TokenProvider(Protocol):
    """A source of tokens, implemented by the caller."""

    def token(self, refused: Secret | None) -> Secret | str | Awaitable[Secret | str]:
        """Return a token. Only an `AsyncClient` accepts an awaitable.

        This is called before every request, so cache the token. `refused` is the token that the
        service has just rejected with 401, if any.
        """
        ...


class ClientCredentials:
    """The client's own OAuth 2.0 credentials, which are exchanged for tokens (RFC 6749 §4.4).

    A token is reused until shortly before it expires or until the service rejects it. Concurrent
    requests share one token request.
    """

    def __init__(
        self,
        client_id: str,
        client_secret: str | Secret,
        *,
        token_url: str | None = None,
        resource: str | None = None,
        scope: str | None = None,
        margin: float = 30.0,
    ) -> None:
        """Create credentials from a client ID and its secret.

        `token_url` is the token endpoint, if it differs from the one in the description. `resource`
        is the service that tokens are requested for (RFC 8707). Server variables in both, such as
        `{base_url}`, are replaced. `scope` is the requested scopes, separated by spaces (RFC 6749
        §3.3). `margin` is how many seconds before its expiry a token is replaced, but never more
        than half of its lifetime.
        """
        self.client_id = client_id
        self.client_secret = Secret.of(client_secret)
        self.token_url = token_url
        self.resource = resource
        self.scope = scope
        self.margin = margin

    def form(self, servers: Servers) -> Secret:
        """Return the body of a token request."""
        pairs = [
            ("grant_type", "client_credentials"),
            ("client_id", self.client_id),
            ("client_secret", self.client_secret.expose()),
        ]
        if self.resource is not None:
            pairs.append(("resource", servers.expand(self.resource)))
        if self.scope is not None:
            pairs.append(("scope", self.scope))
        return Secret(urlencode(pairs, safe="*").replace("~", "%7E"))

    def __repr__(self) -> str:
        """Show no secret."""
        return f"ClientCredentials({self.client_id!r}, ...)"


@dataclass(frozen=True, repr=False)
class BasicCredentials:
    """A user name and a password (RFC 7617)."""

    username: str
    password: str | Secret

    def __repr__(self) -> str:
        """Show no password."""
        return f"BasicCredentials({self.username!r}, ...)"


TokenCredential: TypeAlias = str | Secret | TokenProvider
"""A bearer token or an API key, or a provider of tokens."""
OAuthCredential: TypeAlias = TokenCredential | ClientCredentials
"""A `TokenCredential`, or client credentials that are exchanged for tokens."""
AnyCredential: TypeAlias = OAuthCredential | BasicCredentials
"""Any kind of credentials."""
