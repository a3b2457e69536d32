"""What the HTTP client writes into logs: addresses, and so credentials that are in their query."""

from __future__ import annotations

import logging

import httpx


class _Redaction(logging.Filter):
    """Takes the values of some parameters out of the addresses that are logged."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()

    def filter(self, record: logging.LogRecord) -> bool:
        """Let everything pass, without secrets."""
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
    """Never log the value of this parameter of a query."""
    _REDACTION.names.add(parameter)
    # Adding a filter again changes nothing.
    logging.getLogger("httpx").addFilter(_REDACTION)
