"""Partitions of a few games, so that a test meets their ends."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection
from pytest_django.fixtures import Settings

from games.partitions import Partition, newest_game, partitions


def sql(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def go_on_after(game_id: int) -> None:
    sql(f"SELECT setval(pg_get_serial_sequence('games_game', 'id'), {game_id})")


@contextmanager
def small_partitions(settings: Settings, *, size: int, left: int) -> Iterator[Partition]:
    """Shrink the last partition so that `left` games fit before the next one is created; new ones have `size` games."""
    settings.GAMES_IN_PARTITION = size
    before, last = newest_game(), partitions()[-1]
    go_on_after(last.last - left)
    try:
        yield last
    finally:
        go_on_after(max(before, 1))  # sequences are not rolled back
