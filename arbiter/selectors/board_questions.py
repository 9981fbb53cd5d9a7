"""Questions that electronic boards and programs at the venue have raised and nobody has answered."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable

from django.db.models import QuerySet

from arbiter.selectors.boards import ConsoleBoard
from common.frozen import replace
from tournaments.models import BoardQuestion, ElectronicBoard


def questions_of(games: Collection[int]) -> dict[int, tuple[BoardQuestion, ...]]:
    """By game, the oldest first, where there are any.  One query."""
    found: dict[int, list[BoardQuestion]] = defaultdict(list)
    for row in BoardQuestion.objects.filter(game__in=games, gone_at=None, answered_at=None):
        found[row.game_id].append(row)
    return {game: tuple(rows) for game, rows in found.items()}


def with_questions(boards: Iterable[ConsoleBoard]) -> list[ConsoleBoard]:
    """The boards with what is asked about them, in the order of the console.  One query."""
    rows = list(boards)
    found = questions_of([board.game.pk for board in rows])
    asked = [replace(board, questions=found.get(board.game.pk, ())) for board in rows]
    return sorted(asked, key=lambda board: board.order)


def unassigned_boards(event_id: int) -> QuerySet[ElectronicBoard]:
    """Electronic boards that have reported in a section of the event, and stand at no table."""
    rows = ElectronicBoard.objects.filter(section__event=event_id, section__archived_at=None)
    return rows.filter(table=None, seen_at__isnull=False)
