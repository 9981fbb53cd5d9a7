"""Rulings, fines and appeals; sessions and envelopes of adjourned games; the duty and checklists of arbiters."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from games.models.game import Game
from tavleya.law.sealing import Policy
from tavleya.messages import Message
from tavleya.record.results import Result
from tavleya.sides import Side
from tavleya.use import ANNOUNCED, CODE, EMPTIED, KEPT, NAMED, NAMED_EMPTIED, use
from tournaments.models.event import Event
from tournaments.models.player import Registration
from tournaments.models.round import Round
from tournaments.models.section import Section


class Ruling(models.Model):
    """One decision at one board: facts, article and effects. Written once; superseded by another ruling, never edited.

    `article` and `penalty_article` are addresses, book and number (`fide-2023:7.5.1`): a later edition does not change
    old rulings. The book may be the regulations of the event (`regulations:12`).

    `first_seq` to `last_seq` are the entries that the ruling appended to the game's record. `grounds` are messages as
    JSON, so that every reader gets their own language. Clock readings are in milliseconds by side.

    Advice appends no entries: both numbers are then the last entry that it considered. A ruling that undoes another one
    `supersedes` it: with the outcome `reversed` nothing else follows, otherwise it decides the question again.
    `part_of`: the ruling from which this one follows (a game forfeited by an exclusion).
    """

    class Outcome(models.TextChoices):
        UPHELD = "upheld"
        REJECTED = "rejected"
        DISMISSED = "dismissed"
        APPLIED = "applied"
        POSTPONED = "postponed"
        ADVICE = "advice"
        REVERSED = "reversed"

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="rulings")
    number = models.PositiveIntegerField()
    kind = use(models.CharField(max_length=30), CODE)
    outcome = models.CharField(max_length=10, choices=Outcome.choices)
    regime = use(models.CharField(max_length=40), CODE)
    article = use(models.CharField(max_length=40), CODE)
    penalty_article = use(models.CharField(max_length=40, blank=True), CODE)
    offender = use(models.CharField(max_length=5, blank=True), CODE)
    facts = use(models.JSONField(default=dict), KEPT)
    grounds = use(models.JSONField(default=list), CODE)
    clock_before = use(models.JSONField(null=True), CODE)
    clock_after = use(models.JSONField(null=True), CODE)
    result = use(models.CharField(max_length=8, blank=True), CODE)
    note = use(models.TextField(blank=True), NAMED_EMPTIED)
    first_seq = models.PositiveIntegerField()
    last_seq = models.PositiveIntegerField()
    arbiter = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()
    supersedes = models.OneToOneField("self", on_delete=models.PROTECT, null=True, related_name="superseded_by")
    part_of = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="parts")

    class Meta:
        ordering = ["game", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="ruling_number_once"),
            models.CheckConstraint(condition=Q(last_seq__gte=F("first_seq")), name="ruling_entries_in_order"),
            models.CheckConstraint(
                condition=Q(offender__in=["", *(s.value for s in Side)]), name="ruling_offender_known"
            ),
            models.CheckConstraint(
                condition=Q(result__in=["", *(r.value for r in Result)]), name="ruling_result_known"
            ),
            models.CheckConstraint(
                condition=Q(
                    outcome__in=["upheld", "rejected", "dismissed", "applied", "postponed", "advice", "reversed"]
                ),
                name="ruling_outcome_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.number} {self.kind} ({self.article})"

    @property
    def stands(self) -> bool:
        return not hasattr(self, "superseded_by")

    @property
    def sentences(self) -> list[Message]:
        return [Message.from_json(ground) for ground in self.grounds]


class Fine(models.Model):
    """A fine set by a ruling, by a tariff that the regulations announced beforehand (FIDE 12.9.7).

    `amount` is in whole units of `currency` (ISO 4217). It is owed while its ruling stands; `paid_at` says when it was
    paid, `paid_to` to which officer.
    """

    ruling = models.OneToOneField(Ruling, on_delete=models.PROTECT, related_name="fine")
    amount = models.PositiveIntegerField()
    currency = use(models.CharField(max_length=3), CODE)
    paid_at = models.DateTimeField(null=True)
    paid_to = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["ruling"]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="fine_of_something"),
            models.CheckConstraint(condition=Q(currency__regex=r"^[A-Z]{3}$"), name="fine_in_a_currency"),
        ]

    def __str__(self) -> str:
        return f"{self.amount} {self.currency}"


class AppealRegulation(models.Model):
    """The rules for appeals in an event; `tavleya.law.regulations.AppealRules` documents the fields."""

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="appeal_regulation")
    within_minutes = models.PositiveIntegerField(default=30)
    counted_from = use(models.CharField(max_length=6, default="ruling"), CODE)
    seats = models.PositiveSmallIntegerField(default=3)
    deposit = use(models.CharField(max_length=60, blank=True), CODE)
    effect_suspended = models.BooleanField(default=False)
    final_kinds = use(models.JSONField(default=list, blank=True), CODE)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(counted_from__in=["ruling", "game"]), name="appeal_counted_from_known"),
            models.CheckConstraint(condition=Q(seats__gte=1), name="appeal_seats_from_one"),
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
                fields=["event", "user"], condition=Q(left_at__isnull=True), name="committee_member_once"
            ),
            models.UniqueConstraint(
                fields=["event"], condition=Q(left_at__isnull=True, chair=True), name="committee_chair_once"
            ),
            models.CheckConstraint(condition=~Q(chair=True, reserve=True), name="committee_chair_is_no_reserve"),
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
                fields=["ruling", "side"], condition=~Q(status="withdrawn"), name="appeal_once_for_side"
            ),
            models.CheckConstraint(condition=Q(side__in=[side.value for side in Side]), name="appeal_side_known"),
            models.CheckConstraint(
                condition=Q(status__in=["filed", "withdrawn", "decided"]), name="appeal_status_known"
            ),
            models.CheckConstraint(
                condition=Q(status="decided", outcome__in=["upheld", "reversed", "amended"], decided_at__isnull=False)
                | (~Q(status="decided") & Q(outcome="", decided_at__isnull=True)),
                name="appeal_decided_whole",
            ),
            models.CheckConstraint(
                condition=Q(deposit_state__in=["none", "paid", "returned", "kept"]), name="appeal_deposit_state_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}/{self.number}"

    @property
    def pending(self) -> bool:
        return self.status == self.Status.FILED


class PlaySession(models.Model):
    """A session of play of a section, announced before it begins: its start and its end by the arbiter's clock (A.13).

    A round's own session, or one in which adjourned games are resumed.
    """

    section = models.ForeignKey(Section, on_delete=models.PROTECT, related_name="sessions")
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    place = use(models.CharField(max_length=200, blank=True), ANNOUNCED)
    announced_at = models.DateTimeField()
    announced_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["section", "starts_at"]
        constraints = [
            models.UniqueConstraint(fields=["section", "starts_at"], name="session_once"),
            models.CheckConstraint(condition=Q(ends_at__gt=F("starts_at")), name="session_ends_after_its_start"),
            models.CheckConstraint(condition=Q(announced_at__lt=F("starts_at")), name="session_announced_ahead"),
        ]

    def __str__(self) -> str:
        return f"{self.section_id}: {self.starts_at} to {self.ends_at}"


class Envelope(models.Model):
    """The envelope of a sealed move, for lists of envelopes and due times. The game's record is authoritative.

    `sealing_seq` is the sealing entry, `ply` the number of the half-move. `second`: a reply to a sealed move, sealed
    because the author of that move was absent (A.9). `holder` has the envelope now; the record has the custody chain.
    """

    class Status(models.TextChoices):
        CLOSED = "closed"
        OPENED = "opened"
        LOST = "lost"
        VOID = "void"  # a ruling has undone the position of the sealed move

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="envelopes")
    number = models.PositiveSmallIntegerField()
    sealing_seq = models.PositiveIntegerField()
    side = use(models.CharField(max_length=5), CODE)
    ply = models.PositiveIntegerField()
    second = models.BooleanField(default=False)
    commitment = use(models.CharField(max_length=64, blank=True), CODE)  # empty: the move was made on the board
    policy = use(models.CharField(max_length=16, blank=True), CODE)
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.CLOSED)
    holder = use(models.CharField(max_length=200), NAMED)
    due_at = models.DateTimeField(null=True)
    place = use(models.CharField(max_length=200, blank=True), ANNOUNCED)
    sealed_at = models.DateTimeField()
    opened_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["due_at", "game", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="envelope_number_once"),
            models.UniqueConstraint(fields=["game"], condition=Q(status="closed"), name="envelope_closed_once_in_game"),
            models.CheckConstraint(
                condition=Q(status__in=["closed", "opened", "lost", "void"]), name="envelope_status_known"
            ),
            models.CheckConstraint(condition=Q(side__in=[side.value for side in Side]), name="envelope_side_known"),
            models.CheckConstraint(
                condition=Q(policy__in=["", *(policy.value for policy in Policy)]), name="envelope_policy_known"
            ),
        ]
        indexes = [models.Index(fields=["due_at"], condition=Q(status="closed"), name="envelope_waiting")]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.number}, ply {self.ply}"


class Duty(models.Model):
    """An arbiter's duty in an event, with start and (once it is over) end; `task` describes it (13.1–13.3).

    `section`, `first_board` and `last_board` are the assigned boards; without them, the whole hall.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="duties")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    task = use(models.CharField(max_length=200, blank=True), NAMED)
    section = models.ForeignKey(Section, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    first_board = models.PositiveIntegerField(null=True, blank=True)
    last_board = models.PositiveIntegerField(null=True, blank=True)
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["event", "began_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "user"], condition=Q(ended_at__isnull=True), name="duty_open_once"
            ),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True) | Q(ended_at__gte=F("began_at")), name="duty_ends_after_it_begins"
            ),
            models.CheckConstraint(
                condition=Q(first_board__isnull=True)
                | Q(last_board__isnull=True)
                | Q(last_board__gte=F("first_board")),
                name="duty_boards_in_order",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.user_id}"


