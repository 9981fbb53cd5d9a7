"""Entry fees with their terms and payments, and check-in before a round."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q

from tavleya.fees.terms import MOST_UNITS, FeeRule, FeeScale, total
from tavleya.use import ACTOR, CODE, EDITABLE, KEPT, NAMED, SETTING, Copy, use
from tournaments.models.entry import Entry
from tournaments.models.event import Event, currency_form, in_language
from tournaments.models.player import Player, Registration, Team
from tournaments.models.section import Section

# Check-in of players before a round.


class CheckIn(models.Model):
    """Check-in for one round of a section, from `opens_at` until `closes_at`, if they are set.

    After it has closed officers may still mark players as present, until the round is published.
    """

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="check_ins")
    round_number = models.PositiveSmallIntegerField(validators=[MinValueValidator(1), MaxValueValidator(400)])
    opens_at = models.DateTimeField(null=True, blank=True)
    closes_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["section", "round_number"]
        constraints = [
            models.UniqueConstraint(fields=["section", "round_number"], name="one_check_in_a_round"),
            models.CheckConstraint(
                condition=Q(opens_at__isnull=True) | Q(closes_at__isnull=True) | Q(closes_at__gt=models.F("opens_at")),
                name="check_in_closes_after_it_opens",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.section_id}, round {self.round_number}"


class Presence(models.Model):
    """A present player. `own`: they checked themselves in, by their private link."""

    check_in = models.ForeignKey(CheckIn, on_delete=models.CASCADE, related_name="present")
    registration = models.ForeignKey(Registration, on_delete=models.CASCADE, related_name="presences")
    at = models.DateTimeField()
    own = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["check_in", "registration"], name="checked_in_once")]

    def __str__(self) -> str:
        return f"{self.check_in_id}: {self.registration_id}"


_UNITS = [MinValueValidator(0), MaxValueValidator(MOST_UNITS)]


class FeeTerms(models.Model):
    """The fee of a section; amounts are whole minor units of `currency`.

    `charged`: without it no entrant owes a fee. `rules` are `tavleya.fees.terms.FeeRule`; `together`: discounts add up.
    `extra`, named by language, is an option for `extra_amount`. In a section of teams each team pays once.
    """

    section = models.OneToOneField(Section, on_delete=models.CASCADE, primary_key=True, related_name="fee_terms")
    charged = use(models.BooleanField(default=False), EDITABLE)
    currency = use(models.CharField(max_length=3, validators=[currency_form]), SETTING)
    base = use(models.PositiveBigIntegerField(default=0, validators=_UNITS), EDITABLE)
    rules = use(models.JSONField(default=list, blank=True), SETTING)
    together = use(models.BooleanField(default=False), EDITABLE)
    extra = use(models.JSONField(default=dict, blank=True), SETTING)
    extra_amount = use(models.PositiveBigIntegerField(default=0, validators=_UNITS), EDITABLE)

    def __str__(self) -> str:
        return f"fees of {self.section_id}"

    @property
    def scale(self) -> FeeScale:
        return FeeScale(self.base, self.read_rules, self.together, self.extra_amount)

    @property
    def read_rules(self) -> tuple[FeeRule, ...]:
        return tuple(map(FeeRule.read, self.rules))

    def extra_in(self, language: str) -> str:
        return in_language(self.extra, language, self.section.event.languages)


class Fee(models.Model):
    """The fee of one entry, player or team, and its computation at the time of entry.

    `number`, from 1 in the event, is the payment reference. It remains after entry and player are erased. `lines` are
    those of `tavleya.fees.terms.FeeScale`, computed as of `day`. `amount`, if set, is an official's amount that
    replaces them, 0 if the fee was `waived`, with the `reason`.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="fees")
    number = models.PositiveIntegerField()
    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="fees")
    entry = models.OneToOneField(Entry, on_delete=models.SET_NULL, null=True, blank=True, related_name="fee")
    player = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="fees")
    team = models.OneToOneField(Team, on_delete=models.SET_NULL, null=True, blank=True, related_name="fee")
    currency = use(models.CharField(max_length=3, validators=[currency_form]), CODE)
    lines = use(models.JSONField(default=list), KEPT)
    extra = models.BooleanField(default=False)
    day = models.DateField()
    amount = models.PositiveBigIntegerField(null=True, blank=True, validators=_UNITS)
    waived = models.BooleanField(default=False)
    reason = use(models.CharField(max_length=400, blank=True), NAMED)

    class Meta:
        ordering = ["event", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="fee_number_once_in_event"),
            models.UniqueConstraint(
                fields=["section", "player"], condition=Q(player__isnull=False), name="fee_once_a_player"
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="fee_number_from_one"),
            models.CheckConstraint(condition=Q(waived=False) | Q(amount=0), name="fee_waived_is_nothing"),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.number}"

    @property
    def computed(self) -> int:
        """The sum of the lines."""
        return total(self.lines)


