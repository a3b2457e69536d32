"""Helpers of the tests whose vectors have several answers."""

from __future__ import annotations

from collections import deque
from typing import Any

import httpx
from support import Handler, answer

import PACKAGE_MODULE as sdk

FAILURES = {
    "connect": httpx.ConnectError,
    "broken": httpx.RemoteProtocolError,
    "timeout": httpx.ReadTimeout,
}


def script(answers: Any) -> Handler:
    """Return a service that gives these answers, one after the other."""
    left = deque(answers)

    def service(_: httpx.Request) -> httpx.Response:
        described = left.popleft()
        if "failure" in described:
            raise FAILURES[described["failure"]](described["failure"])
        return answer(described)

    return service


def retry_of(policy: Any) -> sdk.RetryPolicy:
    """Return the retry policy of a vector."""
    return sdk.RetryPolicy(
        attempts=policy["attempts"],
        first_wait=policy["firstWait"],
        longest_wait=policy["longestWait"],
        longest_retry_after=policy["longestRetryAfter"],
    )
