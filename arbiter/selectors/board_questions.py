"""Unanswered questions raised by electronic boards and programs at the venue."""

from collections import defaultdict
from collections.abc import Collection, Iterable

from django.db.models import QuerySet

from arbiter.selectors.boards import ConsoleBoard
from tavleya.frozen import replace
from tournaments.models.boards import BoardQuestion, ElectronicBoard, GameSource
from tournaments.models.pairing import Pairing


def questions_of(games: Collection[int]) -> dict[int, tuple[BoardQuestion, ...]]:
    """Return the open questions by game, the oldest first. One query."""
    board_questions: dict[int, list[BoardQuestion]] = defaultdict(list)
    for row in BoardQuestion.objects.filter(game__in=games, gone_at=None, answered_at=None):
        board_questions[row.game_id].append(row)
    return {game: tuple(rows) for game, rows in board_questions.items()}


def shown_at(board: Pairing) -> str:
    """Return the version tag of a board's card (of `board_of_game`): newest entry, source of the game and open
    questions.

    A page with the same tag is up to date. No query if no question is open.
    """
    assert board.game is not None
    waiting = questions_of([board.game.pk]).get(board.game.pk, ()) if getattr(board, "asked", False) else ()
    row: GameSource | None = getattr(board.game, "source", None)
    return "-".join(
        [
            str(board.game.seq),
            *([row.feed] if row else []),
            *(str(board_question.pk) for board_question in waiting),
        ]
    )


def with_questions(boards: Iterable[ConsoleBoard]) -> list[ConsoleBoard]:
    """Return the boards with their open questions, in the order of the console. One query."""
    rows = list(boards)
    board_questions = questions_of([board.game.pk for board in rows])
    console_boards = [replace(board, questions=board_questions.get(board.game.pk, ())) for board in rows]
    return sorted(console_boards, key=lambda board: board.order)


def unassigned_boards(event_id: int) -> QuerySet[ElectronicBoard]:
    """Return electronic boards that have reported in a section of the event and have no table."""
    rows = ElectronicBoard.objects.filter(section__event=event_id, section__archived_at=None)
    return rows.filter(table=None, seen_at__isnull=False)
