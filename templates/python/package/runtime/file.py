"""Files in multipart forms."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import AsyncIterable, Iterable
from dataclasses import dataclass, field
from typing import BinaryIO

from pydantic_core import CoreSchema, core_schema

from .document import Sendable
from .scalars import _base64


@dataclass(frozen=True)
class File(Sendable):
    """A file in a multipart form. In JSON it is base64 text."""

    content: bytes | BinaryIO | Iterable[bytes] | AsyncIterable[bytes] = field(repr=False)
    """The content of the file: `bytes` in data from the service.

    In a form, it can also be a binary file or an iterable of `bytes`, and for an `AsyncClient` an
    asynchronous iterable. It is read as it is sent, so it is never held whole, and the request is
    sent only once, whatever the retry policy. The caller closes the file after the call.
    """
    name: str | None = None
    """The file name from the sender. Never use it as a path without checking it."""
    media_type: str | None = None
    """The media type."""

    def to_value(self) -> str:
        """Return the file as base64 text.

        Raises `TypeError` if the content is not bytes.
        """
        if not isinstance(self.content, bytes | bytearray | memoryview):
            message = "a file that is not bytes can only be sent as a part of a form"
            raise TypeError(message)
        return b64encode(self.content).decode()

    @classmethod
    def _read(cls, value: object) -> File:
        return value if isinstance(value, File) else cls(_base64(value))

    @classmethod
    def __get_pydantic_core_schema__(cls, *_: object) -> CoreSchema:
        """Validate files, bytes and base64 text."""
        return core_schema.no_info_plain_validator_function(
            cls._read,
            serialization=core_schema.plain_serializer_function_ser_schema(
                cls.to_value, when_used="json"
            ),
        )
