"""Makes calls one by one, by the client or by hand, and prints how many seconds of CPU they took.

`bench.py sdk|minimal ADDRESS get|list CALLS`
"""

# ruff: noqa: PLC0415 - what is not measured must not be imported

import sys
import time
from collections.abc import Callable


def by_sdk(address: str, method: str) -> Callable[[], object]:
    from cloud_marketplace import Client, Credentials

    client = Client(base_url=address, credentials=Credentials(api_key="key"), org_id="org-1")
    offers = client.offers
    if method == "get":
        return lambda: offers.get("ofr-1")
    return offers.list


def by_hand(address: str, method: str) -> Callable[[], object]:
    import httpx

    from bench_models import Offer, Page

    http = httpx.Client(base_url=address, headers={"authorization": "Key key"})

    def get() -> Offer:
        answer = http.get("/org/org-1/offer/ofr-1")
        answer.raise_for_status()
        return Offer.model_validate_json(answer.content)

    def list_page() -> Page:
        answer = http.get("/org/org-1/offer")
        answer.raise_for_status()
        return Page.model_validate_json(answer.content)

    return get if method == "get" else list_page


def main() -> None:
    _, client, address, method, calls = sys.argv
    call = by_sdk(address, method) if client == "sdk" else by_hand(address, method)
    for _ in range(int(calls) // 2):
        call()  # Until connections and caches are as they stay.
    started = time.process_time()
    for _ in range(int(calls)):
        call()
    print(time.process_time() - started)


main()
