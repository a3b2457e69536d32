"""Uses of the SDK for a strict type checker; never run."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from datetime import datetime
from decimal import Decimal

from cloud_marketplace import (
    AsyncClient,
    Attempt,
    AttemptResponse,
    Client,
    RequestOptions,
    Unknown,
    errors,
    log_attempts,
    models,
    webhooks,
)
from typing_extensions import assert_type


def blocks(client: Client, org: str) -> None:
    page = client.offers.list_offers(org, status=models.OfferStatus.ACCEPTED, limit=5)
    assert_type(page, models.OfferList)
    assert_type(page.next_offset, int | None)
    assert_type(client.offers.list_offers_items(org), Iterator[models.Offer])
    offer = client.offers.get_offer(org, "offer", options=RequestOptions(timeout=3))
    assert_type(offer.creation_time, datetime)
    assert_type(offer.terms.price.amount, Decimal)
    try:
        client.offers.publish_offer(org, offer.id)
    except errors.ConflictError as error:
        assert_type(error.body, models.Problem)
        assert_type(error.status, int)


async def awaits(client: AsyncClient, org: str) -> None:
    assert_type(await client.offers.get_offer(org, "offer"), models.Offer)
    assert_type(client.offers.list_offers_items(org), AsyncIterator[models.Offer])
    async for offer in client.offers.list_offers_items(org):
        assert_type(offer, models.Offer)


@contextmanager
def watch(attempt: Attempt) -> Iterator[None]:
    assert_type(attempt.path_template, str)
    yield
    assert_type(attempt.response, AttemptResponse | None)


def adds() -> tuple[Client, AsyncClient]:
    RequestOptions(query={"a": "b"})
    middleware = [watch, log_attempts(logging.getLogger())]
    client = Client(headers={"x-a": "b"}, query={"a": "b"}, middleware=middleware)
    return client, AsyncClient(middleware=[watch])


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
