"""Board reports: new moves are played, and a difference opens a question."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from games.models.game import Game, TrackingLevel
from games.services.following import are_off, follow_board
from games.states import state_of
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, DomainError, NotFound
from tavleya.permissions import Action
from tavleya.record.phase import GamePhase
from tavleya.record.reported import Comparison, ListRelation, hold_against
from tavleya.sides import Side
from tournaments.access import require
from tournaments.models.boards import BoardQuestion, Feed, GameSource, QuestionCode
from tournaments.models.pairing import Pairing
from tournaments.models.round import Round, RoundStatus
from tournaments.services.board_questions import change_source
from venue.messages import say
from venue.services.questions import FAULTS, FOUND_HERE, OpenQuestions, Wanted
from venue.services.reading import Report, read_report
from venue.services.tables import note_boards

MOST_BOARDS = 300
#: A reading of clocks that is older is left: moves will bring a newer one.
_FRESH = timedelta(seconds=60)
_OVER = (GamePhase.FINISHED.value, GamePhase.ANNULLED.value)
#: A ruling has left other moves: the board's is not one of them.
_BOUND = ("announced_move", "bound_move")


@dataclass(frozen=True, slots=True)
class BoardAnswer:
    """The outcome of one report. `taken`: half-moves now in the record; `question`: the first open one there.

    `code`: taken, older, same, differs, not_legal (both with `ply`), stopped, not_source, not_live, unknown_board.
    """

    code: str
    board: int | None = None
    serial: str = ""
    taken: int = 0
    question: BoardQuestion | None = None
    ply: int | None = None
    reason: str = ""


def report_boards(
    *, actor: Actor, now: datetime, round_id: int, source: str, reports: Sequence[Mapping[str, Any]]
) -> list[BoardAnswer]:
    """Report what the boards of a round show, each in a separate transaction, so that one error stops no other board.

    `source` names the reporting program. Answers are in the order of the reports.
    Raises: NotFound ("no_such_round"); Conflict ("round_not_open"); BadInput ("too_many_reports"); NotPermitted.
    """
    round_ = reported_round(actor, round_id)
    if len(reports) > MOST_BOARDS:
        raise BadInput(say("too_many_reports", most=MOST_BOARDS), field="reports")
    read = [read_report(report) for report in reports]
    return take_reports(round_, source[:80], Feed.BOARD, read, actor=actor, now=now)


def reported_round(actor: Actor, round_id: int) -> Round:
    """Return a published round whose boards the actor may report."""
    round_ = Round.objects.select_related("section__event").filter(pk=round_id).first()
    if round_ is None:
        raise NotFound(say("no_such_round"))
    require(actor, round_.section.event, Action.REPORT_BOARDS)
    if round_.status == RoundStatus.DRAFT:
        raise Conflict(say("round_not_open"))
    return round_


def take_reports(
    round_: Round, source: str, feed: Feed, reports: Sequence[Report], *, actor: Actor, now: datetime
) -> list[BoardAnswer]:
    """Import board reports of a round that the actor may report."""
    tables = note_boards(round_.section, reports, now=now)
    placed = [
        replace(report, board=tables.get(report.serial)) if report.board is None and report.serial else report
        for report in reports
    ]
    boards = _boards(round_, {report.board for report in placed if report.board is not None})
    keys = [board.game_id for board in boards.values() if board.game_id is not None]
    taker = _Taker(
        feed,
        dict(GameSource.objects.filter(game__in=keys).values_list("game", "feed")),
        OpenQuestions(source, keys),
        actor,
        now,
    )
    answers: dict[int, BoardAnswer] = {}

    def in_lock_order(place: int) -> int:
        board = boards.get(placed[place].board or 0)
        return (board.game_id or 0) if board else 0

    for place in sorted(range(len(placed)), key=in_lock_order):
        report = placed[place]
        board = boards.get(report.board or 0)
        answer = BoardAnswer("unknown_board") if board is None else taker.take(board, report)
        answers[place] = replace(answer, board=report.board, serial=report.serial)
    return [answers[place] for place in range(len(placed))]


def _boards(round_: Round, numbers: Iterable[int]) -> dict[int, Pairing]:
    rows = Pairing.objects.filter(round=round_, board__in=numbers, game__isnull=False).select_related("game")
    pairings = {row.board: row for row in rows}
    for row in pairings.values():
        row.round = round_
    return pairings


@dataclass(frozen=True, slots=True)
class _Taker:
    """Takes reports of one round from one source."""

    feed: Feed
    sources: Mapping[int, str]
    questions: OpenQuestions
    actor: Actor
    now: datetime

    def take(self, board: Pairing, report: Report) -> BoardAnswer:
        """Import a report in one transaction, or without one if it has no news, like most reports of a hall."""
        with nullcontext() if self._says_nothing(board, report) else transaction.atomic():
            return self._take(board, report)

    def _says_nothing(self, board: Pairing, report: Report) -> bool:
        assert board.game is not None
        if report.faults or report.result or report.refusal or self.questions.lasts(board.game.pk):
            return False
        if report.moves is None or board.game.tracking != TrackingLevel.LIVE:
            return True
        stored = hold_against(state_of(board.game), report.moves).held
        return stored is ListRelation.OLDER or (
            stored is ListRelation.SAME and not self._clocks_off(board.game, report)
        )

    def _clocks_off(self, game: Game, report: Report) -> bool:
        reading = self._reading(report)
        return reading is not None and are_off(state_of(game), reading, self.now)

    def _take(self, board: Pairing, report: Report) -> BoardAnswer:
        game = board.game
        assert game is not None
        wanted: list[Wanted] = []
        judged: set[QuestionCode] = set()
        answer = BoardAnswer("same", taken=int(game.snapshot.get("ply") or 0))
        if game.tracking != TrackingLevel.LIVE:
            answer = replace(answer, code="not_live")
        elif report.moves is not None:
            judged |= FOUND_HERE
            game, answer, wanteds = self._moves(board, game, report)
            wanted += wanteds
        if report.faults is not None:
            judged |= FAULTS
            wanted += [_wanted_question(fault) for fault in report.faults]
        if report.result is not None:
            judged.add(QuestionCode.RESULT)
            if report.result and report.result != game.result:
                wanted.append(Wanted(QuestionCode.RESULT, mark=report.result))
        question = self.questions.bring_up(board, wanted, judged, actor=self.actor, now=self.now)
        return replace(answer, question=question)

    def _moves(self, board: Pairing, game: Game, report: Report) -> tuple[Game, BoardAnswer, list[Wanted]]:
        """Return the game after the report, the outcome of its moves, and the questions about them."""
        assert report.moves is not None
        comparison = hold_against(state_of(game), report.moves)
        if game.phase in _OVER:
            known_values = {ListRelation.SAME: "same", ListRelation.OLDER: "older"}
            return game, _answer(game, known_values.get(comparison.held, "not_live")), []
        own_only = self.sources.get(game.pk, self.feed.value) == self.feed.value
        refused: DomainError | None = None
        played = 0
        if own_only and (
            comparison.held is ListRelation.AHEAD
            or (comparison.held is ListRelation.SAME and self._clocks_off(game, report))
        ):
            done = follow_board(
                actor=self.actor,
                now=self.now,
                game_id=game.pk,
                moves=report.moves,
                shown=report.shown,
                reading=self._reading(report),
            )
            game, refused, played = done.game, done.refused, done.played
            comparison = Comparison(done.held, done.ply)
            board.game = game
            if played and game.pk not in self.sources:
                change_source(board, self.feed, actor=self.actor, now=self.now)
        answer, wanted = _judged(game, comparison, refused, played, report)
        if not own_only and comparison.held is ListRelation.AHEAD:
            answer = _answer(game, "not_source")
        if report.refusal is not None and not wanted and comparison.held is not ListRelation.OLDER:
            reason = report.refusal.reason
            answer = replace(answer, code="not_legal", ply=report.refusal.ply, reason=reason.render())
            context = {"moves": [*report.moves, report.refusal.text], "reason": reason.to_json()}
            wanted = [Wanted(QuestionCode.ILLEGAL_MOVE, report.refusal.ply, shown=context)]
        return game, answer, wanted

    def _reading(self, report: Report) -> Mapping[Side, int] | None:
        """Return the current readings of both clocks; None if unknown or stopped."""
        if report.reading is None or report.read_at is None or report.running is None:
            return None
        age = self.now - report.read_at
        if age > _FRESH:
            return None
        elapsed = max(0, int(age.total_seconds() * 1000))
        return {
            side: max(0, ms - elapsed) if side is report.running else ms
            for side, ms in report.reading.items()
        }


def _judged(
    game: Game, comparison: Comparison, refused: DomainError | None, played: int, report: Report
) -> tuple[BoardAnswer, list[Wanted]]:
    moves = list(report.moves or ())
    if comparison.held is ListRelation.DIFFERS:
        wanted = [Wanted(QuestionCode.DIFFERS, comparison.ply, shown={"moves": moves})]
        return _answer(game, "differs", ply=comparison.ply), wanted
    if refused is not None:
        reason = refused.message.render()
        if isinstance(refused, Conflict) and refused.code not in _BOUND:
            return _answer(game, "stopped", ply=comparison.ply, reason=reason), []
        context = {"moves": moves[: comparison.ply], "reason": refused.message.to_json()}
        wanted = [Wanted(QuestionCode.ILLEGAL_MOVE, comparison.ply, shown=context)]
        return _answer(game, "not_legal", ply=comparison.ply, reason=reason), wanted
    if played:
        return _answer(game, "taken"), []
    return _answer(game, "older" if comparison.held is ListRelation.OLDER else "same"), []


def _answer(game: Game, code: str, *, ply: int | None = None, reason: str = "") -> BoardAnswer:
    return BoardAnswer(code, taken=int(game.snapshot.get("ply") or 0), ply=ply, reason=reason)


def _wanted_question(fault: Any) -> Wanted:
    context = {name: value for name, value in (("fen", fault.fen), ("detail", dict(fault.detail))) if value}
    return Wanted(fault.code, fault.ply, shown=context)
