"""Questions about differences between a board and the record: opened once, closed when the difference ends."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from tavleya.actors import Actor
from tournaments.models.boards import BoardQuestion, QuestionCode
from tournaments.models.pairing import Pairing
from tournaments.services.board_questions import log_question
from venue.kinds import BOARD_QUESTION_CLOSED, BOARD_QUESTION_OPENED

#: Questions found by comparing a report with the record.
FOUND_HERE = frozenset({QuestionCode.DIFFERS, QuestionCode.ILLEGAL_MOVE})
#: Faults reported by the board's program.
FAULTS = frozenset(QuestionCode) - FOUND_HERE - {QuestionCode.RESULT}

_Key = tuple[str, int, str]


@dataclass(frozen=True, slots=True)
class Wanted:
    """A question that holds now."""

    code: QuestionCode
    ply: int = 0
    mark: str = ""
    shown: Mapping[str, Any] = field(default_factory=dict)

    @property
    def key(self) -> _Key:
        return self.code.value, self.ply, self.mark


class OpenQuestions:
    """The current questions of one source at some games, answered or not. One query."""

    def __init__(self, source: str, games: Collection[int]) -> None:
        self._source = source
        self._rows: dict[int, dict[_Key, BoardQuestion]] = defaultdict(dict)
        for row in BoardQuestion.objects.filter(game__in=games, source=source, gone_at=None):
            self._rows[row.game_id][(row.code, row.ply, row.mark)] = row

    def lasts(self, game_id: int) -> bool:
        """Return whether this game has a current question."""
        return bool(self._rows.get(game_id))

    def bring_up(
        self,
        board: Pairing,
        wanted: Iterable[Wanted],
        judged: Collection[QuestionCode],
        *,
        actor: Actor,
        now: datetime,
    ) -> BoardQuestion | None:
        """Open new questions at a board, and close those among the `judged` codes that no longer apply.

        Returns the first unanswered question, if any. Runs in the transaction of the report.
        """
        assert board.game_id is not None
        rows, holds = self._rows[board.game_id], {value.key: value for value in wanted}
        for key, row in list(rows.items()):
            if key not in holds and QuestionCode(row.code) in judged:
                self._close(board, row, actor=actor, now=now)
                del rows[key]
        for key, value in holds.items():
            board_question = rows.get(key)
            if board_question is None:
                rows[key] = self._open(board, value, actor=actor, now=now)
            elif board_question.shown != value.shown and board_question.answered_at is None:
                board_question.shown = dict(value.shown)
                board_question.save(update_fields=["shown"])
        return next((row for row in rows.values() if row.waits), None)

    def _open(self, board: Pairing, wanted: Wanted, *, actor: Actor, now: datetime) -> BoardQuestion:
        assert board.game is not None
        # Another report may ask the same at this moment.
        row, new = BoardQuestion.objects.get_or_create(
            game=board.game,
            source=self._source,
            code=wanted.code,
            ply=wanted.ply,
            mark=wanted.mark,
            gone_at=None,
            defaults={"shown": dict(wanted.shown), "opened_at": now},
        )
        if new:
            log_question(board, row, BOARD_QUESTION_OPENED, actor=actor, now=now)
        return row

    @staticmethod
    def _close(board: Pairing, row: BoardQuestion, *, actor: Actor, now: datetime) -> None:
        row.gone_at = now
        row.save(update_fields=["gone_at"])
        if row.answered_at is None:
            log_question(board, row, BOARD_QUESTION_CLOSED, actor=actor, now=now)
