import uuid
from collections.abc import Collection
from typing import Any, Self

from django.db import models

from games import gate
from games.models.base import RowModel
from tavleya.record.entries import GamePhase
from tavleya.record.results import Result
from tavleya.use import CODE, DELETED, KEPT, PLACEHOLDER, use


class CheckScope(models.TextChoices):
    """The records that a pass of the check covers."""

    RECENT = "recent"
    ALL = "all"


class CheckPass(models.Model):
    """The progress of the check of the records, one row for each scope: every game up to number `after` was checked.

    A pass began at `began_at`; `ended_at` is the end of the last complete one, before `began_at` during a pass.
    `broken` counts the broken records found by this pass so far, `broken_before` those of the last complete one.
    """

    scope = models.CharField(max_length=6, primary_key=True, choices=CheckScope.choices)
    after = models.BigIntegerField(default=0)
    began_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    broken = models.PositiveIntegerField(default=0)
    broken_before = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(scope__in=CheckScope.values), name="check_scope_known")
        ]

    def __str__(self) -> str:
        return f"{self.scope} after {self.after}"

    @property
    def going_on(self) -> bool:
        return self.began_at is not None and (self.ended_at is None or self.ended_at < self.began_at)


class IdempotencyKey(models.Model):
    """A request that has been carried out, and its response, which a repeated request gets again.

    Written in the transaction of the request's effect, so that there is never one without the other.
    """

    actor = use(models.CharField(max_length=80), DELETED)
    key = use(models.CharField(max_length=80), CODE)
    request_digest = use(models.CharField(max_length=64), CODE)
    status = models.PositiveSmallIntegerField()
    answer = use(models.JSONField(), DELETED)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["actor", "key"], name="idempotency_key_once")]

    def __str__(self) -> str:
        return f"{self.actor} {self.key}"


class TrackingLevel(models.TextChoices):
    """The level of detail at which a board is followed."""

    RESULT = "result"
    SHEETS = "sheets"
    LIVE = "live"


class Game(RowModel):
    """One board's game.  Its history is its record; the row stores the state at the record's end.

    `seq` and `digest` are those of the last entry, `snapshot` is the fold of all of them: a move costs one row lock,
    one insert and one update, and a list of boards needs no record at all.

    If read while the broadcast gate is closed (`games.gate`), the row has the state `broadcast_delay` ago, and cannot
    be saved.

    `key` is in the digest of every entry.  An imported copy of an event has the same games, with their keys.
    """

    key = models.UUIDField(default=uuid.uuid4, db_index=True, editable=False)
    game = use(models.CharField(max_length=12), CODE)
    rules = use(models.JSONField(default=dict, blank=True), CODE)
    regime = use(models.CharField(max_length=40), CODE)
    control = use(models.CharField(max_length=200, blank=True), CODE)
    tracking = models.CharField(max_length=8, choices=TrackingLevel.choices, default=TrackingLevel.RESULT)
    start_position = use(models.TextField(default="start"), CODE)
    white_name = use(models.CharField(max_length=200), PLACEHOLDER)
    black_name = use(models.CharField(max_length=200), PLACEHOLDER)
    phase = use(models.CharField(max_length=12, default=GamePhase.PENDING.value), CODE)
    result = use(models.CharField(max_length=8, blank=True), PLACEHOLDER)
    termination = use(models.CharField(max_length=40, blank=True), CODE)
    broadcast_delay = models.PositiveSmallIntegerField(default=0)  # minutes
    calls = models.PositiveSmallIntegerField(default=0)  # open calls of the arbiter
    seq = models.PositiveIntegerField(default=0)
    digest = use(models.CharField(max_length=64, blank=True), CODE)
    snapshot = use(models.JSONField(default=dict), KEPT, local=True)
    replaces = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, related_name="replaced_by"
    )  # the annulled game that this one replaces
    opened_at = models.DateTimeField()
    changed_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(tracking__in=TrackingLevel.values), name="game_depth_known"),
            models.CheckConstraint(condition=models.Q(phase__in=[p.value for p in GamePhase]), name="game_phase_known"),
            models.CheckConstraint(
                condition=models.Q(result__in=["", *(r.value for r in Result)]), name="game_result_known"
            ),
            models.CheckConstraint(
                condition=models.Q(phase=GamePhase.FINISHED.value, result__gt="")
                | (~models.Q(phase=GamePhase.FINISHED.value) & models.Q(result="")),
                name="game_result_when_finished",
            ),
        ]
        indexes = [
            models.Index(fields=["phase"], name="game_running", condition=models.Q(phase=GamePhase.PLAYING.value))
        ]

    was_put_back = False

    @classmethod
    def from_db(cls, db: str | None, field_names: Collection[str], values: Collection[Any], **more: Any) -> Self:
        game = super().from_db(db, field_names, values, **more)
        if gate.is_closed() and game.broadcast_delay and (now := gate.closed_for(game.pk)):
            gate.put_back(game, now)
        return game

    def save(self, *args: Any, **kwargs: Any) -> None:
        gate.refuse_put_back(self)
        super().save(*args, **kwargs)

    def __str__(self) -> str:
        return f"{self.white_name} – {self.black_name}"
