"""Tests of clients that are set up from the environment, by the conformance vectors."""

from __future__ import annotations

import os
from typing import Any

import httpx
import pytest
from support import KINDS, Clock, Stage, answer, load, without_parameters

import PACKAGE_MODULE as sdk
from PACKAGE_MODULE import errors

REQUESTS = {
    vector["name"]: vector
    for vector in load("requests", {"operation", "parameters", "body", "expect"})
}
ENVIRONMENT = load("environment", {"environment", "request", "without", "answer", "expect"})


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("vector", ENVIRONMENT, ids=lambda vector: str(vector["name"]))
def test_environment(kind: str, vector: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in {*os.environ} - {"PYTEST_CURRENT_TEST"}:
        monkeypatch.delenv(name)
    for name, text in vector["environment"].items():
        monkeypatch.setenv(name, text)
    expected = vector["expect"]
    if "missing" in expected:
        with pytest.raises(errors.ConfigurationError, match=rf"\b{expected['missing']} is not set"):
            client(kind, [])
        # What is passed replaces what the environment has.
        client(kind, [], credentials=None)
        return
    requests: list[httpx.Request] = []
    stage = Stage(kind, lambda _: answer(vector["answer"]))
    stage.client = client(kind, requests, vector["answer"])
    stage.call(without_parameters(REQUESTS[vector["request"]], vector.get("without", [])))
    if "tokenRequest" in expected:
        token = requests.pop(0)
        assert str(token.url) == expected["tokenRequest"]["url"]
        assert token.content.decode() == expected["tokenRequest"]["body"]
    [request] = requests
    assert str(request.url) == expected["url"]
    assert dict(request.headers).items() >= expected.get("headers", {}).items()


def client(kind: str, requests: list[httpx.Request], described: Any = None, **more: Any) -> Any:
    """Return a client that is set up from the environment."""

    def service(request: httpx.Request) -> httpx.Response:
        requests.append(request)
        if request.content.startswith(b"grant_type="):
            token = {"access_token": "vector-token", "token_type": "bearer"}
            return httpx.Response(200, json=token)
        return answer(described)

    http: Any = httpx.Client if kind == "sync" else httpx.AsyncClient
    own: Any = sdk.Client if kind == "sync" else sdk.AsyncClient
    return own.from_environment(
        origin="https://vectors.example",
        http_client=http(transport=httpx.MockTransport(service)),
        clock=Clock(),
        **more,
    )
