"""The partitions of the table of entries, by ranges of games.  PostgreSQL only; SQLite has one table.

A partition is made before there is a game in its range (`reserve`), so that every move finds a partition.  Each has its
own trigger that refuses every change: triggers of the whole table do not fire for a statement that names a
partition, and are lost when it is detached.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.conf import settings
from django.db import connection, transaction

from games.append_only import POSTGRESQL
from games.prepared import on_postgresql

TABLE = "games_recordentry"
#: How many whole ranges are kept ready for future games.
SPARE = 2
PATIENCE = "3s"

_NAME = re.compile(TABLE + r"_(\d+)_(\d+)\Z")
_LOCK = 7_246_801  # the advisory lock for creating partitions
_THERE = f"""
SELECT class.relname, inherits.inhrelid IS NOT NULL
FROM pg_class AS class
LEFT JOIN pg_inherits AS inherits ON inherits.inhrelid = class.oid AND inherits.inhparent = '{TABLE}'::regclass
WHERE class.relkind = 'r' AND class.relname ~ '^{TABLE}_[0-9]+_[0-9]+$' AND pg_table_is_visible(class.oid)
"""  # noqa: S608  (a constant)
_RESERVED = "SELECT nextval(pg_get_serial_sequence('games_game', 'id')) FROM generate_series(1, %s)"
_LAST = "SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence('games_game', 'id')), 0)"
# Attached and not made `PARTITION OF`, which would block all reads of the table.
_MADE = """
CREATE TABLE {name} (LIKE {table} INCLUDING ALL);
ALTER TABLE {table} ATTACH PARTITION {name} FOR VALUES FROM ({first}) TO ({beyond});
"""


@dataclass(frozen=True, slots=True, order=True)
class Partition:
    """The table of the entries of games `first` to `last`; without `attached` it was detached by hand."""

    first: int
    last: int
    attached: bool = True

    @property
    def table(self) -> str:
        return f"{TABLE}_{self.first}_{self.last}"


def partitions() -> list[Partition]:
    """Return all partitions, detached ones too, ordered by games."""
    if not on_postgresql():
        return []
    with connection.cursor() as cursor:
        cursor.execute(_THERE)
        named = ((_NAME.match(name), attached) for name, attached in cursor.fetchall())
        return sorted(Partition(int(name[1]), int(name[2]), attached) for name, attached in named if name)


def reserve(count: int) -> list[int]:
    """Return numbers for `count` new games with partitions for them; empty if the database assigns numbers.

    Call it before writing the games: creating a partition waits for transactions that write games.
    """
    if not count or not on_postgresql():
        return []
    with connection.cursor() as cursor:
        cursor.execute(_RESERVED, [count])
        numbers = sorted(number for (number,) in cursor.fetchall())
    make_until(numbers[-1])
    return numbers


def make_until(game_id: int) -> int:
    """Create missing partitions up to `game_id`, which need not exist, and return their number.

    It waits for transactions that write games, and they wait for it; so it gives up after a while (OperationalError).
    """
    if game_id < _beyond(game_id):
        return 0
    made = 0
    with transaction.atomic(), patience(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
        while (
            first := _beyond(game_id)
        ) <= game_id:  # checked again: another process may have created it meanwhile
            _make(Partition(first, first + settings.GAMES_IN_PARTITION - 1))
            made += 1
    return made


def make_ahead() -> int:
    """Create partitions until `SPARE` of them are beyond the newest game; return how many.  Errors of `make_until`."""
    return make_until(newest_game() + SPARE * settings.GAMES_IN_PARTITION) if on_postgresql() else 0


def spare_games() -> int:
    """Return how many games can still be opened before a partition must be created."""
    return _beyond(0) - 1 - newest_game()


def newest_game() -> int:
    """Return the last assigned number, whether or not its game exists."""
    with connection.cursor() as cursor:
        cursor.execute(_LAST)
        return int(cursor.fetchone()[0])


def _beyond(game_id: int) -> int:
    """Return the first game after all partitions; without partitions, the start of the range of a game."""
    there = partitions()
    size: int = settings.GAMES_IN_PARTITION
    return max(one.last for one in there) + 1 if there else game_id // size * size


@contextmanager
def patience() -> Iterator[None]:
    """Set the lock timeout for a part of a transaction."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('lock_timeout')")
        (before,) = cursor.fetchone()
        cursor.execute("SELECT set_config('lock_timeout', %s, true)", [PATIENCE])
        yield
        cursor.execute("SELECT set_config('lock_timeout', %s, true)", [before])


def _make(new: Partition) -> None:
    with connection.cursor() as cursor:
        cursor.execute(_MADE.format(name=new.table, table=TABLE, first=new.first, beyond=new.last + 1))
        # params=None: the text contains a % that psycopg must not interpret.
        cursor.execute(POSTGRESQL.format(table=new.table), None)
