"""How many rows there are of everything that a refused file must not leave behind."""

from __future__ import annotations

from games.models import Game, RecordEntry
from tournaments.models import Log, Pairing, Player, Registration, Round


def counts() -> dict[str, int]:
    tables = (Player, Registration, Round, Pairing, Game, RecordEntry, Log)
    return {table.__name__: table.objects.count() for table in tables}
