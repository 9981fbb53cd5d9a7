from django.conf import settings
from django.db import models

from arbiter.models.ruling import Ruling
from tavleya.sides import Side
from tavleya.use import ANNOUNCED, CODE, EMPTIED, NAMED, use
from tournaments.models.event import Event


class AppealRegulation(models.Model):
    """The rules for appeals in an event; `tavleya.law.appeals.AppealRules` documents the fields."""

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="appeal_regulation")
    within_minutes = models.PositiveIntegerField(default=30)
    counted_from = use(models.CharField(max_length=6, default="ruling"), CODE)
    seats = models.PositiveSmallIntegerField(default=3)
    deposit = use(models.CharField(max_length=60, blank=True), CODE)
    effect_suspended = models.BooleanField(default=False)
    final_kinds = use(models.JSONField(default=list, blank=True), CODE)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(counted_from__in=["ruling", "game"]), name="appeal_counted_from_known"
            ),
            models.CheckConstraint(condition=models.Q(seats__gte=1), name="appeal_seats_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.within_minutes} min"


class CommitteeMember(models.Model):
    """A member of an event's appeals committee, or a reserve who replaces a member barred from the panel."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="committee")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    chair = models.BooleanField(default=False)
    reserve = models.BooleanField(default=False)
    appointed_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["event", "reserve", "-chair", "appointed_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "user"],
                condition=models.Q(left_at__isnull=True),
                name="committee_member_once",
            ),
            models.UniqueConstraint(
                fields=["event"],
                condition=models.Q(left_at__isnull=True, chair=True),
                name="committee_chair_once",
            ),
            models.CheckConstraint(condition=~models.Q(chair=True, reserve=True), name="committee_chair_is_no_reserve"),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.user_id}"


class Appeal(models.Model):
    """A player's appeal against a ruling, from the filing to the published decision.

    `due_at`: until when it could be filed.  `effect_suspended`: the ruling's result is provisional until the decision.
    `followed_by`: the ruling that reversed or amended the one appealed against.
    """

    class Status(models.TextChoices):
        FILED = "filed"
        WITHDRAWN = "withdrawn"
        DECIDED = "decided"

    class Outcome(models.TextChoices):
        UPHELD = "upheld"  # the ruling stands
        REVERSED = "reversed"
        AMENDED = "amended"

    class Deposit(models.TextChoices):
        NONE = "none"
        PAID = "paid"
        RETURNED = "returned"
        KEPT = "kept"

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="appeals")
    number = models.PositiveIntegerField()
    ruling = models.ForeignKey(Ruling, on_delete=models.PROTECT, related_name="appeals")
    side = use(models.CharField(max_length=5), CODE)
    grounds = use(models.TextField(), EMPTIED)
    filed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    filed_at = models.DateTimeField()
    due_at = models.DateTimeField(null=True)
    deposit = use(models.CharField(max_length=60, blank=True), CODE)
    deposit_state = models.CharField(max_length=8, choices=Deposit.choices, default=Deposit.NONE)
    effect_suspended = models.BooleanField(default=False)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.FILED)
    hearing_at = models.DateTimeField(null=True)
    hearing_place = use(models.CharField(max_length=200, blank=True), ANNOUNCED)
    panel = models.ManyToManyField(CommitteeMember, related_name="appeals")
    outcome = use(models.CharField(max_length=10, blank=True), CODE)
    decision = use(models.TextField(blank=True), NAMED)
    decided_at = models.DateTimeField(null=True)
    followed_by = models.OneToOneField(Ruling, on_delete=models.PROTECT, null=True, related_name="after_appeal")
    published_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["event", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="appeal_number_once"),
            models.UniqueConstraint(
                fields=["ruling", "side"],
                condition=~models.Q(status="withdrawn"),
                name="appeal_once_for_side",
            ),
            models.CheckConstraint(
                condition=models.Q(side__in=[side.value for side in Side]), name="appeal_side_known"
            ),
            models.CheckConstraint(
                condition=models.Q(status__in=["filed", "withdrawn", "decided"]), name="appeal_status_known"
            ),
            models.CheckConstraint(
                condition=models.Q(
                    status="decided", outcome__in=["upheld", "reversed", "amended"], decided_at__isnull=False
                )
                | (~models.Q(status="decided") & models.Q(outcome="", decided_at__isnull=True)),
                name="appeal_decided_whole",
            ),
            models.CheckConstraint(
                condition=models.Q(deposit_state__in=["none", "paid", "returned", "kept"]),
                name="appeal_deposit_state_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}/{self.number}"

    @property
    def pending(self) -> bool:
        return self.status == self.Status.FILED
