"""Tests of the conformance vectors with both clients."""

from __future__ import annotations

import json
from base64 import b64decode
from collections import deque
from datetime import datetime
from typing import Any
from uuid import UUID

import httpx
import pytest
from dispatch import CREDENTIALS
from scripts import retry_of, script, without
from support import (
    KINDS,
    Stage,
    answer,
    load,
    outcome,
    same,
    unanswered,
    with_boundary,
    written,
)

import PACKAGE_MODULE as sdk
from PACKAGE_MODULE import (
    errors,
    webhooks,
)

REQUESTS = {
    vector["name"]: vector
    for vector in load("requests", {"operation", "parameters", "body", "expect"})
}
ANSWERS = load("answers", {"request", "answer", "expect"})
MESSAGES = load("messages", {"request", "answer", "secrets", "expect"})
PAGES = load("pages", {"request", "answers", "expect"})
RETRIES = load("retries", {"request", "without", "policy", "answers", "expect"})
TOKENS = load(
    "tokens",
    {
        "scheme",
        "tokenUrl",
        "resource",
        "tokenBody",
        "request",
        "answer",
        "tokens",
        "steps",
        "expect",
    },
)
DEPRECATIONS = load("deprecations", {"request", "answer", "expect"})
REDIRECTS = load("redirects", {"request", "answer", "secrets", "expect"})
ESCAPES = load("escapes", {"request", "parameter", "value", "expect"})
SIGNATURES = load("signatures", {"secrets", "headers", "body", "expect"})


def _name(vector: Any) -> str:
    return str(vector["name"])


by_both = pytest.mark.parametrize("kind", KINDS)


@by_both
@pytest.mark.parametrize("vector", REQUESTS.values(), ids=_name)
def test_request(kind: str, vector: Any) -> None:
    stage = Stage(kind, lambda _: httpx.Response(599))
    stage.call(vector)
    [request] = stage.requests
    expected = vector["expect"]
    assert request.method == expected["method"]
    assert str(request.url) == expected["url"]
    headers, content = with_boundary(request)
    assert headers == expected["headers"]
    assert content == expected.get("body", "").encode()


@by_both
@pytest.mark.parametrize("vector", ANSWERS, ids=_name)
def test_answer(kind: str, vector: Any) -> None:
    stage = Stage(kind, lambda _: answer(vector["answer"]))
    result = stage.call(REQUESTS[vector["request"]])
    expected = vector["expect"]
    assert outcome(result) == expected["outcome"], result
    assert sorted(stage.notes.unknown) == sorted(expected.get("unknown", []))
    if isinstance(result, errors.AnswerError):
        assert result.status == vector["answer"]["status"]
        assert str(result) == expected.get("message", str(result))
    _is_located(result, vector)
    if "pointer" in expected:
        assert result.pointer == expected["pointer"]
    if expected["outcome"] in {"value", "error"}:
        value = result.body if isinstance(result, errors.ApiError) else result
        body = vector["answer"]["body"]
        wanted = expected["value"] if "value" in expected else json.loads(body or "null")
        assert same(written(value), wanted), written(value)


def _is_located(result: Any, vector: Any) -> None:
    """Check that the text of every error begins with the operation."""
    operation = REQUESTS[vector["request"]]["operation"]
    if isinstance(result, Exception):
        assert isinstance(result, errors.Error)
        assert str(result).startswith(f"{operation}: ")
        assert result.operation == operation


@by_both
@pytest.mark.parametrize("vector", MESSAGES, ids=_name)
def test_message(kind: str, vector: Any) -> None:
    stage = Stage(kind, lambda _: answer(vector["answer"]))
    result = stage.call(REQUESTS[vector["request"]])
    assert outcome(result) == vector["expect"]["outcome"], result
    assert str(result) == vector["expect"]["message"]
    assert not any(secret in str(result) for secret in vector["secrets"])


@by_both
@pytest.mark.parametrize("vector", PAGES, ids=_name)
def test_pages(kind: str, vector: Any) -> None:
    answers = deque(vector["answers"])
    stage = Stage(kind, lambda _: answer(answers.popleft()))
    items, error = stage.items(REQUESTS[vector["request"]])
    expected = vector["expect"]
    assert [str(request.url) for request in stage.requests] == expected["urls"]
    assert same([written(item) for item in items], expected["items"])
    assert _ending(error) == expected["outcome"]


def _ending(error: Exception | None) -> str:
    """Check that every failure is an error, except for a loop and another origin."""
    if error is None:
        return "end"
    if isinstance(error, errors.RequestError):
        return "elsewhere"
    return "loop" if isinstance(error, errors.PageLoopError) else "error"


