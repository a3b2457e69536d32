"""Tests of parameters that a client sets for all calls, by the conformance vectors."""

from __future__ import annotations

from typing import Any

import pytest
from dispatch import OPERATIONS
from support import KINDS, Stage, answer, load, outcome, without_parameters

REQUESTS = {
    vector["name"]: vector
    for vector in load("requests", {"operation", "parameters", "body", "expect"})
}
GLOBALS = load(
    "globals",
    {
        "request",
        "client",
        "without",
        "call",
        "change",
        "original",
        "list",
        "answers",
        "expect",
    },
)
SETTINGS = {
    parameter.name: parameter.setting
    for entry in OPERATIONS.values()
    for parameter in entry.operation.parameters
    if parameter.setting is not None
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("vector", GLOBALS, ids=lambda vector: str(vector["name"]))
def test_globals(kind: str, vector: Any) -> None:
    answers = iter(vector["answers"])
    stage = Stage(kind, lambda _: answer(next(answers)), **settings(vector["client"]))
    if "change" in vector:
        copy = stage.client.with_options(**settings(vector["change"]))
        stage.client = stage.client if vector.get("original", False) else copy
    request = without_parameters(REQUESTS[vector["request"]], vector["without"])
    request = {**request, "parameters": {**request["parameters"], **vector["call"]}}
    if vector.get("list", False):
        _, result = stage.items(request)
        came = "end" if result is None else outcome(result)
    else:
        result = stage.call(request)
        came = outcome(result)
    expected = vector["expect"]
    assert came == expected["outcome"], result
    assert [str(sent.url) for sent in stage.requests] == expected["urls"]
    assert expected.get("parameter", "") in str(result)


def settings(values: Any) -> dict[str, Any]:
    """Return settings by their names in Python."""
    return {SETTINGS[name]: value for name, value in values.items()}
