"""How many illegal moves and penalties a player has, by game and in the event; and every ruling of an event."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from arbiter.models import Ruling
from common.sides import Side
from games.models import Game
from tournaments.models import Event, Pairing


@dataclass(frozen=True, slots=True)
class Count:
    """`by_game`: (game id, illegal moves, penalties) of the games in which there are any."""

    player_id: int
    illegal: int
    penalties: int
    by_game: tuple[tuple[int, int, int], ...]


def counts_in_event(event: Event) -> dict[int, Count]:
    """By player's id; players without any are left out.  Rulings that were undone do not count.  One query."""
    return _counted(Pairing.objects.filter(round__section__event=event))


def _counted(pairings: QuerySet[Pairing]) -> dict[int, Count]:
    rows = pairings.filter(game__isnull=False).values_list(
        "game_id", "game__snapshot", "white__player_id", "black__player_id"
    )
    found: dict[int, list[tuple[int, int, int]]] = {}
    for game_id, snapshot, white, black in rows:
        for side, player in ((Side.WHITE, white), (Side.BLACK, black)):
            illegal, penalties = _of(snapshot, side)
            if illegal or penalties:
                found.setdefault(player, []).append((game_id, illegal, penalties))
    return {player: _count(player, games) for player, games in found.items()}


def counts_of(event: Event, players: Iterable[int]) -> dict[int, Count]:
    """The same for some players alone: only the games in which they sit are read.  One query."""
    wanted = set(players)
    theirs = Q(white__player__in=wanted) | Q(black__player__in=wanted)
    found = _counted(Pairing.objects.filter(theirs, round__section__event=event))
    return {player: count for player, count in found.items() if player in wanted}


def count_of(game: Game, side: Side) -> tuple[int, int]:
    """Illegal moves and penalties of a side in one game."""
    return _of(game.snapshot, side)


def _of(snapshot: dict[str, dict[str, int]], side: Side) -> tuple[int, int]:
    illegal, penalties = snapshot.get("illegal") or {}, snapshot.get("penalties") or {}
    return illegal.get(side.value, 0), penalties.get(side.value, 0)


def _count(player: int, games: Iterable[tuple[int, int, int]]) -> Count:
    ordered = tuple(sorted(games))
    return Count(player, sum(one[1] for one in ordered), sum(one[2] for one in ordered), ordered)


def rulings_in(event: Event) -> QuerySet[Ruling]:
    """Every ruling of an event, those on annulled games too, the newest last."""
    here = Q(game__pairing__round__section__event=event)
    annulled = Q(game__replaced_by__pairing__round__section__event=event)
    return Ruling.objects.filter(here | annulled).select_related("game", "arbiter").order_by("at", "pk")
