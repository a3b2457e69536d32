"""Tests of the options of a call and of copies of a client, by the conformance vectors."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from scripts import retry_of, script, without
from support import KINDS, Stage, load, outcome

import PACKAGE_MODULE as sdk

REQUESTS = {
    vector["name"]: vector
    for vector in load("requests", {"operation", "parameters", "body", "expect"})
}
OPTIONS = load(
    "options",
    {
        "request",
        "without",
        "policy",
        "answers",
        "defaults",
        "client",
        "call",
        "changes",
        "original",
        "expect",
    },
)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("vector", OPTIONS, ids=lambda vector: str(vector["name"]))
def test_options(kind: str, vector: Any) -> None:
    def advance(seconds: float) -> None:
        stage.clock.time += seconds

    policy = retry_of(vector["policy"])
    stage = Stage(
        kind,
        script(vector["answers"], advance),
        retry=policy,
        **vector.get("defaults", {}),
        **settings(vector.get("client", {}), policy),
    )
    for change in vector.get("changes", []):
        copy = stage.client.with_options(**settings(change, policy))
        stage.client = stage.client if vector.get("original", False) else copy
    request = without(REQUESTS[vector["request"]], vector.get("without"))
    options = sdk.RequestOptions(**settings(vector["call"], policy))
    result = stage.call(request, options=options)
    expected = vector["expect"]
    assert outcome(result) == expected["outcome"], result
    assert stage.clock.waits == expected["waits"]
    assert len(stage.requests) == len(expected["requests"])
    for sent, wanted in zip(stage.requests, expected["requests"], strict=True):
        assert str(sent.url) == wanted.get("url", request["expect"]["url"])
        assert dict(sent.headers).items() >= wanted.get("headers", {}).items()
        properties = wanted.get("properties", {})
        assert not properties or json.loads(sent.content).items() >= properties.items()


def settings(described: Any, policy: sdk.RetryPolicy) -> dict[str, Any]:
    """Return settings by their names in Python."""
    names = {"callTimeout": "call_timeout", "idempotencyKey": "idempotency_key"}
    found = {names.get(name, name): value for name, value in described.items()}
    if "attempts" in found:
        found["retry"] = replace(policy, attempts=found.pop("attempts"))
    return found
