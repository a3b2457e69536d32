"""Tests of what middleware cannot see, with both clients."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
from small import TOKEN_URL, Small, recording
from support import KINDS

import PACKAGE_MODULE as sdk
from PACKAGE_MODULE.runtime.operation import Pages

CLIENT_ID = "s3cr3t-id"
SECRETS = (CLIENT_ID, "s3cr3t", "t0ken", "private")
OPTIONS = sdk.RequestOptions(headers={"x-private": "private"})


def client_credentials() -> sdk.ClientCredentials:
    return sdk.ClientCredentials(CLIENT_ID, "s3cr3t", token_url=TOKEN_URL)


def assert_no_secret(seen: list[Any]) -> None:
    shown = [repr(one) for one in seen]
    shown += [repr(vars(one)) for one in seen if isinstance(one, sdk.Attempt)]
    for secret in SECRETS:
        assert not any(secret in text for text in shown), shown


@pytest.mark.parametrize("kind", KINDS)
def test_token_request_is_nested(kind: str) -> None:
    tokens: list[str] = []

    def service(request: httpx.Request) -> httpx.Response:
        if str(request.url) == TOKEN_URL:
            tokens.append(f"t0ken-{len(tokens)}")
            return httpx.Response(200, json={"access_token": tokens[-1], "token_type": "bearer"})
        is_new = request.headers["authorization"] == "Bearer t0ken-1"
        return httpx.Response(200, json={}) if is_new else httpx.Response(401)

    seen: list[Any] = []
    notes: list[str] = []
    small = Small(
        kind,
        service,
        credentials={"token": client_credentials()},
        middleware=[recording(seen, notes)],
        headers={"x-private": "private"},
    )
    small.call(body=b"private")
    assert notes == [
        "before op 1",
        "before the token endpoint 1",
        "200 the token endpoint 1",
        "401 op 1",
        "before op 2",
        "before the token endpoint 1",
        "200 the token endpoint 1",
        "200 op 2",
    ]
    assert_no_secret(seen)
    call, token = (one for one in seen[:3] if isinstance(one, sdk.Attempt))
    assert call.url == "https://h.example/base/things/1"
    assert call.path_template == "/things/{id}"
    assert (token.method, token.url, token.path_template) == ("POST", TOKEN_URL, "/oauth/token")
    assert ["x-private" in one.headers for one in small.requests[:2]] == [False, True]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("scheme", ["token", "query", "key"])
def test_no_secret_is_seen(scheme: str, kind: str, caplog: pytest.LogCaptureFixture) -> None:
    field = "X-KEY" if scheme == "key" else "Authorization"

    @contextmanager
    def forging(attempt: sdk.Attempt) -> Iterator[None]:
        attempt.headers[field] = "forged"
        yield

    def service(request: httpx.Request) -> httpx.Response:
        is_token = str(request.url) == TOKEN_URL
        assert ("forged" in request.headers.values()) == (is_token or scheme == "query")
        return httpx.Response(200, json={"access_token": "t0ken", "token_type": "bearer"})

    seen: list[Any] = []
    small = Small(
        kind,
        service,
        credentials={scheme: client_credentials() if scheme == "token" else "s3cr3t"},
        middleware=[recording(seen, []), sdk.log_attempts(logging.getLogger("vectors")), forging],
    )
    with caplog.at_level(logging.DEBUG, "vectors"):
        small.call(body=b"private", options=OPTIONS)
    assert_no_secret([*seen, caplog.text])


@pytest.mark.parametrize("kind", KINDS)
def test_credentials_in_addresses_are_not_shown(kind: str) -> None:
    page = "https://h.example/base/next?a=%2f&k=s3cr3t"

    def service(request: httpx.Request) -> httpx.Response:
        is_first = "/next" not in str(request.url)
        return httpx.Response(200, json={"items": [1], "next": page if is_first else None})

    seen: list[Any] = []
    small = Small(
        kind,
        service,
        credentials={"query": "s3cr3t"},
        query={"d": "1"},
        middleware=[recording(seen, [])],
    )
    pages: Pages[Any, int] = Pages("url", lambda page: page["items"], next=("next",))
    assert small.items(pages) == [1, 1]
    urls = [(one.number, one.url) for one in seen if isinstance(one, sdk.Attempt)]
    assert urls == [
        (1, "https://h.example/base/things/1?d=1"),
        (1, "https://h.example/base/next?a=%2f"),
    ]
    assert_no_secret(seen)
