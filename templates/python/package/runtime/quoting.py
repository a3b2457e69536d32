"""Limits what texts for people quote of what was received."""

from __future__ import annotations

import re

LONGEST_PART = 300
"""The most characters of a quoted text."""

# White space, control characters, and characters that are invisible or change the direction.
_GAPS = re.compile(
    "[\x00-\x20\x7f-\xa0\xad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e"
    "\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff\ud800-\udfff]+"
)


def clean(text: str) -> str:
    """Replace each run of white space and invisible characters by a space."""
    return _GAPS.sub(" ", text).strip(" ")


def quoted(text: str) -> str:
    """Clean and shorten a quoted text."""
    return cut(clean(text), LONGEST_PART)


def cut(text: str, longest: int) -> str:
    """Return the text, without its end if it is too long."""
    return text if len(text) <= longest else text[: longest - 1] + "…"
