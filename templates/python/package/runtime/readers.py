"""Chooses how a stream is split into items."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .frames import EventReader, LineReader, SequenceReader
from .mixed import PartReader

if TYPE_CHECKING:
    from .frames import FrameReader, Framing


def reader_of(
    framing: Framing, limit: int, media_type: str, last: FrameReader | None = None
) -> FrameReader:
    """Return the reader of a connection, which continues from that of the last one.

    The media type is that of the response, which has the boundary of parts.
    """
    match framing:
        case "events":
            return EventReader(limit, last)
        case "lines":
            return LineReader(limit)
        case "sequence":
            return SequenceReader(limit)
        case "parts":
            return PartReader(limit, media_type)
