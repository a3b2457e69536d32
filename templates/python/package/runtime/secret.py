"""Text that must not be printed."""

from __future__ import annotations

from typing import final


@final
class Secret:
    """A secret: neither `str()` nor `repr()` shows it."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        """Create a secret from `text`."""
        self._text = text

    @classmethod
    def of(cls, text: str | Secret) -> Secret:
        """Return a secret as it is, or a text as a secret."""
        return text if isinstance(text, Secret) else cls(text)

    def expose(self) -> str:
        """Return the secret text."""
        return self._text

    def __eq__(self, other: object) -> bool:
        """Return whether both are the same secret."""
        return isinstance(other, Secret) and self._text == other._text

    def __hash__(self) -> int:
        """Return a hash that is equal for equal secrets."""
        return hash(self._text)

    def __repr__(self) -> str:
        """Show a placeholder."""
        return "Secret(...)"

    def __reduce__(self) -> str:
        """Refuse to be pickled, which would write the secret in plain text."""
        message = "a secret cannot be pickled"
        raise TypeError(message)
