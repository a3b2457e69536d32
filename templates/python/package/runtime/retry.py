"""When a request is retried, and after how long."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timezone
from typing import TYPE_CHECKING

from .errors import TimedOutError, TransportError
from .raw import RawResponse

if TYPE_CHECKING:
    from .clock import Clock
    from .errors import Error

_WORTH_REPEATING = frozenset({429, 502, 503, 504})
_MOST_DOUBLINGS = 64


@dataclass(frozen=True)
class RetryPolicy:
    """When a request is retried.

    A request that never left is retried. A request of an idempotent operation is also retried if
    the connection broke or if the response is 429, 502, 503 or 504. A request that timed out is not
    retried. The waits double, each is shortened to a random part of itself, and none is shorter
    than `Retry-After` (RFC 9110 §10.2.3).
    """

    attempts: int = 3
    """The maximum number of attempts, including the first."""
    first_wait: float = 0.25
    """The upper bound of the first wait, in seconds."""
    longest_wait: float = 10.0
    """The upper bound of every wait, in seconds, except for `Retry-After`."""
    longest_retry_after: float = 60.0
    """The longest `Retry-After` to wait for, in seconds. If the service asks for more, its response
    is returned at once."""

    @classmethod
    def never(cls) -> RetryPolicy:
        """Return a policy that never retries."""
        return cls(attempts=1)

    def wait(
        self,
        attempt: int,
        outcome: RawResponse | Error,
        clock: Clock,
        *,
        idempotent: bool,
        requested: float | None = None,
    ) -> float | None:
        """Return the seconds to wait before retrying, or `None` not to retry.

        A stream passes the reconnection time that its service requested.
        """
        if attempt >= self.attempts or not _may_repeat(outcome, idempotent=idempotent):
            return None
        doubled = self.first_wait * 2.0 ** min(attempt - 1, _MOST_DOUBLINGS)
        wait = clock.jitter(min(doubled, self.longest_wait))
        asked = _retry_after(outcome, clock) if isinstance(outcome, RawResponse) else requested
        if asked is None:
            return wait
        return None if asked > self.longest_retry_after else max(wait, asked)


def _may_repeat(outcome: RawResponse | Error, *, idempotent: bool) -> bool:
    match outcome:
        case RawResponse():
            return idempotent and outcome.status in _WORTH_REPEATING
        case TransportError():
            return idempotent or not outcome.sent
        case TimedOutError():
            return not outcome.sent
        case _:
            return False


def _retry_after(raw: RawResponse, clock: Clock) -> float | None:
    """Return the time that `Retry-After` asks for, given in seconds or as a date."""
    text = (raw.header("retry-after") or "").strip()
    if text.isascii() and text.isdigit():
        return float(text)
    until = http_date(text)
    return None if until is None else max(until.timestamp() - clock.time_of_day(), 0.0)


_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def http_date(text: str) -> datetime | None:
    """Parse an IMF-fixdate (RFC 9110 §5.6.7), independently of the locale."""
    try:
        day_name, day, month, year, clock, zone = text.strip().split(" ")
        hour, minute, second = (int(part) for part in clock.split(":"))
        date = datetime(
            int(year), _MONTHS.index(month) + 1, int(day), hour, minute, second, tzinfo=timezone.utc
        )
    except ValueError:
        return None
    return date if zone == "GMT" and day_name == f"{_DAYS[date.weekday()]}," else None
