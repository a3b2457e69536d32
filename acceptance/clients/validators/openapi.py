"""Checks requests and responses with openapi-core."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from openapi_core import Config, OpenAPI
from openapi_core.datatypes import RequestParameters
from werkzeug.datastructures import Headers, ImmutableMultiDict

ORIGIN = "http://localhost"
AMBIENT = {"user-agent", "host", "connection", "accept-encoding", "content-length", "accept-language"}


@dataclass(frozen=True)
class Sent:
    """A request as received."""

    method: str
    target: str
    headers: list[tuple[str, str]]
    body: bytes

    def key(self) -> tuple[Any, ...]:
        """Return what identifies the request, independently of the HTTP library."""
        fields = sorted(
            (name.lower(), value) for name, value in self.headers if name.lower() not in AMBIENT
        )
        return (self.method, self.target, tuple(fields), self.body)

    def shown(self) -> dict[str, Any]:
        """Return the request as JSON, for the record."""
        fields = {
            name.lower(): value for name, value in self.headers if name.lower() not in AMBIENT
        }
        body = base64.b64encode(self.body).decode()
        return {"method": self.method, "target": self.target, "headers": fields, "body": body}


class Request:
    """The view of a request that openapi-core requires (its protocol `Request`)."""

    def __init__(self, sent: Sent) -> None:
        parts = urlsplit(sent.target)
        headers = Headers(sent.headers)
        cookies = SimpleCookie()
        try:
            cookies.load(headers.get("cookie", ""))
        except CookieError:
            pass
        self.host_url = ORIGIN
        self.path = parts.path
        self.path_pattern = None
        self.full_url_pattern = ORIGIN + parts.path
        self.method = sent.method.lower()
        self.content_type = headers.get("content-type", "")
        self.body = sent.body or None
        self.parameters = RequestParameters(
            query=ImmutableMultiDict(parse_qsl(parts.query, keep_blank_values=True)),
            header=headers,
            cookie=ImmutableMultiDict((name, one.value) for name, one in cookies.items()),
        )


class Response:
    """The view of a response that openapi-core requires."""

    def __init__(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.status_code = status
        self.headers = Headers(headers)
        self.content_type = headers.get("content-type", "")
        self.data = body


class Described:
    """A description, against which requests and responses are checked."""

    def __init__(self, path: str) -> None:
        with open(path, encoding="utf-8") as file:
            description = json.load(file)
        readers = {name: _reader(name) for name in _media_types(description)}
        readers = {name: reader for name, reader in readers.items() if reader is not None}
        config = Config(extra_media_type_deserializers=readers)
        self.api = OpenAPI.from_dict(description, config=config)

    def request(self, sent: Sent) -> list[str]:
        """Return the errors of a request."""
        return _errors(lambda: self.api.iter_request_errors(Request(sent)))

    def response(
        self, sent: Sent, status: int, headers: dict[str, str], body: bytes
    ) -> list[str]:
        """Return the errors of a response."""
        response = Response(status, headers, body)
        return _errors(lambda: self.api.iter_response_errors(Request(sent), response))


def _media_types(value: Any) -> set[str]:
    """Return the media types of a description, without parameters and in lower case."""
    if isinstance(value, list):
        return set().union(*map(_media_types, value))
    if not isinstance(value, dict):
        return set()
    found = set().union(*map(_media_types, value.values()))
    content = value.get("content")
    names = content if isinstance(content, dict) else {}
    return found | {name.partition(";")[0].strip().lower() for name in names if "/" in name}


def _reader(media_type: str) -> Any:
    """Return the decoder of a media type; `None` if openapi-core supports it."""
    if media_type.endswith("+json") or media_type == "text/json":
        return lambda content, **_: json.loads(content)
    kind, _, subtype = media_type.partition("/")
    if kind in {"multipart", "text"} or subtype in {"json", "x-www-form-urlencoded", "xml"}:
        return None
    # Bytes are checked as text with one character per byte.
    return lambda content, **_: content.decode("latin-1")


def _errors(iterate: Any) -> list[str]:
    try:
        return [_text(error) for error in iterate()]
    except Exception as error:  # The validator fails at it: that is its verdict.
        return [f"crash: {type(error).__name__}: {error}"]


def _text(error: BaseException) -> str:
    parts = []
    seen: BaseException | None = error
    while seen is not None:
        text = f"{type(seen).__name__}: {seen}"
        details = [one.message for one in getattr(seen, "schema_errors", None) or []]
        parts.append(text if not details else f"{text}: {'; '.join(details)}")
        seen = seen.__cause__
    return ": ".join(parts)
