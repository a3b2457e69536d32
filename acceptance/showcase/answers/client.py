"""Makes calls with the generated clients, for `cargo xtask fuzz --target answers`.

Each line of the standard input is the number of a call and an operation; the outcome is a line of
the standard output.
"""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Any

import anyio
from api_client import (
    AsyncClient,
    AsyncItemStream,
    BasicCredentials,
    Client,
    ClientCredentials,
    Credentials,
    ItemStream,
    RetryPolicy,
    errors,
    models,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

ITEMS = 20
BASE = os.environ["ANSWERS_BASE"]

SETTINGS: dict[str, Any] = {
    "servers": {"https://garden.example/{version}": BASE},
    "credentials": Credentials(
        bearer="secret-bearer",
        login=BasicCredentials("user", "secret-login"),
        header_key="secret-header",
        query_key="secret-query",
        cookie_key="secret-cookie",
        oauth=ClientCredentials("id", "secret-client", token_url=f"{BASE}/token"),
        open_id="secret-open",
    ),
    "timeout": 1.5,
    "response_limit": 8 << 20,
    "retry": RetryPolicy(first_wait=0.01, longest_wait=0.02, longest_retry_after=0.1),
}


def call(client: Any, operation: str) -> Any:
    """Return what the method of an operation returns."""
    circle = models.Circle(form=models.CircleForm("round"), radius=1)
    methods = {
        "getPlant": lambda: client.plants.get("p1"),
        "listPlants": lambda: client.plants.list(),
        "createPlant": lambda: client.plants.create(models.PlantCreate(name="Rose")),
        "sendUnion": lambda: client.bodies.send_union(
            models.SendUnionName("one"), models.Unions(shape=circle)
        ),
        "readText": lambda: client.bodies.read_text(),
        "downloadFile": lambda: client.bodies.download_file(),
        "headersAndCookies": lambda: client.parameters.headers_and_cookies(),
        "oauth": lambda: client.credentials.oauth(),
        "both": lambda: client.credentials.both(),
        "listBeds": lambda: client.numbered.list_beds_all(),
        "listTools": lambda: client.lists.list_tools_all(),
        "listPonds": lambda: client.lists.list_ponds_all(),
        "listGates": lambda: client.lists.list_gates_all(),
        "followGrowth": lambda: client.streams.follow_growth(),
        "followMurmurs": lambda: client.streams.follow_murmurs(),
        "readMeasures": lambda: client.streams.read_measures(),
        "readRecords": lambda: client.streams.read_records(),
    }
    return methods[operation]()


def made(client: Client, operation: str) -> None:
    """Make a call with the blocking client."""
    result = call(client, operation)
    if isinstance(result, ItemStream):
        with result:
            count(result)
    elif operation.startswith("list"):
        count(result)


def count(items: Iterator[object]) -> None:
    """Read a few items."""
    for number, _ in enumerate(items, 1):
        if number == ITEMS:
            break


async def made_async(operation: str) -> None:
    """Make a call with the asynchronous client."""
    async with AsyncClient(**SETTINGS) as client:
        result = call(client, operation)
        if hasattr(result, "__await__"):
            result = await result
        if isinstance(result, AsyncItemStream):
            async with result:
                await count_async(result)
        elif operation.startswith("list"):
            await count_async(result)


async def count_async(items: AsyncIterator[object] | list[object]) -> None:
    """Read a few items."""
    if isinstance(items, list):
        return
    number = 0
    async for _ in items:
        number += 1
        if number == ITEMS:
            break


def outcome(client: Client, number: int, operation: str) -> dict[str, str]:
    """Return the outcome of a call, alternating between the two clients."""
    try:
        if number % 2 == 1:
            anyio.run(made_async, operation)
        elif operation == "oauth":
            # The client would keep the token of another call.
            with Client(**SETTINGS) as another:
                made(another, operation)
        else:
            made(client, operation)
    except errors.Error as error:
        return {"kind": "error", "name": type(error).__name__, "text": str(error)}
    except BaseException as error:  # Nothing else may be raised.
        return {"kind": "crash", "name": type(error).__name__, "text": repr(error)}
    return {"kind": "value", "name": "", "text": ""}


def main() -> None:
    """Make the calls, as they are asked for."""
    with Client(**SETTINGS) as client:
        for line in sys.stdin:
            number, operation = line.split()
            print(json.dumps(outcome(client, int(number), operation)), flush=True)


main()
