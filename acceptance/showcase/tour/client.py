"""Makes a call that fails, for `cargo xtask sdks`.

It prints the text of the error and its stack trace as JSON, and the log on the standard error
stream.
"""

from __future__ import annotations

import json
import os
import traceback
from contextlib import contextmanager
from typing import TYPE_CHECKING

from api_client import Attempt, Client, Credentials, RetryPolicy, errors

if TYPE_CHECKING:
    from collections.abc import Generator

TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"


@contextmanager
def trace(attempt: Attempt) -> Generator[None, None, None]:
    """Continue a trace, with a span for each attempt."""
    attempt.headers["traceparent"] = f"00-{TRACE}-{attempt.number:016}-01"
    yield


def read_plant(client: Client) -> None:
    """Call an operation."""
    client.plants.get("rose")


def main() -> None:
    """Make the call."""
    client = Client(
        servers={"https://garden.example/{version}": os.environ["TOUR_BASE"]},
        credentials=Credentials(bearer="secret-bearer"),
        retry=RetryPolicy(first_wait=0.001),
        middleware=[trace],
    )
    try:
        read_plant(client)
    except errors.Error as error:
        print(json.dumps({"error": str(error), "stack": traceback.format_exc()}))


if __name__ == "__main__":
    main()
