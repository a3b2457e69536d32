"""Helpers of the tests whose vectors have several answers."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

import httpx
from support import Handler, answer

import PACKAGE_MODULE as sdk

FAILURES = {
    "connect": httpx.ConnectError,
    "broken": httpx.RemoteProtocolError,
    "timeout": httpx.ReadTimeout,
}


def script(answers: Any, advance: Callable[[float], None] | None = None) -> Handler:
    """Return a service that gives these answers, one after the other, and advances the clock."""
    left = deque(answers)

    def service(_: httpx.Request) -> httpx.Response:
        described = left.popleft()
        if advance is not None:
            advance(described.get("seconds", 0))
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


def without(request: Any, name: str | None) -> Any:
    """Return a request whose JSON body lacks a property."""
    if name is None:
        return request
    body = request["body"]
    value = {key: one for key, one in body["value"].items() if key != name}
    return {**request, "body": {**body, "value": value}}
