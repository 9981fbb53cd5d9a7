from __future__ import annotations

import json
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any, ClassVar

from django.conf import settings
from django.db import models

from games.models.game import Game
from tavleya.record.entries import Entry, EntryKind, PersonalText, personal_text
from tavleya.sides import Side
from tavleya.use import ACTOR, CODE, KEPT, NAMED_EMPTIED, use


class RecordText(models.Model):
    """A text of a record that names people (`tavleya.record.ruling_lines`): the entry has its salted digest, under
    `name`.

    The database lets text and salt be emptied, together, and refuses any other change.
    """

    pk = models.CompositePrimaryKey("game", "seq", "name")
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="texts", db_index=False)
    seq = models.PositiveIntegerField()
    name = use(models.CharField(max_length=10), CODE)
    salt = use(models.CharField(max_length=32, blank=True), NAMED_EMPTIED, withheld=True)
    text = use(models.TextField(blank=True), NAMED_EMPTIED)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(salt="", text="") | (~models.Q(salt="") & ~models.Q(text="")),
                name="record_text_emptied_whole",
            )
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seq} {self.name}"

    @classmethod
    def of(cls, game: Game, seq: int, text: PersonalText) -> RecordText:
        return cls(game=game, seq=seq, name=text.name, salt=text.salt, text=text.text)


class RecordEntry(models.Model):
    """One entry of a game's record.  Written once; the database refuses every change (see the migration).

    Columns are for queries; all other data of the entry are in `data`.  Its key is the game and the number:
    there is one index over all entries.
    """

    #: The personal texts outside of the chain, once `games.texts` has added them to the row.
    texts: tuple[PersonalText, ...] = ()

    pk = models.CompositePrimaryKey("game", "seq")
    # The key begins with the game; there are no look-ups of a user's entries in all games.
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="entries", db_index=False)
    seq = models.PositiveIntegerField()
    kind = use(models.CharField(max_length=16), CODE)
    at = models.DateTimeField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+", db_index=False
    )
    actor = use(models.CharField(max_length=80), ACTOR)
    side = use(models.CharField(max_length=5, blank=True), CODE)
    ply = models.PositiveIntegerField(null=True)
    move = use(models.CharField(max_length=80, blank=True), KEPT)
    white_ms = models.BigIntegerField(null=True)
    black_ms = models.BigIntegerField(null=True)
    data = use(models.JSONField(default=dict), KEPT)
    request = use(models.CharField(max_length=80, blank=True), CODE)
    digest = use(models.CharField(max_length=64), CODE)

    class Meta:
        ordering = ["game", "seq"]
        constraints = [
            models.CheckConstraint(condition=models.Q(kind__in=[k.value for k in EntryKind]), name="record_kind_known"),
            models.CheckConstraint(
                condition=models.Q(side__in=["", *(s.value for s in Side)]), name="record_side_known"
            ),
            models.CheckConstraint(
                condition=~models.Q(kind=EntryKind.MOVE.value)
                | (models.Q(ply__isnull=False) & ~models.Q(side="") & ~models.Q(move="")),
                name="record_move_whole",
            ),
        ]
        # Look-ups by kind are for rare kinds; most entries are moves, and cost nothing here.
        indexes = [
            models.Index(
                fields=["game", "kind"],
                name="record_by_kind",
                condition=~models.Q(kind__in=[EntryKind.MOVE.value, EntryKind.PRESS.value]),
            )
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seq} {self.kind}"

    def entry(self) -> Entry:
        """Return the row as an `Entry`."""
        return entry_of(*(getattr(self, name) for name in ENTRY))

    def said(self, name: str) -> str:
        """Return a value of `data` if it is a text, like `Entry.said`."""
        return personal_text(self.data, self.texts, name)

    @classmethod
    def of(cls, game: Game, entry: Entry, user_id: int | None) -> RecordEntry:
        return cls(
            game=game,
            seq=entry.seq,
            kind=entry.kind.value,
            at=moment(entry.at),
            user_id=user_id,
            actor=entry.actor,
            side=entry.side.value if entry.side else "",
            ply=entry.ply,
            move=entry.move,
            white_ms=entry.white_ms,
            black_ms=entry.black_ms,
            data=dict(entry.data),
            request=entry.request,
            digest=entry.digest,
        )


#: The columns of an entry, in the order that `entry_of` takes.
ENTRY = (*("seq", "kind", "at", "actor", "side", "ply", "move", "white_ms", "black_ms"), *("data", "request", "digest"))


def entry_of(seq: int, kind: str, at: datetime, actor: str, side: str, ply: int | None, move: str, *rest: Any) -> Entry:
    """Return a row's columns as an `Entry`, without creating a model."""
    white_ms, black_ms, data, request, digest = rest
    return Entry(
        seq=seq,
        kind=EntryKind(kind),
        at=milliseconds(at),
        actor=actor,
        side=Side(side) if side else None,
        ply=ply,
        move=move,
        white_ms=white_ms,
        black_ms=black_ms,
        data=MappingProxyType(data if isinstance(data, dict) else json.loads(data)),
        request=request,
        digest=digest,
    )


def milliseconds(at: datetime) -> int:
    """Return whole milliseconds since the epoch, exactly (without floats)."""
    since = at - datetime(1970, 1, 1, tzinfo=UTC)
    return (since.days * 86_400 + since.seconds) * 1000 + since.microseconds // 1000


def moment(ms: int) -> datetime:
    seconds, rest = divmod(ms, 1000)
    return datetime.fromtimestamp(seconds, UTC).replace(microsecond=rest * 1000)


class _Moves(models.Manager["Move"]):
    def get_queryset(self) -> models.QuerySet[Move]:
        return super().get_queryset().filter(kind=EntryKind.MOVE.value)


class Move(RecordEntry):
    """The entries that are moves, struck-out ones included (the fold knows which are valid)."""

    objects: ClassVar[_Moves] = _Moves()

    class Meta:
        proxy = True


class _Readings(models.Manager["ClockReading"]):
    def get_queryset(self) -> models.QuerySet[ClockReading]:
        return super().get_queryset().filter(white_ms__isnull=False)


class ClockReading(RecordEntry):
    """The entries that hold a reading of both clocks."""

    objects: ClassVar[_Readings] = _Readings()

    class Meta:
        proxy = True
