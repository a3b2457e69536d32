"""Makes the calls with the generated clients over sockets, and reports the outcome of each."""

from __future__ import annotations

import json
import os
from typing import Any

import anyio
from dispatch import OPERATIONS
from support import errors, given, outcome, sdk, secrets, written

BASE = os.environ["CLIENTS_BASE"]


def main() -> None:
    """Make the calls of a file."""
    with open(os.environ["CLIENTS_CALLS"], encoding="utf-8") as file:
        plan = json.load(file)
    with open(os.environ["CLIENTS_OUTCOMES"], "w", encoding="utf-8") as outcomes:
        for index, call in enumerate(plan["calls"]):
            found = {"call": index, **made(index, call, plan["servers"])}
            outcomes.write(json.dumps(found, ensure_ascii=False) + "\n")


def made(index: int, call: Any, servers: list[str]) -> dict[str, Any]:
    """Return the outcome of a call, alternating between the two clients."""
    entry = OPERATIONS[call["operation"]]
    try:
        arguments = given(entry, call)
    except Exception as error:  # The value cannot even be given to the client.
        return {"outcome": "not made", "message": repr(error)}
    settings = {
        "credentials": sdk.Credentials(**secrets()),
        "servers": {server: f"{BASE}/python/{index}" for server in servers},
        "retry": sdk.RetryPolicy.never(),
    }
    try:
        if index % 2 == 0:
            with sdk.Client(**settings) as client:
                result = getattr(getattr(client, entry.group), entry.method)(**arguments)
                return {"outcome": "value", "value": shown(result)}
        return anyio.run(made_async, entry, arguments, settings)
    except errors.Error as error:
        found = {"outcome": outcome(error), "message": str(error)}
        if isinstance(error, errors.ApiError):
            found["value"] = written(error.body)
        return found
    except Exception as error:
        return {"outcome": "crash", "message": repr(error)}


async def made_async(entry: Any, arguments: Any, settings: Any) -> dict[str, Any]:
    """Return the outcome of a call with the asynchronous client."""
    async with sdk.AsyncClient(**settings) as client:
        result = await getattr(getattr(client, entry.group), entry.method)(**arguments)
        if isinstance(result, getattr(sdk, "AsyncItemStream", ())):
            return {"outcome": "value", "value": {"items": [item(one) async for one in result]}}
        return {"outcome": "value", "value": shown(result)}


def shown(result: Any) -> Any:
    """Return a value as JSON; for a stream, its items."""
    if isinstance(result, getattr(sdk, "ItemStream", ())):
        return {"items": [item(one) for one in result]}
    return written(result)


def item(one: Any) -> Any:
    """Return an item of a stream as JSON."""
    return written(one.data if isinstance(one, sdk.ServerSentEvent) else one)


main()
