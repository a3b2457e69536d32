"""Runs the samples of the README that need no service."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

README = (Path(__file__).parents[1] / "README.md").read_text("utf-8")


@pytest.mark.parametrize("section", ["Middleware", "OpenTelemetry", "Test your code"])
def test_sample(section: str) -> None:
    if section == "OpenTelemetry" and find_spec("opentelemetry") is None:
        pytest.skip("OpenTelemetry is not installed")
    [text] = re.findall(rf"^## {section}\n(.*?)(?=^## )", README, re.DOTALL | re.MULTILINE)
    samples = re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    assert samples
    for sample in samples:
        exec(compile(sample, section, "exec"), {"__name__": section})  # noqa: S102
