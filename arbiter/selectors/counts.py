"""Illegal moves and penalties of players, by game and in the event."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from tavleya.sides import Side
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing


@dataclass(frozen=True, slots=True)
class Count:
    """The illegal moves and penalties of a player in the games of an event."""

    player_id: int
    illegal: int
    penalties: int


def _counted(pairings: QuerySet[Pairing]) -> dict[int, Count]:
    rows = pairings.filter(game__isnull=False).values_list(
        "game__snapshot", "white__player_id", "black__player_id"
    )
    result: dict[int, Count] = {}
    for snapshot, white, black in rows:
        for side, player in ((Side.WHITE, white), (Side.BLACK, black)):
            illegal, penalties = _side_counts(snapshot, side)
            if illegal or penalties:
                before = result.get(player, Count(player, 0, 0))
                result[player] = Count(player, before.illegal + illegal, before.penalties + penalties)
    return result


def counts_of(event: Event, players: Iterable[int]) -> dict[int, Count]:
    """Return the counts of some players by their ids; players without counts are left out. Undone rulings do not count.

    Only the games of these players are read. One query.
    """
    wanted = set(players)
    condition = Q(white__player__in=wanted) | Q(black__player__in=wanted)
    counts = _counted(Pairing.objects.filter(condition, round__section__event=event))
    return {player: count for player, count in counts.items() if player in wanted}


def _side_counts(snapshot: dict[str, dict[str, int]], side: Side) -> tuple[int, int]:
    illegal, penalties = snapshot.get("illegal") or {}, snapshot.get("penalties") or {}
    return illegal.get(side.value, 0), penalties.get(side.value, 0)
