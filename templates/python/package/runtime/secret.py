"""Text that must not be printed."""

from __future__ import annotations

from typing import final


@final
class Secret:
    """A secret: neither `str()` nor `repr()` shows it."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        """Keep `text` from view."""
        self._text = text

    @classmethod
    def of(cls, text: str | Secret) -> Secret:
        """Take a secret as it is, and text as a secret."""
        return text if isinstance(text, Secret) else cls(text)

    def expose(self) -> str:
        """The secret itself."""
        return self._text

    def __eq__(self, other: object) -> bool:
        """Whether both are the same secret."""
        return isinstance(other, Secret) and self._text == other._text

    def __hash__(self) -> int:
        """Equal secrets have equal hashes."""
        return hash(self._text)

    def __repr__(self) -> str:
        """Never the secret."""
        return "Secret(...)"

    def __reduce__(self) -> str:
        """Refuse to be pickled, which would write the secret down."""
        message = "a secret cannot be pickled"
        raise TypeError(message)
