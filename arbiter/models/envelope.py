from django.conf import settings
from django.db import models

from games.models.game import Game
from tavleya.law.sealing import Policy
from tavleya.sides import Side
from tavleya.use import ANNOUNCED, CODE, NAMED, use
from tournaments.models.section import Section


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
            models.CheckConstraint(
                condition=models.Q(ends_at__gt=models.F("starts_at")), name="session_ends_after_its_start"
            ),
            models.CheckConstraint(
                condition=models.Q(announced_at__lt=models.F("starts_at")), name="session_announced_ahead"
            ),
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
            models.UniqueConstraint(
                fields=["game"], condition=models.Q(status="closed"), name="envelope_closed_once_in_game"
            ),
            models.CheckConstraint(
                condition=models.Q(status__in=["closed", "opened", "lost", "void"]),
                name="envelope_status_known",
            ),
            models.CheckConstraint(
                condition=models.Q(side__in=[side.value for side in Side]), name="envelope_side_known"
            ),
            models.CheckConstraint(
                condition=models.Q(policy__in=["", *(policy.value for policy in Policy)]),
                name="envelope_policy_known",
            ),
        ]
        indexes = [models.Index(fields=["due_at"], condition=models.Q(status="closed"), name="envelope_waiting")]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.number}, ply {self.ply}"
