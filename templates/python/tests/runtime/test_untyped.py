"""Tests of requests that the description does not describe, by the conformance vectors."""

from __future__ import annotations

from typing import Any

import pytest
from scripts import retry_of, script
from support import KINDS, Stage, bytes_of, header_pairs, load, outcome

import PACKAGE_MODULE as sdk

UNTYPED = load("untyped", {"policy", "call", "answers", "defaults", "expect"})


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("vector", UNTYPED, ids=lambda vector: str(vector["name"]))
def test_request(kind: str, vector: Any) -> None:
    stage = Stage(
        kind,
        script(vector["answers"]),
        retry=retry_of(vector["policy"]),
        **vector.get("defaults", {}),
    )
    call = dict(vector["call"])
    body = written(call.pop("body")) if "body" in call else {}
    result = stage.run(stage.client.request, call.pop("method"), call.pop("path"), **call, **body)
    expected = vector["expect"]
    assert outcome(result) == expected["outcome"], result
    assert stage.clock.waits == expected["waits"]
    assert len(stage.requests) == len(expected["requests"])
    for sent, wanted in zip(stage.requests, expected["requests"], strict=True):
        assert sent.method == wanted["method"]
        assert str(sent.url) == wanted["url"]
        assert header_pairs(sent) == wanted["headers"]
        assert sent.content == bytes_of(wanted.get("body", ""))
    if isinstance(result, Exception):
        assert str(result) == expected.get("message", str(result))
        assert str(result).startswith("request: ")
    if "response" in expected:
        assert isinstance(result, sdk.RawResponse)
        assert result.status == expected["response"]["status"]
        assert dict(result.headers).items() >= expected["response"]["headers"].items()
        assert result.content == bytes_of(expected["response"]["body"])


def written(body: Any) -> dict[str, Any]:
    """Return the arguments for a body."""
    media, value = body["mediaType"], body["value"]
    if "json" in media:
        usual = media == "application/json"
        return {"json": value} if usual else {"json": value, "content_type": media}
    content = value if isinstance(value, str) else bytes_of(value)
    return {"content": content, "content_type": media}
