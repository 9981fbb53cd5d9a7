"""Payments, refunds and manual amounts of fees. Lines are added, never changed."""

from datetime import datetime

from django.db import transaction
from django.db.models import Max, Sum

from entries.kinds import FEE_COMPUTED, FEE_SET, PAYMENT_TAKEN, PAYMENT_VOIDED
from entries.messages import say
from entries.models.fees import Fee, FeeTerms, Payment, PaymentMethod
from entries.services.fees.charging import work_out
from notifications.services.kinds import RECEIPT
from notifications.services.outbox import queue_entry_letter
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, NotFound
from tavleya.fees.terms import MOST_UNITS
from tavleya.permissions import Action
from tournaments.access import require
from tournaments.activity import happened
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
    fee = _locked(actor, fee_id)
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
    fee = _locked(actor, fee_id or 0)
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
    fee = _locked(actor, fee_id)
    if waived:
        amount = 0
    if amount is not None and not 0 <= amount <= MOST_UNITS:
        raise BadInput(say("bad_payment"), field="amount")
    if amount is not None and not reason.strip():
        raise BadInput(say("reason_missing.fee"), field="reason")
    before = {"amount": fee.amount, "waived": fee.waived}
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
    fee = _locked(actor, fee_id)
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
        queue_entry_letter(fee.entry, now, RECEIPT)
    happened(PAYMENT_TAKEN if voids is None else PAYMENT_VOIDED, payment, actor=actor, now=now, after=after)
    return payment


def _locked(actor: Actor, fee_id: int) -> Fee:
    """The fee, its event locked.  NotFound `no_such_fee`."""
    event_id = Fee.objects.filter(pk=fee_id).values_list("event", flat=True).first()
    if event_id is None:
        raise NotFound(say("no_such_fee"))
    event = lock_event(event_id)
    require(actor, event, Action.HANDLE_FEES)
    return event.fees.select_related("section", "player", "entry", "team").get(pk=fee_id)
