"""Uses of the SDK for a strict type checker; never run."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Generator, Iterator
from contextlib import contextmanager
from datetime import datetime
from decimal import Decimal

from cloud_marketplace import (
    AsyncClient,
    Attempt,
    AttemptResponse,
    Client,
    RawResponse,
    RequestOptions,
    RetryPolicy,
    Unknown,
    errors,
    inputs,
    log_attempts,
    models,
    webhooks,
)
from cloud_marketplace.opentelemetry import instrument
from cloud_marketplace.testing import Answer, FakeService, Fault, ReceivedRequest
from typing_extensions import assert_type


def blocks(client: Client) -> None:
    page = client.offers.list(status=models.OfferStatus.ACCEPTED, limit=5)
    assert_type(page, models.OfferList)
    assert_type(page.next_offset, int | None)
    assert_type(client.offers.list_all(), Iterator[models.Offer])
    offer = client.offers.get("offer", options=RequestOptions(timeout=3))
    assert_type(offer.creation_time, datetime)
    assert_type(offer.terms.price.amount, Decimal)
    try:
        client.offers.publish(offer.id)
    except errors.ConflictError as error:
        assert_type(error.body, models.Problem)
        assert_type(error.status, int)


async def awaits(client: AsyncClient) -> None:
    assert_type(await client.offers.get("offer"), models.Offer)
    assert_type(client.offers.list_all(), AsyncIterator[models.Offer])
    async for offer in client.offers.list_all():
        assert_type(offer, models.Offer)


@contextmanager
def watch(attempt: Attempt) -> Generator[None, None, None]:
    assert_type(attempt.path_template, str)
    yield
    assert_type(attempt.response, AttemptResponse | None)


def adds() -> tuple[Client, AsyncClient]:
    RequestOptions(query={"a": "b"})
    middleware = [watch, log_attempts(logging.getLogger())]
    client = Client(headers={"x-a": "b"}, query={"a": "b"}, middleware=middleware)
    return client, AsyncClient(middleware=[watch])


def changes(client: Client, client_async: AsyncClient) -> tuple[Client, AsyncClient]:
    assert_type(client.with_options(timeout=1, call_timeout=2), Client)
    assert_type(client_async.with_options(headers={"x-a": "b"}), AsyncClient)
    own = Client.from_environment(timeout=1, middleware=[instrument()])
    assert_type(own, Client)
    assert_type(client.with_options(org_id="other"), Client)
    client.offers.list(org_id="other")
    client.offers.list("other")  # type: ignore[call-arg]
    Client.from_environment(time_out=1)  # type: ignore[call-arg]
    Client.from_environment(timeout="1")  # type: ignore[arg-type]
    return own, AsyncClient.from_environment(call_timeout=5)


async def asks(client: Client, client_async: AsyncClient) -> None:
    options = RequestOptions(call_timeout=9, retry=RetryPolicy(attempts=2), idempotency_key="k")
    assert_type(client.request("GET", "/status", options=options), RawResponse)
    response = await client_async.request("POST", "/status", json={"a": [1, None]})
    assert_type(response.text, str)
    response.json()
    client.request("PUT", "/status", content=b"1", content_type="text/plain", query={"a": "b"})


def tests(offer: models.Offer) -> Client:
    service = FakeService().on("getOffer", Fault("broken", advance=1), Answer(json=offer))
    assert_type(service.requests, list[ReceivedRequest])
    return Client(http_client=service.http_client(), clock=service.clock)


async def gives(client: Client, client_async: AsyncClient) -> inputs.OfferCreate:
    """Literals and dictionaries, in place of enumerations and models."""
    client.offers.list(status="ACCEPTED", partner=models.Partner.AWS)
    client.offers.list(status="ACCEPTET")  # type: ignore[arg-type]
    money: inputs.Money = {"amount": "1200.00", "currency": "USD"}
    offer: inputs.OfferCreate = {
        "name": "Annual plan",
        "productId": "product",
        "buyer": models.OfferBuyer(partner_account_id="account-1"),
        "terms": {"price": money, "durationMonths": 12, "paymentSchedule": "PREPAY"},
    }
    client.offers.create(offer)
    await client_async.offers.update("offer", {"name": "Plan", "expireTime": None})
    client.webhooks.put({"url": "https://example.com", "eventTypes": ["OFFER_ACCEPTED"]})
    kinds = [models.EventType.OFFER_ACCEPTED]
    client.webhooks.put({"url": "https://example.com", "eventTypes": kinds})
    records: list[models.UsageRecord] = []
    client.usage.create_record_group("entitlement", {"records": records})
    client.offers.create({"name": "Plan"})  # type: ignore[arg-type]
    client.offers.update("offer", {"nam": "Plan"})  # type: ignore[arg-type]
    money["currency"] = 5  # type: ignore[typeddict-item]
    return offer


def matches(event: models.Event) -> str:
    match event:
        case models.OfferAcceptedEvent():
            return event.data.offer.id
        case models.AgreementUpdatedEvent() | models.DisbursementMadeEvent():
            return event.id
        case Unknown():
            return str(event.value)


def verifies(secret: str, signature: str, body: bytes) -> models.OfferAcceptedEvent:
    verifier = webhooks.Verifier(secret)
    return verifier.verify_and_parse(webhooks.OFFER_ACCEPTED, signature, body)