class HallIncident(models.Model):
    """An incident in the hall that belongs to no single board: spectators sent out, light, noise (13.2, 13.7).

    Written once and never changed. `registration`: the player concerned, if any.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="incidents")
    registration = models.ForeignKey(
        Registration, on_delete=models.PROTECT, null=True, blank=True, related_name="incidents"
    )
    code = use(models.CharField(max_length=30), CODE)
    article = use(models.CharField(max_length=40, blank=True), CODE)
    text = use(models.TextField(), NAMED)
    at = models.DateTimeField()
    arbiter = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ["event", "at"]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.code}"


class ChecklistTick(models.Model):
    """A checklist point that an arbiter ticked: which point, for which round (None: the event), by which user, and
    when.

    The row is kept when the tick is undone: `undone_at` and `undone_by` say when and by which user.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="checklist_ticks")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, null=True, related_name="checklist_ticks")
    item = use(models.CharField(max_length=40), CODE)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True)
    undone_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["event", "at"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "item"],
                condition=Q(undone_at__isnull=True, round__isnull=False),
                name="checklist_ticked_once_in_round",
            ),
            models.UniqueConstraint(
                fields=["event", "item"],
                condition=Q(undone_at__isnull=True, round__isnull=True),
                name="checklist_ticked_once_in_event",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}/{self.round_id}: {self.item}"
