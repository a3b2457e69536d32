"""Calls the MCP endpoint with the official Python client, and prints the results as JSON."""

import asyncio
import json
import sys

from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client

ORG = "org-8f2c41"
PRODUCT = {"name": "By Python", "partner": "AWS", "productType": "FLAT_RATE"}


async def told(url: str, token: str, mode: str) -> dict:
    headers = {"Authorization": f"Bearer {token}"}
    async with create_mcp_http_client(headers=headers) as http:
        transport = streamable_http_client(url, http_client=http)
        async with Client(transport, mode=mode) as client:
            tools = (await client.list_tools()).tools
            offers = await client.call_tool("listOffers", {"orgId": ORG, "limit": 2})
            made = await client.call_tool("createProduct", {"orgId": ORG, "body": PRODUCT})
            wrong = await client.call_tool("getOffer", {"orgId": ORG, "offerId": "offer-none"})
            return {
                "version": client.protocol_version,
                "tools": len(tools),
                "read": len(offers.structured_content["items"]),
                "write": made.structured_content["name"],
                "error": bool(wrong.is_error) and json.loads(wrong.content[0].text)["status"],
            }


async def refused(url: str) -> bool:
    try:
        await told(url, "unknown", "auto")
    except BaseException:  # an exception group, by the task groups of the client
        return True
    return False


async def main(url: str, token: str) -> None:
    runs = [await told(url, token, mode) for mode in ("legacy", "auto", "2026-07-28")]
    print(json.dumps({"runs": runs, "refused": await refused(url)}))


asyncio.run(main(*sys.argv[1:]))
