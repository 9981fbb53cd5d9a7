"""Which rows are of an event."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from django.db import models

from games.models.game import Game
from games.models.record import RecordEntry
from games.records import rows_of
from tournaments.models.event import Event
from tournaments.models.log import Log
from tournaments.models.pairing import Pairing
from tournaments.models.penalties import PointAdjustment, RoundExclusion
from tournaments.models.swiss import RestorePoint
from tournaments.registry import hidden_names
from tournaments.services.rollback.snapshots import unpacked
from transfer.services.eventfile.table import Table

#: Games per query.
_GAMES_AT_ONCE = 500


class Scope:
    """The rows of one event, table by table."""

    def __init__(self, event: Event) -> None:
        self.event = event

    @cached_property
    def games(self) -> list[int]:
        """The games at its boards, those that they were played in place of, and those of rounds that were undone."""
        boards = Pairing.objects.filter(round__section__event=self.event, game__isnull=False)
        results = set(boards.values_list("game_id", flat=True))
        for model in (PointAdjustment, RoundExclusion):
            rows = model._default_manager.filter(registration__section__event=self.event)
            results |= set(rows.values_list("game", flat=True))
        for point in RestorePoint.objects.filter(section__event=self.event):
            boards_then = (board for item in unpacked(point)["rounds"] for board in item["boards"])
            results |= {board["game_id"] for board in boards_then if board["game_id"] is not None}
        newest = results
        while newest:
            newest = {
                key
                for part in game_parts(sorted(newest))
                for key in Game.objects.filter(pk__in=part, replaces__isnull=False).values_list(
                    "replaces", flat=True
                )
                if key is not None
            } - results
            results |= newest
        # A game in a restore point may have been deleted with an event that was never played.
        return sorted(
            key
            for part in game_parts(sorted(results))
            for key in Game.objects.filter(pk__in=part).values_list("pk", flat=True)
        )

    def rows(self, table: Table) -> Iterator[Any]:
        """Yield the rows of a table, in the order of their numbers; entries by game."""
        if table.model is RecordEntry:
            yield from self._entries()
        elif table.of_game:
            within = table.within or "pk"
            results = [
                row
                for part in game_parts(self.games)
                for row in _all(table).filter(**{f"{within}__in": part}).order_by("pk")
            ]
            yield from sorted(results, key=lambda row: row.pk)
        else:
            yield from _all(table).filter(**{table.within: self.event.pk}).order_by("pk")

    def numbers(self, table: Table) -> list[int]:
        """Return the numbers of the rows of a numbered table."""
        return [row.pk for row in self.rows(table)]

    def _entries(self) -> Iterator[RecordEntry]:
        for part in game_parts(self.games):
            games = Game.objects.in_bulk(part)
            record_entries: dict[int, list[RecordEntry]] = {}
            for row in RecordEntry.objects.filter(game__in=part).order_by("game", "seq"):
                record_entries.setdefault(row.game_id, []).append(row)
            for key in part:
                # Archived entries are read from their archive.
                yield from record_entries.get(key) or rows_of(games[key])


def _all(table: Table) -> models.QuerySet[Any]:
    rows = table.model._default_manager.all()
    return rows.exclude(action__in=hidden_names()) if table.model is Log else rows


def game_parts(keys: Sequence[int]) -> Iterator[Sequence[int]]:
    """Yield batches of games for one query each."""
    for start in range(0, len(keys), _GAMES_AT_ONCE):
        yield keys[start : start + _GAMES_AT_ONCE]
