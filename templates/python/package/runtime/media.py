"""Compares media types to select the declared response (RFC 9110 §8.3)."""

from __future__ import annotations

from collections.abc import Iterable


def essence(media: str) -> str:
    """Return the media type without its parameters, in lower case."""
    return media.split(";", 1)[0].strip().lower()


def is_json(media: str) -> bool:
    """Return whether text of a media type is JSON (RFC 6839 §3.1)."""
    return media in {"application/json", "text/json"} or media.endswith("+json")


def concrete(media: str, in_range: str) -> str:
    """Return the media type to send, as a range such as `text/*` cannot be sent (§8.3.1)."""
    return in_range if essence(media).endswith("/*") else media


def _in_range(declared: str, actual: str) -> bool:
    return declared == "*/*" or (declared.endswith("/*") and actual.startswith(declared[:-1]))


def find(declared: Iterable[str], content_type: str | None) -> str | None:
    """Return the declared media type that a response matches most closely.

    A response without a media type counts as having the first one declared.
    """
    known = list(declared)
    if content_type is None:
        return known[0] if known else None
    actual = essence(content_type)
    for media in known:
        if essence(media) == actual:
            return media
    for media in known:
        if is_json(essence(media)) and is_json(actual):
            return media
    for media in known:
        if _in_range(essence(media), actual):
            return media
    return None
