"""Payments, refunds and manual amounts of fees, and reports of payment providers. Lines are added, never changed."""

import re
from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.db.models import Max, Sum

from entries.kinds import FEE_COMPUTED, FEE_SET, PAYMENT_REPORT_SETTLED, PAYMENT_REPORTED, PAYMENT_TAKEN, PAYMENT_VOIDED
from entries.messages import say
from entries.models import Fee, FeeTerms, Payment, PaymentMethod, PaymentReport, PaymentTerms
from entries.selectors.fees import account_of
from entries.services.fees import PROVIDERS, ReportedPayment, work_out
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, NotFound
from tavleya.fees.terms import MOST_UNITS
from tavleya.permissions import Action, refuse_read_only
from tournaments.access import require, standing_in
from tournaments.activity import happened
from tournaments.hooks import letter_due
from tournaments.models.event import Event
from tournaments.notices import LetterKind
from tournaments.services.shared import check_fields, lock_event


@transaction.atomic
def take_payment(
    *,
    actor: Actor,
    now: datetime,
    fee_id: int,
    amount: int,
    way: str,
    reference: str = "",
    expected_paid: int | None = None,
) -> Payment:
    """Note that `amount` minor units were paid, or (negative) given back, with the next receipt of the event.

    `expected_paid`: the paid amount that the form showed.
    Raises: BadInput ("bad_payment"); Conflict ("payment_in_between", "refund_too_large").
    """
    fee = _lock_fee(actor, fee_id)
    paid = paid_of(fee)
    if expected_paid is not None and expected_paid != paid:
        raise Conflict(say("payment_in_between"))
    if way not in PaymentMethod.values or not amount or abs(amount) > MOST_UNITS:
        raise BadInput(say("bad_payment"), field="amount")
    if paid + amount < 0:
        raise Conflict(say("refund_too_large"), field="amount")
    return add_line(fee, amount, way, reference.strip(), actor=actor, now=now)


@transaction.atomic
def void_payment(*, actor: Actor, now: datetime, payment_id: int) -> Payment:
    """Void a payment by a line of the opposite amount with a separate receipt.

    Raises: Conflict ("already_voided", "refund_too_large").
    """
    fee_id = Payment.objects.filter(pk=payment_id).values_list("fee", flat=True).first()
    fee = _lock_fee(actor, fee_id or 0)
    payment = fee.payments.get(pk=payment_id)
    if payment.voids_id is not None or Payment.objects.filter(voids=payment).exists():
        raise Conflict(say("already_voided"))
    if paid_of(fee) - payment.amount < 0:
        raise Conflict(say("refund_too_large"))
    return add_line(fee, -payment.amount, payment.way, payment.reference, actor=actor, now=now, voids=payment)


@transaction.atomic
def set_fee(
    *, actor: Actor, now: datetime, fee_id: int, amount: int | None, waived: bool = False, reason: str = ""
) -> Fee:
    """Set the amount due manually, with a reason; `waived`: nothing. `amount` None: back to the computed amount.

    Raises: BadInput ("bad_payment", "reason_missing.fee").
    """
    fee = _lock_fee(actor, fee_id)
    if waived:
        amount = 0
    if amount is not None and not 0 <= amount <= MOST_UNITS:
        raise BadInput(say("bad_payment"), field="amount")
    if amount is not None and not reason.strip():
        raise BadInput(say("reason_missing.fee"), field="reason")
    before = {"amount": fee.amount, "waived": fee.waived, "undo": {"reason": fee.reason}}
    fee.amount, fee.waived, fee.reason = amount, waived, reason.strip()[:400] if amount is not None else ""
    fee.save(update_fields=["amount", "waived", "reason"])
    after = {"fee": fee.number, "amount": amount, "waived": waived}
    happened(FEE_SET, fee, actor=actor, now=now, before=before, after=after)
    return fee


