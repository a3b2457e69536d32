"""Settings from the variables of the environment. An empty variable counts as not set."""

from __future__ import annotations

import os
from typing import Any

from .credentials import BasicCredentials, ClientCredentials
from .errors import ConfigurationError
from .secret import Secret


def variable(name: str, default: str) -> str:
    """Return the value of a variable."""
    return os.environ.get(name) or default


def parameter(name: str) -> Any:
    """Return the value of a parameter for all calls, if its variable is set.

    It is sent as it is, whatever the type of the parameter.
    """
    return os.environ.get(name) or None


def secret(name: str) -> Secret | None:
    """Return a token or a key, if its variable is set."""
    text = os.environ.get(name)
    return Secret(text) if text else None


def basic(username: str, password: str) -> BasicCredentials | None:
    """Return a user name and a password, if their variables are set."""
    pair = _pair(username, password)
    return pair and BasicCredentials(pair[0], pair[1])


def token(
    token: str, client_id: str, client_secret: str, *, resource: str | None = None
) -> Secret | ClientCredentials | None:
    """Return a token, or else client credentials, if their variables are set."""
    found = secret(token)
    if found is not None:
        return found
    pair = _pair(client_id, client_secret)
    return pair and ClientCredentials(pair[0], pair[1], resource=resource)


def _pair(name: str, other: str) -> tuple[str, Secret] | None:
    text, hidden = os.environ.get(name), secret(other)
    if not text and hidden is None:
        return None
    if text and hidden is not None:
        return text, hidden
    missing, given = (other, name) if text else (name, other)
    message = f"the environment variable {missing} is not set, but {given} is"
    raise ConfigurationError(message)
