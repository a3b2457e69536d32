"""The user agent."""

from __future__ import annotations

import os
import re
import sys

# What a token cannot contain (RFC 9110 §5.6.2).
_NOT_TOKEN = re.compile(r"[^!#$%&'*+.^_`|~0-9A-Za-z-]+")


def user_agent(package: str, version: str) -> str:
    """Return the `User-Agent` of a package on this platform."""
    python = ".".join(str(part) for part in sys.version_info[:3])
    products = f"{_product(package, version)} {_product('python', python)}"
    known = "; ".join(filter(None, (_token(sys.platform), _token(_machine()))))
    return f"{products} ({known})" if known else products


def _product(name: str, version: str) -> str:
    return "/".join(filter(None, (_token(name), _token(version))))


def _machine() -> str:
    """Return the architecture. The module `platform` would start a query on Windows."""
    uname = getattr(os, "uname", None)
    return os.environ.get("PROCESSOR_ARCHITECTURE", "") if uname is None else uname().machine


def _token(text: str) -> str:
    return _NOT_TOKEN.sub("", text)
