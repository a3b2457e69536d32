"""Tests of the service for tests, and of its clock."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest
from dispatch import CREDENTIALS, OPERATIONS
from support import KINDS, Stage, load, outcome, same, secrets, written

import PACKAGE_MODULE as sdk
from PACKAGE_MODULE import errors
from PACKAGE_MODULE._api import API
from PACKAGE_MODULE.runtime.model import Model
from PACKAGE_MODULE.runtime.percent import Escape
from PACKAGE_MODULE.testing import (
    Answer,
    FakeClock,
    FakeService,
    Fault,
    NoAnswerError,
)

REQUESTS = {
    vector["name"]: vector
    for vector in load("requests", {"operation", "parameters", "body", "expect"})
}
ANSWERS = [
    vector
    for vector in load("answers", {"request", "answer", "expect"})
    if vector["expect"]["outcome"] in {"value", "error"}
    and isinstance(vector["answer"].get("body"), str)
    and vector["answer"]["body"]
]
"""The answers of JSON or text that the description declares."""
by_both = pytest.mark.parametrize("kind", KINDS)


def staged(kind: str, service: FakeService, **settings: Any) -> Stage:
    """Return a stage whose client has a service for tests."""
    stage = Stage(kind, lambda _: httpx.Response(599))
    client: Any = sdk.Client if kind == "sync" else sdk.AsyncClient
    http = service.http_client() if kind == "sync" else service.async_http_client()
    stage.client = client(
        origin="https://vectors.example", http_client=http, clock=service.clock, **settings
    )
    return stage


class Thing(Model):
    due_time: int


@by_both
def test_answers_in_order(kind: str) -> None:
    service = FakeService().on(
        "request",
        Fault("connect", advance=1),
        Answer(503, headers={"retry-after": "3"}),
        Answer(201, json=Thing(due_time=1), headers={"x-a": "b"}, advance=2),
    )
    service.on("request", Answer(text="ä"), Fault("broken")).always("request", Fault("timeout"))
    stage = staged(kind, service)
    start = service.clock.time
    found = stage.run(stage.client.request, "PUT", "/a/b", json=[1], query={"c": "d e"})
    assert (found.status, found.json(), found.header("x-a")) == (201, {"dueTime": 1}, "b")
    assert found.header("content-type") == "application/json"
    assert service.clock.waits == [0.25, 3]
    assert service.clock.time == start + 6.25
    assert [repr(one) for one in service.requests] == ["ReceivedRequest(request: PUT /a/b)"] * 3
    last = service.requests[-1]
    assert last.json() == [1]
    assert last.query == httpx.QueryParams({"c": "d e"})
    assert last.headers["content-type"] == "application/json"
    assert stage.run(stage.client.request, "POST", "/").text == "ä"
    assert isinstance(stage.run(stage.client.request, "POST", "/"), errors.TransportError)
    for _ in range(2):
        result = stage.run(stage.client.request, "POST", "/")
        assert isinstance(result, errors.TimedOutError)
    assert service.clock.time_of_day() == service.clock.now() == start + 6.25


@by_both
def test_without_an_answer(kind: str) -> None:
    service = FakeService()
    stage = staged(kind, service)
    with pytest.raises(NoAnswerError, match=r"for request: GET \S*/a/b$"):
        stage.run(stage.client.request, "GET", "/a/b", query={"secret": "s"})
    assert len(service.requests) == 1
    assert not issubclass(NoAnswerError, errors.Error)


def test_answers_that_cannot_be_given() -> None:
    with pytest.raises(ValueError, match="'reqest': did you mean 'request'"):
        FakeService().on("reqest", Answer())
    with pytest.raises(ValueError, match="no operation"):
        FakeService().always("", Answer())
    wrong: list[dict[str, Any]] = [{"text": "", "content": b""}, {"json": 1, "text": ""}]
    for body in [*wrong, {"json": object()}, {"content": [b""]}]:
        with pytest.raises((ValueError, TypeError, errors.RequestError)):
            Answer(**body)


@by_both
@pytest.mark.parametrize("vector", ANSWERS, ids=lambda vector: str(vector["name"]))
def test_answers_of_the_description(kind: str, vector: Any) -> None:
    """Answers have the declared media types."""
    described = vector["answer"]
    expected = vector["expect"]
    media = described.get("headers", {}).get("content-type", "json")
    text = described["body"]
    answer = {"json": json.loads(text)} if "json" in media else {"text": text}
    request = REQUESTS[vector["request"]]
    service = FakeService()
    service.on(request["operation"], Answer(described["status"], **answer))
    stage = staged(kind, service, credentials=sdk.Credentials(**secrets()))
    result = stage.call(request)
    assert outcome(result) == expected["outcome"], result
    value = result.body if isinstance(result, errors.ApiError) else result
    if "json" in media:
        assert same(written(value), expected.get("value", answer.get("json")))
    [received] = service.requests
    entry = OPERATIONS[request["operation"]]
    assert received.operation == entry.operation.id
    assert received.path_template == entry.operation.path
    assert "vector-" not in repr(received)
    found = received.path_parameters
    for name, value in request.get("parameters", {}).items():
        if name in found and isinstance(value, str):
            assert found[name] in {value, Escape().text(value)}


@by_both
def test_tokens_are_apart(kind: str) -> None:
    schemes = [scheme for scheme in API.schemes if scheme.token_url]
    usual = [one for one in API.security if any(scheme.name in one for scheme in schemes)]
    if not usual or len(usual[0]) != 1:
        pytest.skip("the description has no such requests")
    own = sdk.ClientCredentials("i", "s", token_url="https://auth.example/token")
    given: dict[str, Any] = {CREDENTIALS[usual[0][0]]: own}
    credentials = sdk.Credentials(**given)
    service = FakeService().on("request", Answer(401), Answer(json={}))
    stage = staged(kind, service, credentials=credentials)
    assert stage.run(stage.client.request, "GET", "/a").json() == {}
    assert [one.headers["authorization"] for one in service.requests] == [
        "Bearer test-token-1",
        "Bearer test-token-2",
    ]
    assert [one.url.path for one in service.token_requests] == ["/token"] * 2
    assert "the token endpoint" in repr(service.token_requests)


def test_the_clock() -> None:
    clock = FakeClock(5)
    clock.advance(2)
    assert clock.now() == clock.time_of_day() == 7
    assert clock.jitter(3) == 3
    clock.sleep(1)
    assert (clock.waits, clock.time) == ([1], 8)