@transaction.atomic
def recompute_fee(*, actor: Actor, now: datetime, fee_id: int, extra: bool) -> Fee:
    """Compute a fee again, from the current terms and the current data of the person, as of the day of entry.

    Raises: Conflict ("no_fee_terms", "nobody_left" if the entry was deleted).
    """
    fee = _lock_fee(actor, fee_id)
    terms = FeeTerms.objects.filter(section=fee.section_id).select_related("section__event").first()
    if terms is None:
        raise Conflict(say("no_fee_terms"))
    source = fee.player or fee.entry or fee.team
    if source is None:
        raise Conflict(say("nobody_left"))
    before = {"amount": fee.computed, "extra": fee.extra}
    fee.extra = extra
    if fee.payments.exists() and fee.currency != terms.currency:
        raise Conflict(say("currency_stands"))
    work_out(fee, terms, source)
    fee.save(update_fields=["extra", "lines", "currency"])
    after = {"fee": fee.number, "amount": fee.computed, "extra": extra}
    happened(FEE_COMPUTED, fee, actor=actor, now=now, before=before, after=after)
    return fee


def paid_of(fee: Fee) -> int:
    return fee.payments.aggregate(paid=Sum("amount"))["paid"] or 0


def add_line(
    fee: Fee,
    amount: int,
    way: str,
    reference: str,
    *,
    actor: Actor,
    now: datetime,
    voids: Payment | None = None,
    provider_key: str = "",
) -> Payment:
    """Add a line with the next receipt, and queue an email about it to the entrant.

    The event is locked, so that numbers have no gap and no duplicates.
    """
    last = fee.event.payments.aggregate(last=Max("receipt"))["last"] or 0
    payment = Payment(
        event=fee.event,
        fee=fee,
        receipt=last + 1,
        amount=amount,
        way=way,
        at=now,
        taken_by=actor.key,
        reference=reference[:140],
        voids=voids,
        provider_key=provider_key,
    )
    check_fields(payment, exclude=["event", "fee", "voids"])
    payment.save()
    after = {"fee": fee.number, "receipt": payment.receipt, "amount": amount, "way": str(way)}
    if fee.entry is not None:
        letter_due(fee.entry, now, LetterKind.RECEIPT)
    happened(PAYMENT_TAKEN if voids is None else PAYMENT_VOIDED, payment, actor=actor, now=now, after=after)
    return payment


def _lock_fee(actor: Actor, fee_id: int) -> Fee:
    """Lock the event of the fee, and return the fee. Raises: NotFound ("no_such_fee")."""
    event_id = Fee.objects.filter(pk=fee_id).values_list("event", flat=True).first()
    if event_id is None:
        raise NotFound(say("no_such_fee"))
    event = lock_event(event_id)
    require(actor, event, Action.HANDLE_FEES)
    return event.fees.select_related("section", "player", "entry", "team").get(pk=fee_id)


# Reports of payment providers: matched to a fee by reference, or kept for an official.


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
    reported_payments = provider.verify(terms, body, headers, now)
    event = lock_event(terms.event_id)
    actor = Actor.of_system(f"payments {terms.provider}")
    refuse_read_only(standing_in(actor, event))
    for reported_payment in reported_payments:
        _take(event, terms, reported_payment, actor=actor, now=now)
    return len(reported_payments)


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
        PAYMENT_REPORTED, report, actor=actor, now=now, after={"amount": reported_payment.units, "problem": problem}
    )


def _fee(event: Event, terms: PaymentTerms, reference: str) -> Fee | None:
    """Return the fee of a reference, which people may have typed by hand."""
    prefix, _, suffix = (terms.reference or "{number}").partition("{number}")
    pattern = rf"\s*{re.escape(prefix)}(\d{{1,9}}){re.escape(suffix)}\s*\Z"
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
            fee, report.amount, PaymentMethod.ONLINE, report.reference, actor=actor, now=now, provider_key=report.key
        )
    report.settled_at, report.settled_by = now, actor.key
    report.save(update_fields=["payment", "settled_at", "settled_by"])
    happened(PAYMENT_REPORT_SETTLED, report, actor=actor, now=now, after={"fee": fee_number})
    return report
