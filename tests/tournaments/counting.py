"""Numbers of rows in the tables that a refused file must leave unchanged."""

from games.models.game import Game
from games.models.record import RecordEntry
from tournaments.models.activity import Log
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player, Registration
from tournaments.models.round import Round


def counts() -> dict[str, int]:
    tables = (Player, Registration, Round, Pairing, Game, RecordEntry, Log)
    return {table.__name__: table.objects.count() for table in tables}
