from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q

from tavleya.use import CODE, DELETED, KEPT, NAMED, NAMED_EMPTIED, use
from tournaments.models.event import Event
from tournaments.models.player import Registration
from tournaments.models.section import Section

# Rounds are stored by number, not by row: a round that is undone and paired again has another row, and its checks stay.


class CheckDraw(models.Model):
    """A draw of players to check at random in a round, by its `seed`.  Written once and never changed.

    `pool`: the starting numbers of the eligible players, each with the number of their recent checks
    (`tavleya.law.conduct`).  `number` counts the draws of a round from 1.
    """

    section = models.ForeignKey(Section, on_delete=models.PROTECT, related_name="check_draws")
    round_number = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    seed = use(models.CharField(max_length=64), CODE)
    pool = use(models.JSONField(), CODE)
    at = models.DateTimeField()
    arbiter = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        db_table = "arbiter_checkdraw"  # created by arbiter.0001
        ordering = ["section", "round_number", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["section", "round_number", "number"], name="check_draw_number_once_in_round"
            )
        ]

    def __str__(self) -> str:
        return f"{self.section_id}, {self.round_number}/{self.number}"


class DrawnPlayer(models.Model):
    """A player selected by a draw, in its order. Written once and never changed."""

    draw = models.ForeignKey(CheckDraw, on_delete=models.PROTECT, related_name="drawn")
    place = models.PositiveSmallIntegerField()
    registration = models.ForeignKey(Registration, on_delete=models.PROTECT, related_name="drawn_for_checks")

    class Meta:
        db_table = "arbiter_drawnplayer"  # created by arbiter.0001
        ordering = ["draw", "place"]
        constraints = [
            models.UniqueConstraint(fields=["draw", "place"], name="drawn_player_place_once"),
            models.UniqueConstraint(fields=["draw", "registration"], name="drawn_player_once"),
        ]

    def __str__(self) -> str:
        return f"{self.draw_id}/{self.place}"


