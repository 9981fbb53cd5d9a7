"""Recent changes in an event: entries of its games' records and rows of its log, in one list."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q

from games.models.record import RecordEntry
from games.texts import put_to
from tournaments.models.access import EventRole
from tournaments.models.event import Event
from tournaments.models.log import Log
from tournaments.models.pairing import Pairing
from tournaments.selectors.actors import names_of
from tournaments.selectors.log import FAIR_PLAY, acts_of

# An arbiter does not look for a player's own moves.
_PLAY = ("move", "press")
_GAMES = 40  # the games that changed last; changes at others are older than the list


@dataclass(frozen=True, slots=True)
class RecentChange:
    """An entry of a record with its board, or (without one) a row of the log. `key` is the actor's."""

    at: datetime
    key: str
    who: str
    entry: RecordEntry | None = None
    pairing: Pairing | None = None
    row: Log | None = None


def changes_at(
    event: Event, pairings: Iterable[Pairing], *, since: datetime, most: int, without: int | None = None
) -> list[RecentChange]:
    """Return the newest changes by officers since an instant, without those of user `without`. Three queries.

    Only those of `pairings` (with their games) that have changed are read.
    """
    changed = [
        pairing for pairing in pairings if pairing.game is not None and pairing.game.changed_at >= since
    ]
    changed.sort(key=lambda pairing: pairing.game.changed_at, reverse=True)  # type: ignore[union-attr]
    boards = {pairing.game_id: pairing for pairing in changed[:_GAMES]}
    recent_changes: list[RecentChange] = []
    if boards:
        officers = EventRole.objects.filter(event=event).exclude(user=without).values("user")
        entries = list(
            RecordEntry.objects.filter(game__in=boards, user__in=officers, at__gte=since)
            .exclude(kind__in=_PLAY)
            .select_related("user")
            .order_by("-at", "-game_id", "-seq")[:most]
        )
        put_to(entries)
        recent_changes += [
            RecentChange(pairing.at, pairing.actor, pairing.user.shown_name, pairing, boards[pairing.game_id])
            for pairing in entries
            if pairing.user is not None
        ]
    rows = (
        acts_of(event)
        .filter(at__gte=since, actor__startswith="user:")
        .exclude(Q(action__in=("result.entered", "result.corrected")) | Q(action__startswith=FAIR_PLAY))
    )
    if without is not None:
        rows = rows.exclude(actor=f"user:{without}")
    lines = list(rows.order_by("-pk")[:most])
    names = names_of(row.actor for row in lines)
    recent_changes += [RecentChange(row.at, row.actor, names[row.actor], row=row) for row in lines]
    return sorted(recent_changes, key=lambda pairing: pairing.at, reverse=True)[:most]


def changed_pairings(event: Event) -> list[Pairing]:
    """Return the boards of the event that changed last, with their games."""
    rows = Pairing.objects.filter(
        round__section__event=event, round__section__archived_at__isnull=True, game__isnull=False
    )
    rows = rows.select_related("game", "round__section__event").order_by("-game__changed_at")
    return list(rows[:_GAMES])


RECENT = timedelta(minutes=10)

__all__ = ["RECENT", "RecentChange", "changed_pairings", "changes_at"]
