"""Who changed what last, for those who come second."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from core.record.entries import EntryKind
from games.models import RecordEntry
from tournaments.models import Pairing


@dataclass(frozen=True, slots=True)
class LastChange:
    """`who` is empty for the service itself."""

    who: str
    at: datetime


_KINDS = (EntryKind.RESULT, EntryKind.CORRECTION, EntryKind.ANNULMENT)


def result_writers(boards: Iterable[Pairing]) -> dict[int, int | None]:
    """By the key of a board's game, the user who entered its result; None for a corrected one.  One query."""
    games = [board.game_id for board in boards if board.game_id is not None and board.result]
    entries = RecordEntry.objects.filter(game__in=games, kind__in=_KINDS).order_by("seq")
    return {
        game: user if kind == EntryKind.RESULT else None
        for game, kind, user in entries.values_list("game", "kind", "user")
    }


def last_result_change(pairing: Pairing) -> LastChange | None:
    """Who gave a board the result that it has, at the desk or on the board itself.  One query."""
    if pairing.game_id is None:
        return None
    row = (
        RecordEntry.objects.filter(game=pairing.game_id, kind__in=_KINDS)
        .select_related("user")
        .order_by("-seq")
        .first()
    )
    if row is None:
        return None
    return LastChange((row.user.get_full_name() or row.user.get_username()) if row.user else "", row.at)
