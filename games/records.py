"""Reading the entries of a game, wherever they are: in their table, in a partition that was detached, in an archive."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib.auth import get_user_model
from django.db import connection

from games.archive import archived_entries
from games.models.archive import ArchivedRecord
from games.models.game import Game
from games.models.record import ENTRY, RecordEntry, entry_of
from games.partitions import partitions
from games.prepared import on_postgresql, prepared
from games.texts import put_to
from tavleya.record.entries import Entry

_AFTER = f"SELECT {', '.join(ENTRY)} FROM {{}} WHERE game_id = %s AND seq > %s AND seq <= %s ORDER BY seq"  # noqa: S608
_AUTHORS = "SELECT DISTINCT game_id, actor, user_id FROM {} WHERE game_id IN ({}) AND user_id IS NOT NULL"
_IN_TABLE = _AFTER.format(RecordEntry._meta.db_table)


def entries_of(game: Game, after: int = 0) -> list[Entry]:
    """Return the entries after number `after`, up to that of the game's row: without its lock, newer ones may exist."""
    if after >= game.seq:
        return []
    found = _in_table(game, after)
    return found or [entry for entry in entries_elsewhere(game.pk) if after < entry.seq <= game.seq]


def rows_of(game: Game, after: int = 0) -> list[RecordEntry]:
    """Return the entries after number `after` as rows with their users and texts, for display.

    Rows from archives cannot be saved.
    """
    rows = list(game.entries.filter(seq__gt=after, seq__lte=game.seq).select_related("user").order_by("seq"))
    if not rows and after < game.seq:
        rows = _rows_elsewhere(game, after)
    put_to(rows)
    return rows


def _rows_elsewhere(game: Game, after: int) -> list[RecordEntry]:
    found = [entry for entry in entries_elsewhere(game.pk) if after < entry.seq <= game.seq]
    authors = authors_of([game.pk]).get(game.pk, {})
    users = get_user_model().objects.in_bulk(set(authors.values()))
    rows = [RecordEntry.of(game, entry, authors.get(entry.actor)) for entry in found]
    for row in rows:
        row.user = users.get(row.user_id)
    return rows


def authors_of(games: Sequence[int]) -> dict[int, dict[str, int]]:
    """Return the accounts of authors by game and by their name in entries, from the place of the entries."""
    if not games:
        return {}
    tables = [
        one.table
        for one in partitions()
        if not one.attached and any(one.first <= key <= one.last for key in games)
    ]
    found = dict(ArchivedRecord.objects.filter(game__in=games).values_list("game", "authors"))
    for table in (RecordEntry._meta.db_table, *tables):
        with connection.cursor() as cursor:
            marks = ", ".join(["%s"] * len(games))
            cursor.execute(_AUTHORS.format(table, marks), list(games))
            for key, actor, user_id in cursor.fetchall():
                found.setdefault(key, {})[actor] = user_id
    return found


def entries_elsewhere(game_id: int) -> list[Entry]:
    """Return the whole record of a game that is not in the table; empty if there is none."""
    for one in partitions():
        if not one.attached and one.first <= game_id <= one.last:
            with connection.cursor() as cursor:
                cursor.execute(_AFTER.format(one.table), [game_id, 0, 2**31 - 1])
                return [entry_of(*row) for row in cursor.fetchall()]
    return archived_entries(game_id)


def _in_table(game: Game, after: int) -> list[Entry]:
    if not on_postgresql():
        return [row.entry() for row in game.entries.filter(seq__gt=after, seq__lte=game.seq).order_by("seq")]
    with prepared() as cursor:
        cursor.execute(_IN_TABLE, [game.pk, after, game.seq])
        return [entry_of(*row) for row in cursor.fetchall()]
