"""Whether the records in the database are what was written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import QuerySet

from core.record.entries import first_break
from games.models import Game


@dataclass(frozen=True, slots=True)
class RecordCheck:
    """One game's record: how many entries it has, and where it breaks (empty: nowhere)."""

    game: Game
    entries: int
    broken: str


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
