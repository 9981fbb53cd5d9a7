"""Services of fees and payments, with the action that each asks for."""

from typing import Any

from entries.models.fees import PaymentReport
from entries.services.fees.payments import recompute_fee, set_fee, take_payment, void_payment
from entries.services.fees.reports import settle_report
from entries.services.fees.terms import set_fee_terms, set_payment_terms
from tavleya.permissions import Action
from tests.tournaments.conftest import NOW, requiring
from tests.who_may import Table


def prepare(world: Any) -> None:
    """Create a section with an unpaid fee, a paid fee and a reported payment."""
    world.charged = world.section(slug="charged", format="swiss", rounds_planned=3)
    changes = {"charged": True, "currency": "EUR", "base": 3000}
    set_fee_terms(actor=world.olga, now=NOW, section_id=world.charged.pk, changes=changes)
    world.enter(world.charged, "Nei", "Nezh")
    world.owed, world.settled = world.charged.fees.order_by("number")
    world.payment = take_payment(actor=world.olga, now=NOW, fee_id=world.settled.pk, amount=3000, way="cash")
    world.payment_report = PaymentReport.objects.create(
        event=world.event,
        key="signed:1",
        amount=1,
        currency="EUR",
        problem="unknown_reference",
        received_at=NOW,
    )


CALLS: Table = {
    **requiring(
        Action.EDIT_SECTION,
        set_fee_terms=lambda w, a: set_fee_terms(
            actor=a, now=NOW, section_id=w.charged.pk, changes={"together": True}
        ),
    ),
    **requiring(
        Action.EDIT_EVENT,
        set_payment_terms=lambda w, a: set_payment_terms(
            actor=a, now=NOW, event_id=w.event.pk, changes={"payee": "Club"}
        ),
    ),
    **requiring(
        Action.HANDLE_FEES,
        take_payment=lambda w, a: take_payment(actor=a, now=NOW, fee_id=w.owed.pk, amount=1000, way="cash"),
        void_payment=lambda w, a: void_payment(actor=a, now=NOW, payment_id=w.payment.pk),
        set_fee=lambda w, a: set_fee(actor=a, now=NOW, fee_id=w.owed.pk, amount=100, reason="Agreed"),
        recompute_fee=lambda w, a: recompute_fee(actor=a, now=NOW, fee_id=w.owed.pk, extra=False),
        settle_report=lambda w, a: settle_report(actor=a, now=NOW, report_id=w.payment_report.pk),
    ),
}