class Inspection(models.Model):
    """A check of a player: kind, means and outcome. Written once; undone by a counter-entry.

    `drawn`: the draw that selected the player. `reverses`: the entry that this counter-entry undoes.
    """

    class Kind(models.TextChoices):
        RANDOM = "random"
        ENTRANCE = "entrance"
        DURING = "during"
        AFTER = "after"
        FULL = "full"

    class Means(models.TextChoices):
        DETECTOR = "detector"
        GATE = "gate"
        BAG = "bag"
        EAR = "ear"

    class Outcome(models.TextChoices):
        NOTHING = "nothing"
        OBJECT = "object"
        REFUSED = "refused"
        SKIPPED = "skipped"  # drawn, and not checked

    section = models.ForeignKey(Section, on_delete=models.PROTECT, related_name="inspections")
    round_number = models.PositiveSmallIntegerField()
    registration = models.ForeignKey(Registration, on_delete=models.PROTECT, related_name="inspections")
    kind = use(models.CharField(max_length=10, choices=Kind.choices), KEPT)
    means = use(models.JSONField(default=list, blank=True), KEPT)
    outcome = use(models.CharField(max_length=10, choices=Outcome.choices), KEPT)
    note = use(models.TextField(blank=True), NAMED_EMPTIED)
    at = models.DateTimeField()
    arbiter = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    drawn = models.ForeignKey(DrawnPlayer, on_delete=models.PROTECT, null=True, blank=True, related_name="inspections")
    reverses = models.OneToOneField("self", on_delete=models.PROTECT, null=True, blank=True, related_name="reversed_by")

    class Meta:
        db_table = "arbiter_inspection"  # created by arbiter.0001
        ordering = ["section", "round_number", "at", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=["random", "entrance", "during", "after", "full"]), name="inspection_kind_known"
            ),
            models.CheckConstraint(
                condition=Q(outcome__in=["nothing", "object", "refused"]) | Q(outcome="skipped", drawn__isnull=False),
                name="inspection_outcome_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.section_id}, {self.round_number}: {self.kind}"

    @property
    def stands(self) -> bool:
        """Whether this is an inspection, not a counter-entry, and is not reversed."""
        return self.reverses_id is None and not hasattr(self, "reversed_by")


class DeviceBag(models.Model):
    """A player's devices, handed in for a round in the bag with this number, until they are handed back.

    Numbers are those of the event's bags: one bag holds all devices that one player handed in.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="device_bags")
    registration = models.ForeignKey(Registration, on_delete=models.PROTECT, related_name="device_bags")
    round_number = models.PositiveSmallIntegerField()
    bag = models.PositiveSmallIntegerField(validators=[MinValueValidator(1), MaxValueValidator(9_999)])
    handed_in_at = models.DateTimeField()
    handed_in_to = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    handed_back_at = models.DateTimeField(null=True, blank=True)
    handed_back_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        db_table = "arbiter_devicebag"  # created by arbiter.0001
        ordering = ["event", "round_number", "bag", "handed_in_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "bag"], condition=Q(handed_back_at__isnull=True), name="device_bag_in_use_once"
            ),
            models.UniqueConstraint(
                fields=["registration"], condition=Q(handed_back_at__isnull=True), name="device_bag_of_player_once"
            ),
            models.CheckConstraint(
                condition=Q(handed_back_at__isnull=True) | Q(handed_back_at__gte=models.F("handed_in_at")),
                name="device_bag_back_after_in",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.bag}"


class Complaint(models.Model):
    """A player's complaint of a breach of fair play, received by an arbiter during the event.

    `about`: the accused player, if any. Only arbiters see it.
    """

    class State(models.TextChoices):
        RECEIVED = "received"
        EXAMINED = "examined"
        ANSWERED = "answered"
        PASSED_ON = "passed_on"

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="complaints")
    number = models.PositiveIntegerField()
    section = models.ForeignKey(Section, on_delete=models.PROTECT, related_name="complaints")
    round_number = models.PositiveSmallIntegerField(null=True, blank=True)
    board = models.PositiveIntegerField(null=True, blank=True, validators=[MaxValueValidator(99_999)])
    complainant = models.ForeignKey(Registration, on_delete=models.PROTECT, related_name="complaints_made")
    about = models.ForeignKey(
        Registration, on_delete=models.PROTECT, null=True, blank=True, related_name="complaints_about"
    )
    facts = use(models.TextField(max_length=10_000), NAMED)
    state = models.CharField(max_length=10, choices=State.choices, default=State.RECEIVED)
    answer = use(models.TextField(max_length=10_000, blank=True), NAMED)
    received_at = models.DateTimeField()
    received_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    changed_at = models.DateTimeField()

    class Meta:
        db_table = "arbiter_complaint"  # created by arbiter.0001
        ordering = ["event", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="complaint_number_once"),
            models.CheckConstraint(
                condition=Q(state__in=["received", "examined", "answered", "passed_on"]), name="complaint_state_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}/{self.number}"


class Declaration(models.Model):
    """An item that a player declared before play because a check would find it: a hearing aid, a medical device.

    It is health data: only arbiters see it, and it is deleted soon after the event.
    """

    class Kind(models.TextChoices):
        HEARING_AID = "hearing_aid"
        MEDICAL_DEVICE = "medical_device"
        OTHER = "other"

    registration = models.ForeignKey(Registration, on_delete=models.PROTECT, related_name="declarations")
    kind = use(models.CharField(max_length=20, choices=Kind.choices), DELETED)
    text = use(models.CharField(max_length=200, blank=True), DELETED)
    seen_at = models.DateTimeField()
    seen_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        db_table = "arbiter_declaration"  # created by arbiter.0001
        ordering = ["registration", "seen_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=["hearing_aid", "medical_device", "other"]), name="declaration_kind_known"
            )
        ]

    def __str__(self) -> str:
        return f"{self.registration_id}: {self.kind}"
