"""Exceptions raised by operations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .quoting import LONGEST_PART, cut, quoted

if TYPE_CHECKING:
    from .raw import RawResponse

CREDENTIALS_PREFIX = "could not obtain credentials: "
"""How the message of every `CredentialsError` begins."""


class Error(Exception):
    """The base class of all exceptions that an operation raises.

    The text begins with the operation, limits what it quotes of a response, and shows no secret.
    """

    operation: str | None = None
    """The operationId, if an operation was called."""

    def locate(self, operation: str) -> None:
        """Set the operation that failed, and add it at the beginning of the text."""
        if not self.operation:
            self.operation = operation
            start = f"{operation}: "
            text = str(self)
            self.args = (text if text.startswith(start) else start + text, *self.args[1:])


class AnswerError(Error):
    """The service responded, but not as requested."""

    def __init__(self, message: str, raw: RawResponse) -> None:
        """Store the response."""
        super().__init__(message)
        self.raw = raw
        """The response as received."""

    @property
    def status(self) -> int:
        """The status of the response."""
        return self.raw.status


class ApiError(AnswerError):
    """The service returned an error that the description declares."""

    body: Any
    """The body of the response, of the declared type; `None` for no body."""

    def __init__(self, raw: RawResponse, body: object, message: str | None = None) -> None:
        """Store the body."""
        super().__init__(message or f"the service answered with status {raw.status}", raw)
        self.body = body


class UndeclaredError(AnswerError):
    """The response has a status or a media type that the description does not declare."""


class DecodeError(ValueError):
    """A document does not have the shape that the description declares."""

    def __init__(self, pointer: str, problem: str) -> None:
        """Add the location to the text."""
        super().__init__(f"{cut(problem, LONGEST_PART)} at `{cut(pointer, LONGEST_PART)}`")
        self.pointer = pointer
        """The location, as a JSON Pointer (RFC 6901)."""


class UnreadableError(AnswerError):
    """The response does not have the shape that the description declares."""

    def __init__(self, raw: RawResponse, error: DecodeError, what: str | None = None) -> None:
        """Store where and how it differs."""
        what = what or f"the response with status {raw.status}"
        super().__init__(f"{what} cannot be read: {error}", raw)
        self.pointer = error.pointer
        """The location of the difference, as a JSON Pointer (RFC 6901)."""


class TooLargeError(Error):
    """The response, or an item of a stream, is larger than the limit of the client."""

    def __init__(self, limit: int, what: str = "the response") -> None:
        """Store the limit, in bytes."""
        super().__init__(
            f"{what} is larger than {limit} bytes; raise `response_limit` to allow more"
        )
        self.limit = limit
        """The limit, in bytes."""


class TransportError(Error):
    """The service could not be reached, or the connection broke."""

    def __init__(self, reason: str, *, sent: bool) -> None:
        """Store whether the request may have been sent."""
        what = "the connection broke" if sent else "the service could not be reached"
        # The HTTP client quotes what it received, of any length.
        super().__init__(f"{what}: {quoted(reason)}")
        self.sent = sent
        """Whether the request may have been sent."""


class TimedOutError(Error):
    """No response arrived in time."""

    def __init__(self, reason: str, *, sent: bool) -> None:
        """Store whether the request may have been sent."""
        super().__init__(f"no response arrived in time: {reason}")
        self.sent = sent
        """Whether the request may have been sent."""


class RequestError(Error):
    """The request cannot be encoded as the description requires. Nothing was sent, or only the
    beginning of a body whose source failed."""


class ConfigurationError(Error):
    """A client cannot be set up with these arguments."""


class PageLoopError(Error):
    """The list refers back to a page that was already requested."""

    def __init__(self, parameter: str) -> None:
        """Store the parameter, as it would be sent."""
        shown = quoted(parameter)
        super().__init__(f"the list repeats a page: {shown!r} was requested before")
        self.parameter = parameter
        """The parameter whose value would repeat a page, as it would be sent."""


class CredentialsError(Error):
    """The credentials are not available; nothing was sent to the service."""

    def __init__(self, message: str) -> None:
        """Add what failed to the text."""
        super().__init__(CREDENTIALS_PREFIX + message)


class MissingCredentialsError(CredentialsError):
    """No credentials are configured that the operation accepts."""

    def __init__(self, operation: str) -> None:
        """Add the operation to the text."""
        super().__init__(f"no credential that {operation} accepts is configured")


class TokenRefusedError(CredentialsError):
    """The token endpoint returned an error (RFC 6749 §5.2), or an invalid response (§5.1)."""

    def __init__(self, message: str, raw: RawResponse, code: str | None = None) -> None:
        """Store the response."""
        super().__init__(message)
        self.raw = raw
        """The response as received."""
        self.code = code
        """The error code, such as `invalid_client`, if the response has one."""


class TokenUnavailableError(CredentialsError):
    """The token endpoint could not be reached, or a token provider failed."""
