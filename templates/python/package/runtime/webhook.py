"""Webhooks: whether one is genuine, and what is in it."""

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
"""The header field that carries a signature, by default."""

_LOWER = re.compile(rb"sha256=([0-9a-f]{64})")
_ANY_CASE = re.compile(rb"sha256=([0-9A-Fa-f]{64})")


class WebhookError(Exception):
    """A webhook is not to be trusted, or there is nothing to verify it with."""

    def __init__(
        self, reason: Literal["no-secret", "missing", "malformed", "mismatch"], message: str
    ) -> None:
        """Keep the reason for programs."""
        super().__init__(message)
        self.reason = reason
        """Why, in a word."""


@dataclass(frozen=True)
class Webhook(Generic[T]):
    """A kind of webhook, whose body is a `T`."""

    name: str
    type: Callable[[], Any]


class Verifier:
    """Verifies webhooks.

    A signature is `sha256=` and the HMAC-SHA256 (RFC 2104) of the body, byte for byte as
    received, in lower-case hexadecimal digits. Time says nothing about a secret: signatures are
    compared in constant time.
    """

    def __init__(
        self,
        secrets: str | Secret | Iterable[str | Secret],
        *,
        header: str = SIGNATURE_HEADER,
        allow_upper_case: bool = False,
    ) -> None:
        """Verify with one of these secrets; while one is replaced, both are good."""
        given = [secrets] if isinstance(secrets, str | Secret) else secrets
        self._secrets = [Secret.of(secret).expose().encode() for secret in given]
        if not self._secrets or not all(self._secrets):
            # With an empty one, anyone could sign.
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
        # Every secret is tried, so that time does not say which one it was.
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
        """Verify the body by the one signature among these header fields."""
        pairs: Any = headers.items() if isinstance(headers, Mapping) else headers
        found = [value for name, value in pairs if name.lower() == self._header]
        if len(found) != 1:
            raise WebhookError("missing", "the webhook does not have exactly one signature")
        self.verify(found[0], body)

    def verify_and_parse(self, webhook: Webhook[T], signature: str | bytes, body: bytes) -> T:
        """The content of a body that is signed.

        Raises `WebhookError` if it is not signed, and `DecodeError` if it is not of the shape
        that the description gives it.
        """
        self.verify(signature, body)
        value: T = decode(webhook.type(), body)
        return value

    def __repr__(self) -> str:
        """Without the secrets."""
        return f"Verifier(header={self._header!r})"


def sign(secret: str | Secret, body: bytes) -> str:
    """The signature of a body, as it is sent; for those who test what they do with webhooks."""
    key = Secret.of(secret).expose().encode()
    return f"sha256={hmac.digest(key, body, hashlib.sha256).hex()}"
