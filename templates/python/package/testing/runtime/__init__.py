"""Tests of your own code, without a network: a service that gives prepared answers, and a clock."""

from __future__ import annotations

from .answers import Answer, Fault
from .clock import FakeClock
from .received import ReceivedRequest
from .service import FakeService, NoAnswerError

__all__ = [
    "Answer",
    "FakeClock",
    "FakeService",
    "Fault",
    "NoAnswerError",
    "ReceivedRequest",
]
