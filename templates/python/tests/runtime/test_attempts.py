"""Tests of attempts, by the conformance vectors, with both clients."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from scripts import retry_of, script
from support import KINDS, Stage, load, outcome

import PACKAGE_MODULE as sdk

REQUESTS = {
    vector["name"]: vector
    for vector in load("requests", {"operation", "parameters", "body", "expect"})
}
ATTEMPTS = load("attempts", {"request", "policy", "answers", "defaults", "call", "expect"})
LEVELS = {"DEBUG": "debug", "INFO": "info", "WARNING": "warn"}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("vector", ATTEMPTS, ids=lambda vector: str(vector["name"]))
def test_attempts(kind: str, vector: Any, caplog: pytest.LogCaptureFixture) -> None:
    events: list[dict[str, Any]] = []
    logger = logging.getLogger("vectors")
    caplog.set_level(logging.DEBUG, "vectors")
    stage = Stage(
        kind,
        script(vector["answers"]),
        retry=retry_of(vector["policy"]),
        middleware=[noting(events, "outer"), noting(events, "inner"), sdk.log_attempts(logger)],
        **vector.get("defaults", {}),
    )
    request = REQUESTS[vector["request"]]
    result = stage.call(request, options=sdk.RequestOptions(**vector.get("call", {})))
    expected = vector["expect"]
    assert outcome(result) == expected["outcome"], result
    assert events == expected["events"]
    records = [one for one in caplog.records if one.name == "vectors"]
    lines = [f"{LEVELS[one.levelname]} {one.getMessage()}" for one in records]
    assert lines == expected["log"]
    assert stage.clock.waits == expected["waits"]
    assert len(stage.requests) == len(expected["requests"])
    for sent, wanted in zip(stage.requests, expected["requests"], strict=True):
        assert str(sent.url) == wanted.get("url", request["expect"]["url"])
        assert dict(sent.headers).items() >= wanted["headers"].items()


def noting(events: list[dict[str, Any]], name: str) -> sdk.Middleware:
    """Return a middleware that notes what it sees, and adds a header field."""

    @contextmanager
    def middleware(attempt: sdk.Attempt) -> Iterator[None]:
        def note(event: str, **more: Any) -> None:
            number = attempt.number
            events.append({"middleware": name, "event": event, "attempt": number, **more})

        note("before")
        place = f"{attempt.method} {attempt.path_template}"
        seen = f"{attempt.operation} {place} {attempt.number}"
        fields = attempt.headers
        fields[f"x-{name}"] = seen if name == "outer" else fields["x-outer"]
        try:
            yield
        except Exception:
            note("error")
            raise
        assert attempt.response is not None
        note("response", status=attempt.response.status)

    return middleware
