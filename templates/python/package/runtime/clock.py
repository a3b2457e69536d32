"""Time and randomness, so that tests need neither."""

from __future__ import annotations

import random
import time

import anyio


class Clock:
    """Where a client takes time and randomness from. Tests override what they need."""

    def now(self) -> float:
        """Seconds that only go forward: tokens expire by them."""
        return time.monotonic()

    def time_of_day(self) -> float:
        """Seconds since 1970: an HTTP date in `Retry-After` is compared with them."""
        return time.time()

    def sleep(self, seconds: float) -> None:
        """Wait; `Client` does so by this."""
        time.sleep(seconds)

    async def sleep_async(self, seconds: float) -> None:
        """Wait; `AsyncClient` does so by this."""
        await anyio.sleep(seconds)

    def jitter(self, bound: float) -> float:
        """A number from 0 up to `bound`, at random: how long a retry waits."""
        return random.uniform(0, bound)
