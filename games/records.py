"""Reading the entries of a game."""

from games.models.game import Game
from games.models.record import ENTRY, RecordEntry, entry_of
from games.prepared import on_postgresql, prepared
from games.texts import put_to
from tavleya.record.entries import Entry

_IN_TABLE = (
    f"SELECT {', '.join(ENTRY)} FROM {RecordEntry._meta.db_table} "  # noqa: S608
    "WHERE game_id = %s AND seq > %s AND seq <= %s ORDER BY seq"
)


def entries_of(game: Game, after: int = 0) -> list[Entry]:
    """Return the entries after number `after`, up to that of the game's row: without its lock, newer ones may exist."""
    return _in_table(game, after) if after < game.seq else []


def rows_of(game: Game, after: int = 0) -> list[RecordEntry]:
    """Return the entries after number `after` as rows with their users and texts, for display."""
    rows = list(game.entries.filter(seq__gt=after, seq__lte=game.seq).select_related("user").order_by("seq"))
    put_to(rows)
    return rows


def _in_table(game: Game, after: int) -> list[Entry]:
    if not on_postgresql():
        return [row.entry() for row in game.entries.filter(seq__gt=after, seq__lte=game.seq).order_by("seq")]
    with prepared() as cursor:
        cursor.execute(_IN_TABLE, [game.pk, after, game.seq])
        return [entry_of(*row) for row in cursor.fetchall()]
