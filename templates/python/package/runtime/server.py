"""Server addresses and their variables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from urllib.parse import urljoin, urlsplit

from .errors import ConfigurationError


@dataclass(frozen=True)
class Servers:
    """The addresses of the servers, and the values of their variables."""

    variables: Mapping[str, str] = field(default_factory=dict)
    replaced: Mapping[str, str] = field(default_factory=dict)
    origin: str | None = None
    _resolved: dict[str, str] = field(default_factory=dict, init=False, repr=False)

    def resolve(self, template: str) -> str:
        """Return the address of a server of the description, with its variables replaced."""
        if template not in self._resolved:
            self._resolved[template] = self._resolve(template)
        return self._resolved[template]

    def _resolve(self, template: str) -> str:
        address = self.expand(self.replaced.get(template, template))
        if self.origin is not None:
            address = urljoin(self.origin, address)
        flaw = _flaw(address)
        if flaw is not None:
            # The text before `@` may be a password.
            shown = address.rsplit("@", 1)[-1]
            message = f"{shown!r} is not a valid server address: {flaw}"
            raise ConfigurationError(message)
        return address

    def expand(self, template: str) -> str:
        """Replace the `{variables}` of a template."""
        return expand(template, self._value)

    def _value(self, name: str) -> str:
        value = self.variables.get(name)
        if value is None:
            message = f"the server variable {name!r} has no value"
            raise ConfigurationError(message)
        return value


def _flaw(address: str) -> str | None:
    """Return why an address is not a valid server address, if it is not."""
    try:
        url = urlsplit(address)
        host, _ = url.hostname, url.port
    except ValueError as error:
        return str(error)
    if url.scheme not in {"http", "https"} or not host:
        return "its scheme is neither http nor https"
    if "@" in url.netloc:
        return "it contains a user name or password; pass them as credentials"
    if "?" in address or "#" in address:
        return "it has a query or a fragment"
    if any(character.isspace() or not character.isprintable() for character in address):
        return "it has blanks or control characters"
    return None


def expand(template: str, value: Callable[[str], str]) -> str:
    """Replace `{names}` by values in one pass, so that values are not expanded again."""
    pieces = []
    rest = template
    while "{" in rest and "}" in rest.split("{", 1)[1]:
        before, behind = rest.split("{", 1)
        name, rest = behind.split("}", 1)
        pieces += [before, value(name)]
    return "".join([*pieces, rest])


def is_loopback(host: str) -> bool:
    """Return whether a host is a loopback address, which no proxy can reach."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
