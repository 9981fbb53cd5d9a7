"""Authors of the last changes, shown to a user who finds the data changed."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth import get_user_model

from games.models.record import RecordEntry
from tavleya.record.entries import EntryKind
from tournaments.models.pairing import Pairing


@dataclass(frozen=True, slots=True)
class LastChange:
    """`who` is empty for the service itself."""

    who: str
    at: datetime


_KINDS = (EntryKind.RESULT, EntryKind.CORRECTION, EntryKind.ANNULMENT)


@dataclass(frozen=True, slots=True)
class Writer:
    """The user who gave a board its result; `corrected`: by correcting another result."""

    user_id: int | None
    name: str
    corrected: bool

    def may_retype(self, user_id: int | None) -> bool:
        """Return whether the result is this user's own, entered and not corrected since."""
        return user_id is not None and self.user_id == user_id and not self.corrected


def result_writers(boards: Iterable[Pairing]) -> dict[int, Writer]:
    """Return the author of each board's result, by the key of its game.  One query."""
    games = [board.game_id for board in boards if board.game_id is not None and board.result]
    entries = (
        RecordEntry.objects.filter(game__in=games, kind__in=_KINDS).order_by("seq").select_related("user")
    )
    return {
        entry.game_id: Writer(entry.user_id, _name(entry), entry.kind != EntryKind.RESULT)
        for entry in entries
    }


def second_readers(boards: Iterable[Pairing]) -> dict[int, str]:
    """Return the names of the second readers of these boards' slips, by their key.  One query."""
    keys = {board.second_by_id for board in boards if board.second_by_id is not None}
    return {user.pk: user.shown_name for user in get_user_model().objects.filter(pk__in=keys)}


def _name(entry: RecordEntry) -> str:
    return (entry.user.shown_name) if entry.user else ""


def last_result_change(pairing: Pairing) -> LastChange | None:
    """Return the author of a board's result, at the desk or on the board itself.  One query."""
    if pairing.game_id is None:
        return None
    row = (
        RecordEntry.objects.filter(game=pairing.game_id, kind__in=_KINDS)
        .select_related("user")
        .order_by("-seq")
        .first()
    )
    return None if row is None else LastChange(_name(row), row.at)
