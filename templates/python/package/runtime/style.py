"""Encodes parameters and form fields by their style (OAS 3.0.3 §4.7.12.3, RFC 6570).

- `None`, an empty list and an empty object are not sent (RFC 6570 §2.3).
- In paths and queries, all characters except the unreserved ones (RFC 3986 §2.3) are
  percent-encoded, and so are the delimiters of the style within a value.
- Header fields and cookies have no escapes: values that they cannot represent are an error.
- Lists and objects within flat styles, for which OAS defines no form, are written as JSON.
- `deepObject` nests: `a[b][c]=1`, `a[b][]=1`, `a[b][0][c]=1`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .document import Value, to_text, to_value
from .errors import RequestError
from .percent import Escape

if TYPE_CHECKING:
    from .operation import Parameter

# The maximum nesting depth in a query.
_DEEPEST = 16


def write_parameter(parameter: Parameter, value: object) -> str:
    """Return the text of a parameter, ready to be inserted in the request.

    - path: the replacement of `{name}`, such as `5`, `.5` or `;id=5`; never empty.
    - query: one or more `name=value`, joined by `&`, or the whole query; empty if nothing is sent.
    - header: the value of the field; empty if nothing is sent.
    - cookie: one or more `name=value`, joined by `; `; empty if nothing is sent.
    """
    text = _write(parameter, Escape.of(parameter), to_value(value))
    if parameter.location == "path" and text in {"", ".", ".."}:
        name = parameter.name
        message = f"the path parameter {name!r} cannot be {text!r}: it would lead to another path"
        raise RequestError(message)
    return text


def write_form(fields: Iterable[Parameter], value: Value) -> str:
    """Return the text of an `application/x-www-form-urlencoded` body.

    `fields` come first and in order; other properties follow as text.
    """
    if not isinstance(value, dict):
        message = "only an object can be sent as a form"
        raise RequestError(message)
    members = dict(value)
    pairs = [
        _write(field, Escape.form(field), members.pop(field.name))
        for field in fields
        if field.name in members
    ]
    pairs += [_unlisted(name, member) for name, member in sorted(members.items())]
    return "&".join(pair for pair in pairs if pair)


def _unlisted(name: str, value: Value) -> str:
    """Encode a form field that the description does not define; a list becomes repeated pairs."""
    escape = Escape(plus=True)
    items = value if isinstance(value, list) else [value]
    texts = (to_text(item) for item in items if item is not None)
    return "&".join(f"{escape.name(name)}={escape.text(text)}" for text in texts)


@dataclass(frozen=True)
class _Layout:
    """The delimiters of a style, in the terms of RFC 6570 §3.2.1."""

    first: str
    """Written before the first item."""
    apart: str
    """Written between items that are separate (`explode`)."""
    within: str
    """Written between the items of one value."""
    named: bool
    """Whether values are written as `name=value`."""
    bare: bool = False
    """Whether `=` is left out before an empty value."""


def _layout(parameter: Parameter) -> _Layout:
    """Return the delimiters.

    A style that the location does not allow counts as its default style.
    """
    match (parameter.location, parameter.style):
        case ("path", "label"):
            return _Layout(".", ".", ",", named=False)
        case ("path", "matrix"):
            return _Layout(";", ";", ",", named=True, bare=True)
        case ("path" | "header", _):
            return _Layout("", ",", ",", named=False)
        case ("cookie", _):
            return _Layout("", "; ", ",", named=True)
        case ("query", "spaceDelimited"):
            return _Layout("", "&", " ", named=True)
        case ("query", "pipeDelimited"):
            return _Layout("", "&", "|", named=True)
        case ("query", "simple"):  # The whole query (OpenAPI 3.2.0 §4.12.2).
            return _Layout("", "&", ",", named=False)
        case _:
            return _Layout("", "&", ",", named=True)


def _write(parameter: Parameter, escape: Escape, value: Value) -> str:
    if value is None:
        return ""
    if parameter.is_json:
        return _Writer(parameter, escape).within([to_text(value, is_json=True)])
    if parameter.location == "query" and parameter.style == "deepObject":
        return "&".join(_deep(escape, escape.name(parameter.name), value, 0))
    writer = _Writer(parameter, escape)
    match value:
        case list():
            return writer.items([to_text(item) for item in value if item is not None])
        case dict():
            members = {name: to_text(item) for name, item in value.items() if item is not None}
            return writer.members(members)
        case one:
            return writer.within([to_text(one)])


class _Writer:
    """Encodes a parameter."""

    def __init__(self, parameter: Parameter, escape: Escape) -> None:
        self._parameter = parameter
        self._escape = escape
        self._layout = _layout(parameter)

    def items(self, texts: list[str]) -> str:
        """Encode a list."""
        if not texts:
            return ""
        if not self._parameter.is_exploded:
            return self.within(texts, self._layout.within)
        delimiter = self._layout.apart.strip(" ")
        values = [self._value(self._escape.text(text, delimiter)) for text in texts]
        return self._layout.first + self._layout.apart.join(values)

    def members(self, members: dict[str, str]) -> str:
        """Encode an object."""
        if not members:
            return ""
        if not self._parameter.is_exploded:
            pairs = [part for member in members.items() for part in member]
            return self.within(pairs, self._layout.within)
        delimiter = self._layout.apart.strip(" ")
        values = [
            self._escape.name(name, delimiter) + self._assign(self._escape.text(text, delimiter))
            for name, text in members.items()
        ]
        return self._layout.first + self._layout.apart.join(values)

    def within(self, texts: Iterable[str], delimiter: str = "") -> str:
        """Encode one value that consists of `texts`."""
        # A query can contain neither of them (RFC 3986 §3.4).
        between = {" ": "%20", "|": "%7C"}.get(delimiter, delimiter)
        value = between.join(self._escape.text(text, delimiter) for text in texts)
        return self._layout.first + self._value(value)

    def _value(self, value: str) -> str:
        """Return `value` or `name=value`, depending on the style."""
        if not self._layout.named:
            return value
        return self._escape.name(self._parameter.name) + self._assign(value)

    def _assign(self, value: str) -> str:
        return "" if self._layout.bare and not value else f"={value}"


def _within(escape: Escape, name: str, key: str) -> str:
    """Escape the brackets, which a query cannot contain (RFC 3986 §3.4)."""
    if "[" in key or "]" in key:
        message = f"{key!r} has a bracket, which cannot be sent here"
        raise RequestError(message)
    return f"{name}%5B{escape.name(key)}%5D"


def _deep(escape: Escape, name: str, value: Value, depth: int) -> Iterator[str]:
    if depth > _DEEPEST:
        message = f"an object in a query cannot nest deeper than {_DEEPEST}"
        raise RequestError(message)
    match value:
        case list():
            plain = not any(isinstance(item, list | dict) for item in value)
            items = [item for item in value if item is not None]
            for index, item in enumerate(items):
                inner = "" if plain else str(index)
                yield from _deep(escape, _within(escape, name, inner), item, depth + 1)
        case dict():
            for key, member in value.items():
                if member is not None:
                    yield from _deep(escape, _within(escape, name, key), member, depth + 1)
        case _:
            yield f"{name}={escape.text(to_text(value))}"
