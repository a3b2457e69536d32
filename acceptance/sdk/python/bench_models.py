"""Plain models of an offer, as a user would write them for the benchmark's client by hand."""

from datetime import date, datetime
from decimal import Decimal

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel


class Model(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, extra="allow")


class Money(Model):
    amount: Decimal
    currency: str


class Installment(Model):
    amount: Money
    charge_date: date


class Terms(Model):
    price: Money
    duration_months: int
    payment_schedule: str | None = None
    payment_installments: list[Installment] | None = None
    net_term_days: int | None = None
    discount_percentage: float | None = None
    eula_url: str | None = None


class Offer(Model):
    id: str
    org_id: str
    name: str
    offer_type: str
    status: str
    partner: str
    product_id: str
    buyer_id: str | None = None
    terms: Terms
    expire_time: datetime | None = None
    publish_time: datetime | None = None
    offer_url: str | None = None
    metadata: dict[str, str] | None = None
    creation_time: datetime
    last_update_time: datetime


class Page(Model):
    items: list[Offer]
    next_offset: int | None
