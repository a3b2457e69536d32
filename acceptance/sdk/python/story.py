"""A whole sale, as a seller's program would make it: from the token to the invoice."""

from __future__ import annotations

import os
import queue
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import anyio
import httpx
from cloud_marketplace import AsyncClient, Client, ClientCredentials, Credentials, models, webhooks
from cloud_marketplace.models import Money

BASE_URL = os.environ["MARKETPLACE_BASE_URL"]
AUTH_URL = os.environ["MARKETPLACE_AUTH_URL"]
ORG = os.environ["MARKETPLACE_ORG_ID"]
APP = ClientCredentials(
    os.environ["MARKETPLACE_CLIENT_ID"],
    os.environ["MARKETPLACE_CLIENT_SECRET"],
    resource="{base_url}",
)
CREDENTIALS = [Credentials(oauth2=APP), Credentials(api_key=os.environ["MARKETPLACE_API_KEY"])]
README = Path(__file__).parents[3] / "generated" / "python" / "README.md"


class Inbox:
    """The receiver of events, which trusts them only if they are signed."""

    def __init__(self) -> None:
        received: queue.Queue[tuple[list[tuple[str, str]], bytes]] = queue.Queue()
        self.received = received

        class Receiver(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                received.put((list(self.headers.items()), body))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Log nothing."""

        self.server = HTTPServer(("127.0.0.1", 0), Receiver)
        self.url = f"http://127.0.0.1:{self.server.server_port}/hook"

    @contextmanager
    def listening(self) -> Iterator[None]:
        thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        thread.start()
        try:
            yield
        finally:
            self.server.shutdown()
            self.server.server_close()

    def next(self, verifier: webhooks.Verifier, kind: webhooks.Webhook[Any]) -> Any:
        headers, body = self.received.get(timeout=20)
        wanted = webhooks.SIGNATURE_HEADER.lower()
        signatures = [text for name, text in headers if name.lower() == wanted]
        try:
            verifier.verify_headers(headers, b" " + body)
        except webhooks.WebhookError as error:
            assert error.reason == "mismatch"
        else:
            raise AssertionError
        verifier.verify_headers(headers, body)
        return verifier.verify_and_parse(kind, signatures[0], body)


def control(path: str, body: dict[str, str] | None = None) -> Any:
    """Act as the buyer or the partner."""
    url = f"{BASE_URL}/_sandbox/org/{ORG}{path}"
    return httpx.post(url, json=body or {}, trust_env=False).raise_for_status().json()


def sell(client: Client) -> models.Offer:
    """From a product to an offer that its buyer has accepted."""
    price = models.ProductDimension(
        key="calls", unit="calls", unit_price=Money(amount=Decimal("0.002"), currency="USD")
    )
    product = client.products.create(
        models.ProductCreate(
            name="Platform",
            partner=models.Partner.AWS,
            product_type=models.ProductType.USAGE_BASED,
            dimensions=[price],
        ),
    )
    published = client.products.publish(product.id)
    assert published.status is models.ProductStatus.PUBLISHED
    # The same with a dictionary, which may contain models.
    offer = client.offers.create(
        {
            "name": "Annual plan",
            "offerType": "PRIVATE",
            "productId": product.id,
            "buyer": {"partnerAccountId": "account-1"},
            "terms": {
                "price": Money(amount=Decimal("1200.00"), currency="USD"),
                "durationMonths": 12,
                "paymentSchedule": "PREPAY",
            },
        },
    )
    pending = client.offers.publish(offer.id)
    assert pending.status is models.OfferStatus.PENDING_ACCEPTANCE
    control(f"/offer/{offer.id}/accept")
    accepted = client.offers.get(offer.id)
    assert accepted.status is models.OfferStatus.ACCEPTED
    return accepted


def meter(client: Client, entitlement: str) -> None:
    """Usage counts once, however often it is submitted, and adds up."""

    def usage(quantity: str, group: str | None = None) -> models.UsageRecordGroup:
        record = models.UsageRecord(dimension="calls", quantity=Decimal(quantity))
        if group is None:
            # Without an ID, the client makes one, and may repeat the request.
            return client.usage.create_record_group(entitlement, {"records": [record]})
        body = models.UsageRecordGroupCreate(id=group, records=[record])
        return client.usage.create_record_group(entitlement, body)

    first = usage("1500", "group-1")
    assert usage("1500", "group-1") == first
    assert usage("0.5").id
    reports = list(client.reports.list_usage_record_reports_all(entitlement_id=entitlement))
    totals = [total for report in reports for total in report.totals]
    assert sum(total.quantity for total in totals) == Decimal("1500.5")
    # 3.001 units at 0.002 each, in cents.
    assert sum(total.amount.amount for total in totals) == Decimal("3.00")


def tell(credentials: Credentials) -> None:
    """Make the sale with the synchronous client."""
    inbox = Inbox()
    with Client(
        base_url=BASE_URL, auth_url=AUTH_URL, credentials=credentials, org_id=ORG
    ) as client:
        with inbox.listening():
            verifier = webhooks.Verifier(client.webhooks.rotate_secret().secret)
            kinds = [models.EventType.OFFER_ACCEPTED, models.EventType.DISBURSEMENT_MADE]
            put = models.WebhookPut(url=inbox.url, event_types=kinds)
            client.webhooks.put(put)
            offer = sell(client)
            event = inbox.next(verifier, webhooks.OFFER_ACCEPTED)
            assert event.data.offer == offer
            assert offer.entitlement_id is not None
            meter(client, offer.entitlement_id)
            paid = control(f"/agreement/{offer.agreement_id}/disburse", {"amount": "1000.00"})
            made = inbox.next(verifier, webhooks.DISBURSEMENT_MADE)
            assert made.data.disbursement.id == paid["id"]
            found = client.disbursements.get(paid["id"])
            assert found == made.data.disbursement
        whole = client.products.list(limit=1000).items
        pages = list(client.products.list_all(limit=2))
        assert pages == whole


async def tell_async() -> None:
    """Read the same lists with the asynchronous client."""
    own = CREDENTIALS[0]
    async with AsyncClient(base_url=BASE_URL, auth_url=AUTH_URL, credentials=own) as unset:
        client = unset.with_options(org_id=ORG)
        whole = (await client.offers.list(limit=1000)).items
        pages = [offer async for offer in client.offers.list_all(limit=2)]
        assert pages == whole


def quick_start() -> None:
    """Run the program in the README."""
    [code] = re.findall(r"## Quick start\n\n```python\n(.*?)```", README.read_text(), re.DOTALL)
    exec(compile(code, str(README), "exec"), {})  # noqa: S102


if __name__ == "__main__":
    for credentials in CREDENTIALS:
        tell(credentials)
    anyio.run(tell_async)
    quick_start()
