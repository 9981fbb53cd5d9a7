"""Payment providers: one small interface, and a registry with a record of each.

No company's provider is included. `signed` is for the organiser's payment page, or for a program that reads bank
statements. The link of the payment terms leads to it, and it reports payments in a message signed like ours.
"""

import json
from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from entries.messages import say
from entries.models.fees import PaymentTerms
from notifications.services.webhooks.sending import verify
from tavleya.errors import BadInput, NotPermitted
from tavleya.fees.terms import MOST_UNITS, link_of

_MOST = 100


@dataclass(frozen=True, slots=True)
class PaymentRequest:
    """A payment to make: minor units of a currency, with a reference."""

    units: int
    currency: str
    reference: str


@dataclass(frozen=True, slots=True)
class ReportedPayment:
    """A payment reported by a provider. `key` is the provider's id of the payment, by which it counts once."""

    key: str
    reference: str
    units: int
    currency: str


class Provider(Protocol):
    """Interface of a payment provider.

    `start` returns the URL of the payment page, empty if there is none. `verify` returns the payments of a report.
    `verify` raises: NotPermitted ("bad_signature"); BadInput ("bad_report").
    """

    def start(self, terms: PaymentTerms, request: PaymentRequest) -> str: ...

    def verify(
        self, terms: PaymentTerms, body: bytes, headers: Mapping[str, str], now: datetime
    ) -> list[ReportedPayment]: ...


class SignedReports:
    """`{"payments": [{"key", "reference", "amount", "currency"}]}`, amounts in minor units, signed as webhooks are."""

    def start(self, terms: PaymentTerms, request: PaymentRequest) -> str:
        if not terms.link:
            return ""
        return link_of(terms.link, units=request.units, currency=request.currency, reference=request.reference)

    def verify(
        self, terms: PaymentTerms, body: bytes, headers: Mapping[str, str], now: datetime
    ) -> list[ReportedPayment]:
        if not verify(terms.secret, headers, body, now):
            raise NotPermitted(say("bad_signature"))
        try:
            rows = json.loads(body)["payments"]
            reported_payments = [_read(row) for row in rows[:_MOST]]
        except (ValueError, KeyError, TypeError, AttributeError):
            raise BadInput(say("bad_report")) from None
        if len(rows) > _MOST:
            raise BadInput(say("bad_report"))
        return reported_payments


def _read(row: Mapping[str, object]) -> ReportedPayment:
    key, reference, units, currency = (row[name] for name in ("key", "reference", "amount", "currency"))
    texts = isinstance(key, str) and isinstance(reference, str) and isinstance(currency, str)
    if not texts or not 0 < len(str(key)) <= 100 or type(units) is not int or abs(units) > MOST_UNITS:
        raise ValueError
    return ReportedPayment(str(key), str(reference)[:140], units, str(currency)[:3])


#: By the name that the terms of an event have.
PROVIDERS: MutableMapping[str, Provider] = {"signed": SignedReports()}
