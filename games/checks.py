"""System checks of the tables of games, for `manage.py check --database default`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Tags, register
from django.core.checks import Warning as CheckWarning
from django.db import connection

from games.models.record import RecordEntry
from games.partitions import spare_games
from games.prepared import on_postgresql


@register(Tags.database)
def partitions_are_made_ahead(*, databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """Warn if new games will soon need a new partition, because opening games then waits for locks."""
    if not databases or not on_postgresql():
        return []
    if RecordEntry._meta.db_table not in connection.introspection.table_names():
        return []  # before the first migration
    spare = spare_games()
    if spare >= settings.GAMES_IN_PARTITION / 10:
        return []
    return [
        CheckWarning(
            f"Only {spare} games can be opened before a partition of the records has to be made.",
            hint="beat and a worker make them ahead (games.tasks.make_partitions): do they run?",
            id="games.W001",
        )
    ]
