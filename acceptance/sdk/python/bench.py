"""Makes calls one by one, by the client or by hand, and prints how many seconds they took.

`bench.py sdk|minimal ADDRESS CALLS`
"""

# ruff: noqa: PLC0415 - what is not measured must not be imported

import sys
import time
from collections.abc import Callable


def by_sdk(address: str) -> Callable[[], object]:
    from cloud_marketplace import Client, Credentials

    client = Client(base_url=address, credentials=Credentials(api_key="key"))
    offers = client.offers
    return lambda: offers.get("org-1", "ofr-1")


def by_hand(address: str) -> Callable[[], object]:
    from dataclasses import dataclass
    from datetime import datetime

    import httpx

    @dataclass
    class Offer:
        id: str
        org_id: str
        name: str
        status: str
        creation_time: datetime

    http = httpx.Client(base_url=address, headers={"authorization": "Key key"})

    def call() -> Offer:
        answer = http.get("/org/org-1/offer/ofr-1")
        answer.raise_for_status()
        read = answer.json()
        return Offer(
            id=read["id"],
            org_id=read["orgId"],
            name=read["name"],
            status=read["status"],
            creation_time=datetime.fromisoformat(read["creationTime"].replace("Z", "+00:00")),
        )

    return call


def main() -> None:
    _, client, address, calls = sys.argv
    call = by_sdk(address) if client == "sdk" else by_hand(address)
    for _ in range(int(calls) // 2):
        call()  # Until connections and caches are as they stay.
    started = time.perf_counter()
    for _ in range(int(calls)):
        call()
    print(time.perf_counter() - started)


main()
