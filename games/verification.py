"""Whether the records in the database are what was written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.core.cache import cache
from django.db.models import QuerySet

from core.record.entries import first_break
from games.models import Game


@dataclass(frozen=True, slots=True)
class RecordCheck:
    """One game's record: how many entries it has, and where it breaks (empty: nowhere)."""

    game: Game
    entries: int
    broken: str


@dataclass(frozen=True, slots=True)
class LastCheck:
    """When records were checked last, how many, and how many of them are broken."""

    at: datetime
    games: int
    broken: int


_LAST_CHECK = "records-last-check"


def note_check(check: LastCheck) -> None:
    """Remember a check, for whoever watches the service; one that is forgotten is made again within the hour."""
    cache.set(_LAST_CHECK, (check.at.isoformat(), check.games, check.broken), None)


def last_check() -> LastCheck | None:
    """The last check that is remembered; None before the first."""
    kept = cache.get(_LAST_CHECK)
    return LastCheck(datetime.fromisoformat(kept[0]), kept[1], kept[2]) if kept else None


def verify(games: QuerySet[Game]) -> Iterator[RecordCheck]:
    """Recompute the digest chain of each game, and compare its end with the game's row."""
    for game in games.order_by("pk").iterator():
        rows = [row.entry() for row in game.entries.order_by("seq")]
        found = first_break(str(game.key), rows)
        if found:
            broken = f"entry {found.seq}: {found.reason}"
        elif (len(rows), rows[-1].digest if rows else "") != (game.seq, game.digest):
            broken = f"the record ends at entry {len(rows)}, the game at {game.seq}: tail_differs"
        else:
            broken = ""
        yield RecordCheck(game, len(rows), broken)
