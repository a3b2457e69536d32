"""Verifies and decodes webhooks."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from .model import decode
from .secret import Secret

T = TypeVar("T")

SIGNATURE_HEADER = "X-Service-Signature-256"
"""The default header field of the signature."""

_LOWER = re.compile(rb"sha256=([0-9a-f]{64})")
_ANY_CASE = re.compile(rb"sha256=([0-9A-Fa-f]{64})")


class WebhookError(Exception):
    """A webhook is not genuine, or there is no secret to verify it with."""

    def __init__(
        self, reason: Literal["no-secret", "missing", "malformed", "mismatch"], message: str
    ) -> None:
        """Store the reason."""
        super().__init__(message)
        self.reason = reason
        """The reason as a keyword."""


@dataclass(frozen=True)
class Webhook(Generic[T]):
    """A kind of webhook, whose body is a `T`."""

    name: str
    type: Callable[[], Any]


class Verifier:
    """Verifies webhooks.

    A signature is `sha256=` followed by the HMAC-SHA256 (RFC 2104) of the body as received, in
    lower-case hexadecimal digits. Signatures are compared in constant time, so that timing reveals
    nothing about a secret.
    """

    def __init__(
        self,
        secrets: str | Secret | Iterable[str | Secret],
        *,
        header: str = SIGNATURE_HEADER,
        allow_upper_case: bool = False,
    ) -> None:
        """Verify with one or more secrets. Pass the old and the new one during a rotation."""
        given = [secrets] if isinstance(secrets, str | Secret) else secrets
        self._secrets = [Secret.of(secret).expose().encode() for secret in given]
        if not self._secrets or not all(self._secrets):
            # With an empty secret, anyone could sign.
            message = "there is no secret to verify webhooks with, or an empty one"
            raise WebhookError("no-secret", message)
        self._header = header.lower()
        self._pattern = _ANY_CASE if allow_upper_case else _LOWER

    def verify(self, signature: str | bytes, body: bytes) -> None:
        """Raise `WebhookError` unless the body is signed with one of the secrets."""
        octets = signature if isinstance(signature, bytes) else signature.encode("utf-8", "replace")
        match = self._pattern.fullmatch(octets)
        if match is None:
            message = "the signature is not `sha256=` and 64 hexadecimal digits"
            raise WebhookError("malformed", message)
        given = bytes.fromhex(match[1].decode())
        # Compare with every secret, so that timing does not reveal which one matches.
        good = [
            hmac.compare_digest(given, hmac.digest(secret, body, hashlib.sha256))
            for secret in self._secrets
        ]
        if not any(good):
            raise WebhookError("mismatch", "the signature does not match the body")

    def verify_headers(
        self,
        headers: Mapping[str, str] | Iterable[tuple[str, str]],
        body: bytes,
    ) -> None:
        """Verify the body with the signature from the header fields."""
        pairs: Any = headers.items() if isinstance(headers, Mapping) else headers
        found = [value for name, value in pairs if name.lower() == self._header]
        if len(found) != 1:
            raise WebhookError("missing", "the webhook does not have exactly one signature")
        self.verify(found[0], body)

    def verify_and_parse(self, webhook: Webhook[T], signature: str | bytes, body: bytes) -> T:
        """Verify the body and decode the event in it.

        Raises `WebhookError` if the body is not signed, and `DecodeError` if it does not have the
        shape that the description declares.
        """
        self.verify(signature, body)
        value: T = decode(webhook.type(), body)
        return value

    def __repr__(self) -> str:
        """Show no secrets."""
        return f"Verifier(header={self._header!r})"


def sign(secret: str | Secret, body: bytes) -> str:
    """Return the signature of a body in the form in which it is sent, for tests of handlers."""
    key = Secret.of(secret).expose().encode()
    return f"sha256={hmac.digest(key, body, hashlib.sha256).hex()}"
