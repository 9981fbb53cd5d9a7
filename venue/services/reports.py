"""Board reports: new moves are played, and a difference opens a question."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from games.models.game import Game, TrackingLevel
from games.services.following import are_off, follow_board
from games.states import state_of
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, DomainError, NotFound
from tavleya.permissions import Action
from tavleya.record.entries import GamePhase
from tavleya.record.merging import Comparison, ListRelation, hold_against
from tavleya.sides import Side
from tournaments.access import require
from tournaments.activity import happened
from tournaments.models.boards import BoardQuestion, ElectronicBoard, Feed, GameSource, QuestionCode
from tournaments.models.pairing import Pairing
from tournaments.models.round import Round, RoundStatus
from tournaments.models.section import Section
from tournaments.registry import Kind
from tournaments.services.exclusion import change_source, log_question
from tournaments.services.shared import check_fields
from venue.kinds import BOARD_ASSIGNED, BOARD_FORGOTTEN, BOARD_QUESTION_CLOSED, BOARD_QUESTION_OPENED
from venue.messages import say
from venue.services import lock_for
from venue.services.reading import Fault, Report, read_report

# Questions about differences between a board and the record: opened once, closed when the difference ends.

#: Questions found by comparing a report with the record.
FOUND_HERE = frozenset({QuestionCode.DIFFERS, QuestionCode.ILLEGAL_MOVE})
#: Faults reported by the board's program.
FAULTS = frozenset(QuestionCode) - FOUND_HERE - {QuestionCode.RESULT}

_Key = tuple[str, int, str]


@dataclass(frozen=True, slots=True)
class Wanted:
    """A question that a report raises."""

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
        self, board: Pairing, wanted: Iterable[Wanted], judged: Collection[QuestionCode], *, actor: Actor, now: datetime
    ) -> BoardQuestion | None:
        """Open new questions at a board, and close those among the `judged` codes that no longer apply.

        Returns the first unanswered question, if any. Runs in the transaction of the report.
        """
        assert board.game_id is not None
        rows, current = self._rows[board.game_id], {question.key: question for question in wanted}
        for key, row in list(rows.items()):
            if key not in current and QuestionCode(row.code) in judged:
                self._close(board, row, actor=actor, now=now)
                del rows[key]
        for key, question in current.items():
            board_question = rows.get(key)
            if board_question is None:
                rows[key] = self._open(board, question, actor=actor, now=now)
            elif board_question.shown != question.shown and board_question.answered_at is None:
                board_question.shown = dict(question.shown)
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


# The tables of a section's electronic boards, kept for all rounds.

_SEEN_EVERY = timedelta(seconds=20)
MOST_TABLES = 5000


def note_boards(section: Section, reports: Sequence[Report], *, now: datetime) -> Mapping[str, int | None]:
    """Store the electronic boards that report, and return the tables of their serial numbers.

    A row is written if its board is new, has changed, or was last seen some time ago. A board without a table takes the
    table that its report names, unless another board has it.
    """
    by_serial = {report.serial: report for report in reports if report.serial}
    if not by_serial:
        return {}
    rows = {row.serial: row for row in ElectronicBoard.objects.filter(section=section, serial__in=by_serial)}
    named = {
        report.board: serial
        for serial, report in reversed(by_serial.items())
        if report.board and (serial not in rows or rows[serial].table is None)
    }
    if named:
        for row in ElectronicBoard.objects.filter(section=section, table__in=named):
            named.pop(row.table or 0, None)
    table_of = {serial: table for table, serial in named.items()}
    new = [
        ElectronicBoard(
            section=section,
            serial=report.serial,
            table=table_of.get(report.serial),
            state=report.state,
            battery=report.battery,
            seen_at=now,
        )
        for report in by_serial.values()
        if report.serial not in rows
    ]
    if new:
        ElectronicBoard.objects.bulk_create(new, ignore_conflicts=True)
    changed = []
    for row in rows.values():
        report = by_serial[row.serial]
        values = (report.state or row.state, report.battery or row.battery, table_of.get(row.serial, row.table))
        stored = (row.state, row.battery, row.table)
        if values != stored or row.seen_at is None or now - row.seen_at >= _SEEN_EVERY:
            (row.state, row.battery, row.table), row.seen_at = values, now
            changed.append(row)
    if changed:
        ElectronicBoard.objects.bulk_update(changed, ["state", "battery", "table", "seen_at"])
    return {serial: row.table for serial, row in rows.items()}


@transaction.atomic
def assign_board(
    *, actor: Actor, now: datetime, section_id: int, serial: str, table: int | None = None
) -> ElectronicBoard:
    """Assign the electronic board with this serial number to `table`, None for no table.

    Raises: BadInput ("bad_table_number"); Conflict ("table_has_board").
    """
    section = lock_for(actor, section_id, Action.REPORT_BOARDS)
    if table is not None and not 1 <= table <= MOST_TABLES:
        raise BadInput(say("bad_table_number", most=MOST_TABLES), field="table")
    other = ElectronicBoard.objects.filter(section=section, table=table).exclude(serial=serial).first()
    if table is not None and other is not None:
        raise Conflict(say("table_has_board", table=table, serial=other.serial), field="table")
    row = ElectronicBoard.objects.filter(section=section, serial=serial).first()
    row = row or ElectronicBoard(section=section, serial=serial.strip())
    before, row.table = row.table, table
    check_fields(row)
    row.save()
    if before != table:
        _log(section, BOARD_ASSIGNED, row, before, actor=actor, now=now)
    return row


@transaction.atomic
def forget_board(*, actor: Actor, now: datetime, section_id: int, serial: str) -> None:
    """Remove an electronic board from the section; if it reports again, it is listed again.

    Raises: NotFound ("no_such_electronic_board").
    """
    section = lock_for(actor, section_id, Action.REPORT_BOARDS)
    row = ElectronicBoard.objects.filter(section=section, serial=serial).first()
    if row is None:
        raise NotFound(say("no_such_electronic_board"))
    before, row.table = row.table, None
    _log(section, BOARD_FORGOTTEN, row, before, actor=actor, now=now)
    row.delete()


def _log(
    section: Section, kind: Kind, row: ElectronicBoard, before: int | None, *, actor: Actor, now: datetime
) -> None:
    happened(
        kind,
        section,
        actor=actor,
        now=now,
        before={"serial": row.serial, "table": before},
        after={"serial": row.serial, "table": row.table},
    )


MOST_BOARDS = 300
#: An older reading of clocks is ignored: moves will bring a newer one.
_FRESH = timedelta(seconds=60)
_OVER = (GamePhase.FINISHED.value, GamePhase.ANNULLED.value)
#: Conflicts of a move with a ruling that requires another one.
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
    parsed = [read_report(report) for report in reports]
    return take_reports(round_, source[:80], Feed.BOARD, parsed, actor=actor, now=now)


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

    def lock_order(index: int) -> int:
        board = boards.get(placed[index].board or 0)
        return (board.game_id or 0) if board else 0

    for index in sorted(range(len(placed)), key=lock_order):
        report = placed[index]
        board = boards.get(report.board or 0)
        answer = BoardAnswer("unknown_board") if board is None else taker.take(board, report)
        answers[index] = replace(answer, board=report.board, serial=report.serial)
    return [answers[index] for index in range(len(placed))]


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
        relation = hold_against(state_of(board.game), report.moves).held
        return relation is ListRelation.OLDER or (
            relation is ListRelation.SAME and not self._clocks_off(board.game, report)
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
            game, answer, wanted = self._moves(board, game, report)
        if report.faults is not None:
            judged |= FAULTS
            wanted += map(_wanted_question, _newest_jump(report.faults))
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
            codes = {ListRelation.SAME: "same", ListRelation.OLDER: "older"}
            return game, _answer(game, codes.get(comparison.held, "not_live")), []
        is_source = self.sources.get(game.pk, self.feed.value) == self.feed.value
        refused: DomainError | None = None
        played = 0
        if is_source and (
            comparison.held is ListRelation.AHEAD
            or (comparison.held is ListRelation.SAME and self._clocks_off(game, report))
        ):
            outcome = follow_board(
                actor=self.actor,
                now=self.now,
                game_id=game.pk,
                moves=report.moves,
                shown=report.shown,
                reading=self._reading(report),
            )
            game, refused, played = outcome.game, outcome.refused, outcome.played
            comparison = Comparison(outcome.held, outcome.ply)
            board.game = game
            if played and game.pk not in self.sources:
                change_source(board, self.feed, actor=self.actor, now=self.now)
        answer, wanted = _judged(game, comparison, refused, played, report)
        if not is_source and comparison.held is ListRelation.AHEAD:
            answer = _answer(game, "not_source")
        if report.refusal is not None and not wanted and comparison.held is not ListRelation.OLDER:
            reason = report.refusal.reason
            answer = replace(answer, code="not_legal", ply=report.refusal.ply, reason=reason.render())
            shown = {"moves": [*report.moves, report.refusal.text], "reason": reason.to_json()}
            wanted = [Wanted(QuestionCode.ILLEGAL_MOVE, report.refusal.ply, shown=shown)]
        return game, answer, wanted

    def _reading(self, report: Report) -> Mapping[Side, int] | None:
        """Return the current readings of both clocks; None if unknown or stopped."""
        if report.reading is None or report.read_at is None or report.running is None:
            return None
        age = self.now - report.read_at
        if age > _FRESH:
            return None
        elapsed = max(0, int(age.total_seconds() * 1000))
        return {side: max(0, ms - elapsed) if side is report.running else ms for side, ms in report.reading.items()}


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
        shown = {"moves": moves[: comparison.ply], "reason": refused.message.to_json()}
        wanted = [Wanted(QuestionCode.ILLEGAL_MOVE, comparison.ply, shown=shown)]
        return _answer(game, "not_legal", ply=comparison.ply, reason=reason), wanted
    if played:
        return _answer(game, "taken"), []
    return _answer(game, "older" if comparison.held is ListRelation.OLDER else "same"), []


def _answer(game: Game, code: str, *, ply: int | None = None, reason: str = "") -> BoardAnswer:
    return BoardAnswer(code, taken=int(game.snapshot.get("ply") or 0), ply=ply, reason=reason)


def _newest_jump(faults: Sequence[Fault]) -> list[Fault]:
    """Leave out earlier jumps of the clock: an arbiter compares the times once."""
    jumps = [fault for fault in faults if fault.code is QuestionCode.CLOCK_JUMP]
    return [fault for fault in faults if fault not in jumps[:-1]]


def _wanted_question(fault: Any) -> Wanted:
    shown = {name: value for name, value in (("fen", fault.fen), ("detail", dict(fault.detail))) if value}
    return Wanted(fault.code, fault.ply, shown=shown)
