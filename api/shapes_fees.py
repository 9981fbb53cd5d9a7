"""The shapes of entry fees: terms, amounts due and payments; and of a broadcast to lichess."""

from datetime import date
from operator import itemgetter
from typing import Any, ClassVar

from rest_framework import serializers

from api.lists import Shape
from api.shapes_desk import Texts
from entries.models import FeeTerms, Payment, PaymentReport, PaymentTerms
from entries.selectors.fees import FeeAccount, payment_terms_of
from tavleya.fees.terms import FeeState, reference_of
from tournaments.access import editable
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
        fields: ClassVar = [
            "receipt", "fee", "amount", "currency", "way", "at", "taken_by", "reference", "voids",
        ]  # fmt: skip

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
        fields: ClassVar = [
            "id", "reference", "amount", "currency", "problem", "received_at", "settled_at", "receipt",
        ]  # fmt: skip
