"""Acts on entry fees and payments."""

from api.acts.record import EVENT, SECTION, Act
from api.shapes_fees import (
    FeeSerializer,
    FeeTermsSerializer,
    PaymentReportSerializer,
    PaymentSerializer,
    PaymentTermsSerializer,
)
from entries.models import FeeTerms, PaymentTerms
from entries.selectors.fees import account_of, payment_terms_of
from entries.services.fees import set_fee_terms, set_payment_terms
from entries.services.payments import recompute_fee, set_fee, settle_report, take_payment, void_payment
from tavleya.permissions import Action
from tournaments.models.event import Event
from tournaments.models.section import Section


def fee_terms_of(thing: Section | FeeTerms) -> FeeTerms:
    """Return the fee terms of a section, or empty terms if none are set."""
    if isinstance(thing, FeeTerms):
        return thing
    return FeeTerms.objects.filter(section=thing).first() or FeeTerms(section=thing)


def payment_terms_for(thing: Event | PaymentTerms) -> PaymentTerms:
    if isinstance(thing, PaymentTerms):
        return thing
    return payment_terms_of(thing) or PaymentTerms(event=thing)


_H = Action.HANDLE_FEES
_FEE = EVENT + "fees/<int:fee>/"
ACTS = (
    Act(
        path=SECTION + "fee-terms/", service=set_fee_terms, summary="Set the entry fee of a section",
        action=Action.EDIT_SECTION, method="patch", answer=FeeTermsSerializer, changes=FeeTermsSerializer,
        show=fee_terms_of,
    ),
    Act(
        path=EVENT + "payment-terms/", service=set_payment_terms, summary="Say how fees are paid",
        action=Action.EDIT_EVENT, method="patch", answer=PaymentTermsSerializer, changes=PaymentTermsSerializer,
        show=payment_terms_for,
    ),
    Act(
        path=_FEE + "payments/", service=take_payment, summary="Take a payment, or give one back", action=_H,
        answer=PaymentSerializer, status=201,
    ),
    Act(
        path=_FEE + "amount/", service=set_fee, summary="Set or waive what is owed", action=_H, method="put",
        answer=FeeSerializer, show=account_of,
    ),
    Act(
        path=_FEE + "recompute/", service=recompute_fee, summary="Compute a fee again", action=_H,
        answer=FeeSerializer, show=account_of,
    ),
    Act(
        path=EVENT + "payments/<int:receipt>/void/", service=void_payment, summary="Void a payment",
        action=_H, answer=PaymentSerializer, status=201,
    ),
    Act(
        path=EVENT + "payment-reports/<int:report_id>/settle/", service=settle_report,
        summary="Book a payment that a provider reported, or set it aside", action=_H, answer=PaymentReportSerializer,
    ),
)  # fmt: skip
