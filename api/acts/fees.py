"""Acts on entry fees and payments, and their shapes: terms, amounts due, payments."""

from datetime import date
from operator import itemgetter
from typing import Any, ClassVar

from rest_framework import serializers

from api.acts.record import EVENT, SECTION, Act
from api.bodies import Shape
from api.shapes_desk import Texts
from entries.models import FeeTerms, Payment, PaymentReport, PaymentTerms
from entries.selectors.fees import FeeAccount, account_of, payment_terms_of
from entries.services.fees import set_fee_terms, set_payment_terms
from entries.services.payments import recompute_fee, set_fee, settle_report, take_payment, void_payment
from tavleya.fees.terms import FeeState, reference_of
from tavleya.permissions import Action
from tournaments.access import editable
from tournaments.models.event import Event
from tournaments.models.section import Section
from tournaments.names import names_of
from tournaments.views.frame import language


class FeeTermsSerializer(serializers.ModelSerializer[FeeTerms]):
    """What entering a section costs, in minor units of the currency.

    A rule has a `kind` (`late`, `early`, `under`, `over`, `women`, `titles`, `federations`, `clubs`), an `amount` or
    `percent`, and what its kind asks: `day`, `age` or `names`.
    """

    currency = serializers.RegexField(r"^([A-Z]{3})?$", required=False, help_text="Empty until terms are set.")
    rules = serializers.ListField(child=serializers.DictField(), required=False)
    extra = Texts(required=False, help_text="What can be ordered with the entry, by language code.")

    class Meta:
        model = FeeTerms
        fields: ClassVar = editable(FeeTerms)
        validators: ClassVar[list[Any]] = []


class PaymentTermsSerializer(serializers.ModelSerializer[PaymentTerms]):
    """How fees of an event are paid.  `secret` signs the reports of the provider."""

    instructions = Texts(required=False)

    class Meta:
        model = PaymentTerms
        fields: ClassVar = [*editable(PaymentTerms), "secret"]
        read_only_fields: ClassVar = ["secret"]
        validators: ClassVar[list[Any]] = []


class PaymentSerializer(serializers.ModelSerializer[Payment]):
    """A line of the cash book: money that was taken, or (negative) refunded; `voids` is the receipt it takes back."""

    fee = serializers.IntegerField(source="fee.number")
    currency = serializers.CharField(source="fee.currency")
    taken_by = serializers.SerializerMethodField()
    voids = serializers.IntegerField(source="voids.receipt", allow_null=True, default=None)

    class Meta:
        model = Payment
        fields: ClassVar = ["receipt", "fee", "amount", "currency", "way", "at", "taken_by", "reference", "voids"]

    def get_taken_by(self, payment: Payment) -> str:
        """A list brings the `names` of all its lines, found at once."""
        names = self.context.get("names") or names_of([payment.taken_by])
        return names[payment.taken_by]


class FeeSerializer(serializers.Serializer[Any]):
    """A fee; amounts are minor units of its currency.  `left` is negative where money is to be refunded."""

    number = serializers.IntegerField(source="fee.number")
    section = serializers.CharField(source="fee.section.slug")
    name = serializers.SerializerMethodField(help_text="Empty once who paid has been erased.")
    player = serializers.IntegerField(source="fee.player_id", allow_null=True)
    online_entry = serializers.IntegerField(source="fee.entry_id", allow_null=True)
    team = serializers.IntegerField(source="fee.team.number", allow_null=True, default=None)
    state = serializers.ChoiceField(choices=[fee_state.value for fee_state in FeeState])
    currency = serializers.CharField(source="fee.currency")
    computed = serializers.IntegerField(source="fee.computed")
    due = serializers.IntegerField()
    paid = serializers.IntegerField()
    left = serializers.IntegerField()
    extra = serializers.BooleanField(source="fee.extra")
    waived = serializers.BooleanField(source="fee.waived")
    reason = serializers.CharField(source="fee.reason", allow_blank=True)
    reference = serializers.SerializerMethodField(help_text="What the payer writes on a transfer.")

    def get_name(self, account: FeeAccount) -> str:
        return account.name_in(language())

    def get_reference(self, account: FeeAccount) -> str:
        """A list brings the `pattern` of its event."""
        pattern = self.context.get("pattern")
        if pattern is None:
            terms = payment_terms_of(account.fee.section.event)
            pattern = terms.reference if terms else ""
        return reference_of(pattern, account.fee.number)


class FeeDetailSerializer(FeeSerializer):
    """With how the fee came about, and its payments."""

    lines = serializers.ListField(source="fee.lines", child=serializers.DictField())
    payments = PaymentSerializer(many=True)


class FeeSumSerializer(serializers.Serializer[Any]):
    """Of all fees in one currency; `refunds` is what is to be given back."""

    currency = serializers.CharField()
    due = serializers.IntegerField()
    paid = serializers.IntegerField()
    owed = serializers.IntegerField()
    refunds = serializers.IntegerField()


#: Rows as `takings` returns them.
TAKINGS = Shape[tuple[date, str, str, int]](
    "Takings", "What came in on a day in one way, less refunds.",
    ("day", serializers.DateField(), itemgetter(0)),
    ("way", serializers.CharField(), itemgetter(1)),
    ("currency", serializers.CharField(), itemgetter(2)),
    ("amount", serializers.IntegerField(), itemgetter(3)),
)  # fmt: skip


class FeeTotalsSerializer(serializers.Serializer[Any]):
    totals = FeeSumSerializer(many=True)
    takings = TAKINGS.serializer(many=True)


class PaymentReportSerializer(serializers.ModelSerializer[PaymentReport]):
    """A payment that a provider reported and that fits no fee by itself; `problem` says why."""

    receipt = serializers.IntegerField(source="payment.receipt", allow_null=True, default=None)

    class Meta:
        model = PaymentReport
        fields: ClassVar = ["id", "reference", "amount", "currency", "problem", "received_at", "settled_at", "receipt"]


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
