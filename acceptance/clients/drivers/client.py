"""Makes the calls with the generated clients over sockets, and reports the outcome of each."""

from __future__ import annotations

import json
import os
from typing import Any

import anyio
from dispatch import CREDENTIALS, OPERATIONS
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
        "credentials": sdk.Credentials(**credentials(call)),
        "servers": {server: f"{BASE}/python/{index}" for server in servers},
        "retry": sdk.RetryPolicy.never(),
    }
    method = entry.items if call.get("pages") else entry.method
    try:
        if index % 2 == 0:
            with sdk.Client(**settings) as client:
                result = getattr(getattr(client, entry.group), method)(**arguments)
                return {"outcome": "value", "value": shown(result, call)}
        return anyio.run(made_async, entry.group, method, arguments, settings, call)
    except errors.Error as error:
        found = {"outcome": outcome(error), "message": str(error)}
        if isinstance(error, errors.ApiError):
            found["value"] = written(error.body)
        return found
    except Exception as error:
        return {"outcome": "crash", "message": repr(error)}


def credentials(call: Any) -> dict[str, Any]:
    """Return the credentials of a call, by their settings."""
    found = secrets()
    for scheme, own in call.get("credentials", {}).items():
        is_basic = "user" in own
        secret = sdk.BasicCredentials(own["user"], own["secret"]) if is_basic else own["secret"]
        found[CREDENTIALS[scheme]] = secret
    return found


async def made_async(
    group: str, method: Any, arguments: Any, settings: Any, call: Any
) -> dict[str, Any]:
    """Return the outcome of a call with the asynchronous client."""
    async with sdk.AsyncClient(**settings) as client:
        result = getattr(getattr(client, group), method)(**arguments)
        if not call.get("pages"):
            result = await result
        if call.get("pages") or isinstance(result, getattr(sdk, "AsyncItemStream", ())):
            return {"outcome": "value", "value": {"items": [item(one) async for one in result]}}
        return {"outcome": "value", "value": shown(result, call)}


def shown(result: Any, call: Any) -> Any:
    """Return a value as JSON; for a stream or a list, its items."""
    if call.get("pages") or isinstance(result, getattr(sdk, "ItemStream", ())):
        return {"items": [item(one) for one in result]}
    return written(result)


def item(one: Any) -> Any:
    """Return an item of a stream as JSON."""
    return written(one.data if isinstance(one, sdk.ServerSentEvent) else one)


main()
