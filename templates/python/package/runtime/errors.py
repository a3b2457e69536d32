"""Why an operation failed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .raw import RawResponse

CREDENTIALS_PREFIX = "could not obtain credentials: "
"""How the message of every `CredentialsError` begins."""


class Error(Exception):
    """Anything that can go wrong with an operation.

    The text begins with the operation, bounds what it quotes of a response, and shows no secret.
    """

    operation: str | None = None
    """The operationId, where an operation was called."""

    def locate(self, operation: str) -> None:
        """Note the operation that failed, and put it at the head of the text."""
        if not self.operation:
            self.operation = operation
            start = f"{operation}: "
            text = str(self)
            self.args = (text if text.startswith(start) else start + text, *self.args[1:])


class AnswerError(Error):
    """The service answered, but not with what was requested."""

    def __init__(self, message: str, raw: RawResponse) -> None:
        """Keep the response."""
        super().__init__(message)
        self.raw = raw
        """The response as received."""

    @property
    def status(self) -> int:
        """The status of the response."""
        return self.raw.status


class ApiError(AnswerError):
    """The service answered with an error that the description declares."""

    body: Any
    """What the response says, of the type that the description declares; `None` for no body."""

    def __init__(self, raw: RawResponse, body: object, message: str | None = None) -> None:
        """Keep the body."""
        super().__init__(message or f"the service answered with status {raw.status}", raw)
        self.body = body


class UndeclaredError(AnswerError):
    """The response has a status or a media type that the description does not declare."""


class DecodeError(ValueError):
    """A document is not of the shape that the description declares."""

    def __init__(self, pointer: str, problem: str) -> None:
        """Name the place."""
        super().__init__(f"{problem} at `{pointer}`")
        self.pointer = pointer
        """Where, as a JSON Pointer (RFC 6901)."""


class UnreadableError(AnswerError):
    """The response is not of the shape that the description declares."""

    def __init__(self, raw: RawResponse, error: DecodeError, what: str | None = None) -> None:
        """Keep where and how it differs."""
        what = what or f"the response with status {raw.status}"
        super().__init__(f"{what} cannot be read: {error}", raw)
        self.pointer = error.pointer
        """Where it differs, as a JSON Pointer (RFC 6901)."""


class TooLargeError(Error):
    """The response, or an item of a stream, is larger than the client lets it be."""

    def __init__(self, limit: int, what: str = "the response") -> None:
        """Name the limit, in bytes."""
        super().__init__(
            f"{what} is larger than {limit} bytes; raise `response_limit` to allow more"
        )
        self.limit = limit
        """The limit, in bytes."""


class TransportError(Error):
    """The service could not be reached, or the connection broke."""

    def __init__(self, reason: str, *, sent: bool) -> None:
        """Keep whether the request may have been sent."""
        what = "the connection broke" if sent else "the service could not be reached"
        super().__init__(f"{what}: {reason}")
        self.sent = sent
        """Whether the request may have left."""


class TimedOutError(Error):
    """No response came in time."""

    def __init__(self, reason: str, *, sent: bool) -> None:
        """Keep whether the request may have been sent."""
        super().__init__(f"no response arrived in time: {reason}")
        self.sent = sent
        """Whether the request may have left."""


class RequestError(Error):
    """The request cannot be written in the way that the description asks for; nothing was sent."""


class ConfigurationError(Error):
    """A client cannot be set up like this."""


class PageLoopError(Error):
    """A page names an earlier page as its next one."""

    def __init__(self, parameter: str) -> None:
        """Name the parameter, as it would be sent."""
        super().__init__(f"the list repeats a page: {parameter!r} was requested before")
        self.parameter = parameter
        """The parameter with which the pages would form a cycle, as it would be sent."""


class CredentialsError(Error):
    """Credentials could not be obtained; nothing was sent to the service."""

    def __init__(self, message: str) -> None:
        """Say what failed."""
        super().__init__(CREDENTIALS_PREFIX + message)


class MissingCredentialsError(CredentialsError):
    """The operation asks for credentials of which none is configured."""

    def __init__(self, operation: str) -> None:
        """Name the operation."""
        super().__init__(f"no credential that {operation} accepts is configured")


class TokenRefusedError(CredentialsError):
    """The token endpoint answered with an error (RFC 6749 §5.2), or not as it should (§5.1)."""

    def __init__(self, message: str, raw: RawResponse, code: str | None = None) -> None:
        """Keep the response."""
        super().__init__(message)
        self.raw = raw
        """The response as received."""
        self.code = code
        """The error code, such as `invalid_client`, if there is one."""


class TokenUnavailableError(CredentialsError):
    """The token endpoint could not be reached, or a token provider failed."""
