"""Keeps credentials in URLs out of the log of the HTTP client."""

from __future__ import annotations

import logging

import httpx


class _Redaction(logging.Filter):
    """Removes the values of some query parameters from URLs in log records."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()

    def filter(self, record: logging.LogRecord) -> bool:
        """Pass every record, without secrets."""
        if isinstance(record.args, tuple):
            record.args = tuple(self._redacted(one) for one in record.args)
        return True

    def _redacted(self, argument: object) -> object:
        if isinstance(argument, httpx.URL):
            for name in self.names & set(argument.params):
                argument = argument.copy_set_param(name, "...")
        return argument


_REDACTION = _Redaction()


def keep_out_of_logs(parameter: str) -> None:
    """Never log the value of a query parameter."""
    _REDACTION.names.add(parameter)
    # Adding a filter twice has no effect.
    logging.getLogger("httpx").addFilter(_REDACTION)
