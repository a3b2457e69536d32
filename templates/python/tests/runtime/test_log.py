"""Tests of the log of attempts, and of the user agent."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from small import TOKEN_URL, Small
from support import KINDS

import PACKAGE_MODULE as sdk
from PACKAGE_MODULE import errors
from PACKAGE_MODULE._api import API
from PACKAGE_MODULE.runtime.agent import user_agent

LINE = "op: POST /things/{id} attempt 1"


@pytest.mark.parametrize("kind", KINDS)
def test_what_has_failed(kind: str, caplog: pytest.LogCaptureFixture) -> None:
    def service(_: httpx.Request) -> httpx.Response:
        small.clock.time += 0.0129
        return httpx.Response(400, headers={"x-request-id": " a\tb "})

    caplog.set_level(logging.INFO, "vectors")
    small = Small(
        kind,
        service,
        credentials={"token": sdk.ClientCredentials("i", "s", token_url=TOKEN_URL)},
        middleware=[sdk.log_attempts(logging.getLogger("vectors"))],
    )
    with pytest.raises(errors.CredentialsError):
        small.call()
    lines = [one.getMessage() for one in caplog.records if one.name == "vectors"]
    token = "the token endpoint: POST /oauth/token attempt 1"
    assert lines == [
        f"{token}: 400 after 12 ms (request a b)",
        f"{LINE}: failed (credentials) after 12 ms",
    ]


PROGRAM = """
import logging
from small import Small, good

if CONFIGURED:
    logging.basicConfig(format="own %(levelname)s %(message)s")
Small("sync", good).call()
"""


def written(level: str, *, configured: bool = False) -> list[str]:
    """Return what a program writes to standard error with a value of the variable."""
    path = os.pathsep.join([str(Path(__file__).parent), *sys.path])
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", PROGRAM.replace("CONFIGURED", str(configured))],
        env={**os.environ, "VECTORS_LOG": level, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == ""
    return done.stderr.splitlines()


def test_variable_turns_on_the_log() -> None:
    after = f"{LINE}: 200 after 0 ms"
    assert written("debug") == [LINE, after]
    assert written("info") == [after]
    assert written("info", configured=True) == [f"own INFO {after}"]
    for quiet in ("warn", "", "INFO", "trace"):
        assert written(quiet) == []


def test_user_agent_names_the_platform() -> None:
    version = ".".join(str(part) for part in sys.version_info[:3])
    assert f" python/{version} ({sys.platform}; " in API.user_agent
    assert user_agent("a b", "1;2/3").startswith(f"ab/123 python/{version} (")
