"""What every request of a client carries, except for requests for tokens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .errors import ConfigurationError, RequestError
from .percent import Escape
from .prepare import insert

_QUERY = Escape()


@dataclass(frozen=True, repr=False)
class Defaults:
    """Header fields and query fields that parameters and the options of a request can replace."""

    headers: Mapping[str, str]
    """The header fields; their names are in lower case."""
    query: Mapping[str, str]
    """The encoded pairs, by name."""

    @classmethod
    def of(cls, headers: Mapping[str, str] | None, query: Mapping[str, str] | None) -> Defaults:
        """Check the fields."""
        fields: dict[str, str] = {}
        try:
            for name, text in (headers or {}).items():
                insert(fields, name, text)
            return cls(fields, _pairs(query or {}))
        except RequestError as error:
            raise ConfigurationError(str(error)) from None

    def changed(self, added: Defaults) -> Defaults:
        """Return these fields and the added ones, which replace those with the same names."""
        return Defaults(
            {**self.headers, **added.headers},
            {**self.query, **added.query},
        )

    def query_with(self, own: Mapping[str, str]) -> list[str]:
        """Return the pairs that a call does not replace, and then its own."""
        if not own:
            return [*self.query.values()]
        kept = [pair for name, pair in self.query.items() if name not in own]
        return [*kept, *_pairs(own).values()]


def _pairs(fields: Mapping[str, str]) -> dict[str, str]:
    return {name: f"{_QUERY.text(name)}={_QUERY.text(text)}" for name, text in fields.items()}
