"""Reports of payment providers: matched to a fee by reference, or kept for an official."""

import re
from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from entries.kinds import PAYMENT_REPORT_SETTLED, PAYMENT_REPORTED
from entries.messages import say
from entries.models.fees import Fee, Payment, PaymentMethod, PaymentReport, PaymentTerms
from entries.selectors.fees import account_of
from entries.services.fees.payments import add_line
from entries.services.fees.providers import PROVIDERS, ReportedPayment
from tavleya.actors import Actor
from tavleya.errors import Conflict, NotFound
from tavleya.permissions import Action, refuse_read_only
from tournaments.access import require, standing_in
from tournaments.activity import happened
from tournaments.models.event import Event
from tournaments.services.shared import lock_event


@transaction.atomic
def receive_report(*, now: datetime, slug: str, body: bytes, headers: Mapping[str, str]) -> int:
    """Receive a report of the event's provider; return the number of its payments. Repeatable.

    Raises: NotFound ("no_such_event" without a provider); the errors of the provider's `verify`; ReadOnly
    ("checked_out"), so that the provider sends it again later.
    """
    terms = PaymentTerms.objects.filter(event__slug=slug, event__archived_at=None).first()
    provider = PROVIDERS.get(terms.provider) if terms is not None else None
    if terms is None or provider is None:
        raise NotFound(say("no_such_event"))
    reported = provider.verify(terms, body, headers, now)
    event = lock_event(terms.event_id)
    actor = Actor.of_system(f"payments {terms.provider}")
    refuse_read_only(standing_in(actor, event))
    for reported_payment in reported:
        _take(event, terms, reported_payment, actor=actor, now=now)
    return len(reported)


def _take(event: Event, terms: PaymentTerms, reported_payment: ReportedPayment, *, actor: Actor, now: datetime) -> None:
    key = f"{terms.provider}:{reported_payment.key}"
    payments = Payment.objects.filter(event=event, provider_key=key)
    if payments.exists() or PaymentReport.objects.filter(event=event, key=key).exists():
        return
    fee = _fee(event, terms, reported_payment.reference)
    problem = _problem(fee, reported_payment)
    if fee is not None and not problem:
        add_line(
            fee,
            reported_payment.units,
            PaymentMethod.ONLINE,
            reported_payment.reference,
            actor=actor,
            now=now,
            provider_key=key,
        )
        return
    report = PaymentReport.objects.create(
        event=event,
        key=key,
        reference=reported_payment.reference,
        amount=reported_payment.units,
        currency=reported_payment.currency,
        problem=problem,
        received_at=now,
    )
    happened(
        PAYMENT_REPORTED,
        report,
        actor=actor,
        now=now,
        after={"amount": reported_payment.units, "problem": problem},
    )


def _fee(event: Event, terms: PaymentTerms, reference: str) -> Fee | None:
    """Return the fee of a reference, which people may have typed by hand."""
    before, _, after = (terms.reference or "{number}").partition("{number}")
    pattern = rf"\s*{re.escape(before)}(\d{{1,9}}){re.escape(after)}\s*\Z"
    match = re.match(pattern, reference, re.IGNORECASE)
    return event.fees.filter(number=int(match[1])).first() if match else None


def _problem(fee: Fee | None, reported_payment: ReportedPayment) -> str:
    """Return why the payment cannot be booked automatically, empty if it can."""
    if fee is None:
        return "unknown_reference"
    if reported_payment.currency != fee.currency:
        return "other_currency"
    if reported_payment.units <= 0:
        return "not_a_payment"
    return "nothing_owed" if account_of(fee).left <= 0 else ""


@transaction.atomic
def settle_report(*, actor: Actor, now: datetime, report_id: int, fee_number: int | None = None) -> PaymentReport:
    """Settle a provider's report: book the payment for the fee with this number, or (None) close it without.

    Raises: NotFound ("no_such_report", "no_such_fee"); Conflict ("report_settled", "report_cannot_be_booked").
    """
    event_id = PaymentReport.objects.filter(pk=report_id).values_list("event", flat=True).first()
    if event_id is None:
        raise NotFound(say("no_such_report"))
    event = lock_event(event_id)
    require(actor, event, Action.HANDLE_FEES)
    report = event.payment_reports.get(pk=report_id)
    if report.settled_at is not None:
        raise Conflict(say("report_settled"))
    if fee_number is not None:
        fee = event.fees.filter(number=fee_number).first()
        if fee is None:
            raise NotFound(say("no_such_fee"))
        if report.amount <= 0 or report.currency != fee.currency:
            raise Conflict(say("report_cannot_be_booked"))
        report.payment = add_line(
            fee,
            report.amount,
            PaymentMethod.ONLINE,
            report.reference,
            actor=actor,
            now=now,
            provider_key=report.key,
        )
    report.settled_at, report.settled_by = now, actor.key
    report.save(update_fields=["payment", "settled_at", "settled_by"])
    happened(PAYMENT_REPORT_SETTLED, report, actor=actor, now=now, after={"fee": fee_number})
    return report
