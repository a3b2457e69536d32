"""Time and randomness, which tests can replace."""

from __future__ import annotations

import random
import time

import anyio


class Clock:
    """The source of time and randomness of a client. Tests override what they need."""

    def now(self) -> float:
        """Return monotonic time in seconds, by which tokens expire."""
        return time.monotonic()

    def time_of_day(self) -> float:
        """Return seconds since 1970, which an HTTP date in `Retry-After` is compared with."""
        return time.time()

    def sleep(self, seconds: float) -> None:
        """Wait, for `Client`."""
        time.sleep(seconds)

    async def sleep_async(self, seconds: float) -> None:
        """Wait, for `AsyncClient`."""
        await anyio.sleep(seconds)

    def jitter(self, bound: float) -> float:
        """Return a random number between 0 and `bound`, by which a retry is delayed."""
        return random.uniform(0, bound)
