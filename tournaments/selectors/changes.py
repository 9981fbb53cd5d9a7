"""Who changed what last, for those who come second."""

from __future__ import annotations

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


def last_result_change(pairing: Pairing) -> LastChange | None:
    """Who gave a board the result that it has, at the desk or on the board itself.  One query."""
    if pairing.game_id is None:
        return None
    row = (
        RecordEntry.objects.filter(
            game=pairing.game_id, kind__in=[EntryKind.RESULT, EntryKind.CORRECTION, EntryKind.ANNULMENT]
        )
        .select_related("user")
        .order_by("-seq")
        .first()
    )
    if row is None:
        return None
    return LastChange((row.user.get_full_name() or row.user.get_username()) if row.user else "", row.at)