class PaymentMethod(models.TextChoices):
    """The method of a payment."""

    CASH = "cash"
    TRANSFER = "transfer"
    CARD = "card"
    ONLINE = "online"


class Payment(models.Model):
    """Money received for a fee, or (negative) refunded. A line is never changed and never deleted.

    `receipt` numbers all lines of an event without a gap. `voids`: the line that this one voids, of the same amount
    with the other sign. `taken_by` is the key of the actor. `provider_key` is the payment provider's id, so that a
    payment counts once however often it is reported.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="payments")
    fee = models.ForeignKey(Fee, on_delete=models.PROTECT, related_name="payments")
    receipt = models.PositiveIntegerField()
    amount = models.BigIntegerField(validators=[MinValueValidator(-MOST_UNITS), MaxValueValidator(MOST_UNITS)])
    way = models.CharField(max_length=8, choices=PaymentMethod.choices)
    at = models.DateTimeField()
    taken_by = use(models.CharField(max_length=80), ACTOR)
    reference = use(models.CharField(max_length=140, blank=True), NAMED)
    voids = models.OneToOneField("self", on_delete=models.PROTECT, null=True, blank=True, related_name="voided_by")
    provider_key = use(models.CharField(max_length=120, blank=True), CODE)

    class Meta:
        ordering = ["event", "receipt"]
        constraints = [
            models.UniqueConstraint(fields=["event", "receipt"], name="receipt_once_in_event"),
            models.UniqueConstraint(
                fields=["event", "provider_key"], condition=~Q(provider_key=""), name="payment_reported_once"
            ),
            models.CheckConstraint(condition=Q(receipt__gte=1), name="receipt_from_one"),
            models.CheckConstraint(condition=~Q(amount=0), name="payment_of_an_amount"),
            models.CheckConstraint(condition=Q(way__in=PaymentMethod.values), name="payment_way_known"),
            models.CheckConstraint(condition=Q(voids__isnull=True) | ~Q(voids=F("pk")), name="payment_voids_another"),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}: receipt {self.receipt}"


class PaymentTerms(models.Model):
    """The payment terms of an event: instructions by language, and the recipient's account.

    `reference` is a pattern with {number}, `link` a URL with {amount}, {currency} and {reference}
    (`tavleya.fees.terms`). `iban` and `bic` are for euro, the others for roubles. `provider` is a name of
    `entries.services.fees.PROVIDERS`, empty for none, and `secret` signs its reports.
    """

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="payment_terms")
    instructions = use(models.JSONField(default=dict, blank=True), SETTING)
    reference = use(models.CharField(max_length=60, blank=True), SETTING)
    link = use(models.CharField(max_length=300, blank=True), SETTING)
    payee = use(models.CharField(max_length=70, blank=True), SETTING)
    iban = use(models.CharField(max_length=34, blank=True), SETTING)
    bic = use(models.CharField(max_length=11, blank=True), SETTING)
    account = use(models.CharField(max_length=20, blank=True), SETTING)
    bank = use(models.CharField(max_length=45, blank=True), SETTING)
    bank_code = use(models.CharField(max_length=9, blank=True), SETTING)
    correspondent = use(models.CharField(max_length=20, blank=True), SETTING)
    inn = use(models.CharField(max_length=12, blank=True), SETTING)
    provider = use(models.CharField(max_length=30, blank=True), SETTING, reset=Copy.REPETITION)
    secret = use(models.CharField(max_length=80, blank=True), CODE, local=True)

    def __str__(self) -> str:
        return f"payments of {self.event_id}"


class PaymentReport(models.Model):
    """A provider's report that matched no fee automatically, kept until an official handles it.

    `problem` is the code of the reason; `payment` the line later created from it, if any.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="payment_reports")
    key = use(models.CharField(max_length=120), CODE)
    reference = use(models.CharField(max_length=140, blank=True), NAMED)
    amount = models.BigIntegerField()
    currency = use(models.CharField(max_length=3), CODE)
    problem = use(models.CharField(max_length=40), CODE)
    received_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True, blank=True)
    settled_by = use(models.CharField(max_length=80, blank=True), ACTOR)
    payment = models.OneToOneField(Payment, on_delete=models.PROTECT, null=True, blank=True, related_name="report")

    class Meta:
        ordering = ["-received_at", "-pk"]
        constraints = [models.UniqueConstraint(fields=["event", "key"], name="payment_report_once")]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.problem}"
