"""The requests that a service for tests has received."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

import httpx

from ..runtime.document import parse_json

_PARAMETER = re.compile(r"\\{(.*?)\\}")


@dataclass(frozen=True, repr=False)
class ReceivedRequest:
    """A request as received, with its credentials. Printing it shows only the operation."""

    operation: str
    """The operationId; `request` if the description does not describe the request."""
    method: str
    """The method."""
    path_template: str
    """The path as in the description, with the names of its parameters."""
    url: httpx.URL
    """The complete address."""
    headers: httpx.Headers
    """The header fields."""
    content: bytes
    """The body."""

    @property
    def path_parameters(self) -> Mapping[str, str]:
        """The parameters in the path, by their names in the description."""
        pattern = _PARAMETER.sub("([^/]*)", re.escape(self.path_template))
        names = _PARAMETER.findall(re.escape(self.path_template))
        path = self.url.raw_path.partition(b"?")[0].decode("ascii")
        found = re.search(f"{pattern}$", path)
        values = found.groups() if found else ()
        return {
            re.sub(r"\\(.)", r"\1", name): unquote(value)
            for name, value in zip(names, values, strict=False)
        }

    @property
    def query(self) -> httpx.QueryParams:
        """The fields of the query."""
        return self.url.params

    def json(self) -> Any:
        """Return the value of a JSON body."""
        return parse_json(self.content)

    def __repr__(self) -> str:
        """Show no address, because its query can have credentials."""
        return f"ReceivedRequest({self.operation}: {self.method} {self.path_template})"