@by_both
@pytest.mark.parametrize("vector", RETRIES, ids=_name)
def test_retry(kind: str, vector: Any) -> None:
    stage = Stage(kind, script(vector["answers"]), retry=retry_of(vector["policy"]))
    request = without(REQUESTS[vector["request"]], vector.get("without"))
    result = stage.call(request)
    expected = vector["expect"]
    assert stage.clock.waits == expected["waits"]
    assert len(stage.requests) == len(expected["waits"]) + 1
    assert outcome(result) == expected["outcome"]
    _is_located(result, vector)
    bodies = {request.content for request in stage.requests}
    assert (len(bodies) == 1) == expected["sameBody"]
    if "generated" in expected:
        UUID(json.loads(bodies.pop())[expected["generated"]])


@by_both
@pytest.mark.parametrize("vector", TOKENS, ids=_name)
def test_token(kind: str, vector: Any) -> None:
    tokens = deque(vector["tokens"])
    statuses: deque[int] = deque()

    def service(request: httpx.Request) -> httpx.Response:
        if str(request.url) == vector["tokenUrl"]:
            token = tokens.popleft()
            stage.clock.time += token["seconds"]
            return httpx.Response(token["status"], json=token["body"])
        status = statuses.popleft() if statuses else 200
        return answer(vector["answer"]) if status == 200 else httpx.Response(status)

    own = sdk.ClientCredentials(
        "vector-id",
        "vector-secret",
        token_url=vector["tokenUrl"],
        resource=vector.get("resource"),
    )
    stage = Stage(kind, service, credentials={CREDENTIALS[vector["scheme"]]: own})
    outcomes: list[Any] = []
    for step in vector["steps"]:
        stage.clock.time += step["advance"]
        statuses.extend(step["answers"])
        for result in stage.together(REQUESTS[vector["request"]], step["call"]):
            _is_located(result, vector)
            status = result.status if isinstance(result, errors.AnswerError) else outcome(result)
            outcomes.append("ok" if status == "value" else status)
    asked = [one for one in stage.requests if str(one.url) == vector["tokenUrl"]]
    served = [one for one in stage.requests if str(one.url) != vector["tokenUrl"]]
    expected = vector["expect"]
    assert outcomes == expected["outcomes"]
    assert len(asked) == expected["tokenRequests"]
    assert {one.content.decode() for one in asked} <= {vector["tokenBody"]}
    bearers = [one.headers["authorization"].removeprefix("Bearer ") for one in served]
    assert bearers == expected["bearers"]


@by_both
@pytest.mark.parametrize("vector", DEPRECATIONS, ids=_name)
def test_deprecation(kind: str, vector: Any) -> None:
    stage = Stage(kind, lambda _: answer(vector["answer"]))
    stage.call(REQUESTS[vector["request"]])
    found = [
        {
            "deprecated": notice.deprecated_at,
            "sunset": notice.sunset_at,
            "links": [one for one in (notice.deprecation_link, notice.sunset_link) if one],
        }
        for notice in stage.notes.notices
    ]
    expected = vector["expect"]
    if expected is None:
        assert found == []
        return
    times = {name: _time(expected[name]) for name in ("deprecated", "sunset")}
    assert found == [{**times, "links": expected["links"]}]


def _time(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text.replace("Z", "+00:00"))


@by_both
@pytest.mark.parametrize("vector", ESCAPES, ids=_name)
def test_escape(kind: str, vector: Any) -> None:
    stage = Stage(kind, lambda _: httpx.Response(599))
    request = REQUESTS[vector["request"]]
    changed = {**request["parameters"], vector["parameter"]: vector["value"]}
    result = stage.call({**request, "parameters": changed})
    url = vector["expect"]["url"]
    assert [str(request.url) for request in stage.requests] == ([] if url is None else [url])
    assert isinstance(result, errors.RequestError) == (url is None)


@by_both
@pytest.mark.parametrize("vector", REDIRECTS, ids=_name)
def test_redirect(kind: str, vector: Any) -> None:
    stage = Stage(kind, lambda _: answer(vector["answer"]))
    result = stage.call(REQUESTS[vector["request"]])
    expected = vector["expect"]
    assert [str(request.url) for request in stage.requests] == expected["urls"]
    assert outcome(result) == expected["outcome"]
    shown = [str(result), repr(result), repr(stage.client), repr(stage.client.__dict__)]
    if isinstance(result, errors.AnswerError):
        shown += [repr(result.raw), repr(result.__dict__)]
    for secret in vector["secrets"]:
        assert not any(secret in text for text in shown)


@pytest.mark.parametrize("vector", SIGNATURES, ids=_name)
def test_signature(vector: Any) -> None:
    body = b64decode(vector["body"]["base64"])
    headers = [(name, value) for name, value in vector["headers"]]
    assert _verdict(vector["secrets"], headers, body) == vector["expect"]


def _verdict(secrets: list[str], headers: list[tuple[str, str]], body: bytes) -> str:
    try:
        webhooks.Verifier(secrets).verify_headers(headers, body)
    except webhooks.WebhookError as error:
        return error.reason
    return "genuine"


def test_nothing_is_sent_without_need() -> None:
    """Creating a client sends no request."""
    for kind in KINDS:
        assert Stage(kind, unanswered).requests == []
