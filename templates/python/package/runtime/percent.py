"""Escapes text by percent-encoding (RFC 3986 §2.1), where the location allows escapes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from .errors import RequestError

if TYPE_CHECKING:
    from .operation import Parameter

_UNRESERVED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
# The reserved characters that are kept. `&`, `+` and `#` would end or change the value.
_RESERVED_KEPT = frozenset(b":/?[]@!$()*,;=")
_SPACE = 0x20
# Texts of characters that every location allows, and that are no delimiters.
_PLAIN = re.compile("[0-9A-Za-z_-]*")


@dataclass(frozen=True)
class Escape:
    """How characters are handled that are not allowed in a location."""

    percent: bool = True
    """Whether they are percent-encoded. If not, they are rejected, as in header fields."""
    reserved: bool = False
    """Whether reserved characters (RFC 3986 §2.2) are left as they are."""
    plus: bool = False
    """Whether a space is written as `+`."""
    refused: str = ""
    """The other characters that are rejected."""

    @classmethod
    def of(cls, parameter: Parameter) -> Escape:
        """Return the rules for the location of a parameter."""
        match parameter.location:
            case "path":
                return cls()
            case "query":
                return cls(reserved=parameter.allow_reserved)
            case "header":
                return cls(percent=False)
            case "cookie":
                return cls(percent=False, refused=";")

    @classmethod
    def form(cls, field: Parameter) -> Escape:
        """Return the rules for a field of an `application/x-www-form-urlencoded` body."""
        return cls(reserved=field.allow_reserved, plus=True)

    def text(self, text: str, delimiters: str = "") -> str:
        """Escape `text` so that none of it can be mistaken for the `delimiters`."""
        if _PLAIN.fullmatch(text):
            return text
        if not self.percent:
            return self._unescaped(text, delimiters)
        # A reader could not distinguish them from the delimiters `%20` and `%7C`.
        if delimiters == " " and " " in text:
            raise _refusal(text, "a space")
        if delimiters == "|" and "|" in text:
            raise _refusal(text, "`|`")
        keep = _UNRESERVED | _RESERVED_KEPT if self.reserved else _UNRESERVED
        keep -= frozenset(delimiters.encode())
        try:
            octets = text.encode()
        except UnicodeEncodeError:
            raise _refusal(text, "half of a surrogate pair") from None
        return "".join(map(_escapes(keep, self.plus).__getitem__, octets))

    def name(self, name: str, delimiters: str = "") -> str:
        """Escape a name, including all reserved characters."""
        if self.percent:
            return Escape(plus=self.plus).text(name, delimiters)
        if "=" in name:
            raise _refusal(name, "`=` in a name")
        return self.text(name, delimiters)

    def _unescaped(self, text: str, delimiters: str) -> str:
        if any(ord(character) < _SPACE or "\x7f" <= character <= "\x9f" for character in text):
            raise _refusal(text, "a control character")
        if any(character in self.refused or character in delimiters for character in text):
            raise _refusal(text, "a delimiter")
        if text.startswith(" ") or text.endswith(" "):
            raise _refusal(text, "a space at its beginning or end")
        return text


@cache
def _escapes(keep: frozenset[int], plus: bool) -> tuple[str, ...]:
    """Return what is written for each octet."""

    def escape(octet: int) -> str:
        if octet in keep:
            return chr(octet)
        return "+" if octet == _SPACE and plus else f"%{octet:02X}"

    return tuple(map(escape, range(256)))


def _refusal(text: str, what: str) -> RequestError:
    return RequestError(f"{text!r} has {what}, which cannot be sent here")
