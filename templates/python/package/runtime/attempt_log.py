"""A middleware that logs every attempt."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from .errors import CredentialsError, TimedOutError, TransportError
from .message import request_id

if TYPE_CHECKING:
    from .middleware import Attempt, Middleware

_FIRST_ERROR = 400
_LEVELS = {"debug": logging.DEBUG, "info": logging.INFO, "warn": logging.WARNING}
_KINDS = (
    (TimedOutError, "timeout"),
    (TransportError, "connection"),
    (CredentialsError, "credentials"),
)
_PACKAGE = __name__.partition(".runtime.")[0]


def log_attempts(logger: logging.Logger) -> Middleware:
    """Return a middleware that writes a line before each attempt and one after it.

    The level is `DEBUG` before an attempt, `INFO` after a response with a status below 400, and
    `WARNING` after any other response and after an error. No line shows a secret.
    """

    @contextmanager
    def log(attempt: Attempt) -> Iterator[None]:
        line = (
            f"{attempt.operation}: {attempt.method} {attempt.path_template} "
            f"attempt {attempt.number}"
        )
        logger.debug("%s", line)
        start = attempt.clock.now()
        try:
            yield
        except BaseException as error:
            logger.warning("%s: failed%s after %s", line, _kind(error), _time(attempt, start))
            raise
        response = attempt.response
        if response is not None:
            level = logging.INFO if response.status < _FIRST_ERROR else logging.WARNING
            request = request_id(response.headers)
            time = _time(attempt, start)
            logger.log(level, "%s: %d after %s%s", line, response.status, time, request)

    return log


def log_of(variable: str) -> Middleware | None:
    """Return the log that a variable of the environment asks for, if any, to standard error."""
    level = _LEVELS.get(os.environ.get(variable, ""))
    if level is None:
        return None
    logger = logging.getLogger(_PACKAGE)
    logger.setLevel(level)
    if not logger.hasHandlers():
        logger.addHandler(logging.StreamHandler(sys.stderr))
    return log_attempts(logger)


def _time(attempt: Attempt, start: float) -> str:
    return f"{int((attempt.clock.now() - start) * 1000)} ms"


def kind_of(error: BaseException) -> str | None:
    """Return what kind of failure an error is, if it is one of an attempt."""
    return next((word for one, word in _KINDS if isinstance(error, one)), None)


def _kind(error: BaseException) -> str:
    kind = kind_of(error)
    return "" if kind is None else f" ({kind})"
