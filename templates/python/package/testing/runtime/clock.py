"""A clock for tests."""

from __future__ import annotations

from ..runtime.clock import Clock

_START = 1_767_225_600.0


class FakeClock(Clock):
    """A clock that stands still, except that a wait ends at once and advances it.

    Retries are not delayed at random: they wait as long as their policy allows.
    """

    def __init__(self, start: float = _START) -> None:
        """Start at a time in seconds since 1970; by default, that is the beginning of 2026."""
        self.time = start
        """The time in seconds since 1970."""
        self.waits: list[float] = []
        """The waits so far, in seconds."""

    def advance(self, seconds: float) -> None:
        """Advance the clock."""
        self.time += seconds

    def now(self) -> float:
        """Return the time."""
        return self.time

    def time_of_day(self) -> float:
        """Return the time."""
        return self.time

    def sleep(self, seconds: float) -> None:
        """Record a wait, and advance the clock."""
        self.waits.append(seconds)
        self.advance(seconds)

    async def sleep_async(self, seconds: float) -> None:
        """Record a wait, and advance the clock."""
        self.sleep(seconds)

    def jitter(self, bound: float) -> float:
        """Return the bound."""
        return bound
