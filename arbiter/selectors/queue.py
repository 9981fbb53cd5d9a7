"""The arbiters' queue of an event, the oldest item first: calls, claims, disputes, adjournments, appeals, flags."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from arbiter.models.appeal import Appeal
from arbiter.selectors.adjournments import AdjournmentDue, AwaitedStep, adjournments_due
from arbiter.selectors.appeals import pending_appeals
from arbiter.selectors.boards import ConsoleBoard
from arbiter.selectors.regimes import regime_of_section
from arbiter.selectors.sheet_findings import SheetFinding, findings_of
from games.models.game import TrackingLevel
from games.models.record import milliseconds
from games.models.sheet import ScoreSheet
from tavleya.record.entries import GamePhase
from tavleya.record.merging import Keeper
from tavleya.rules.sheets import TokenKind, tokenize
from tavleya.sides import Side
from tournaments.models.boards import BoardQuestion
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.selectors.finality import player_reports


class QueueItemKind(StrEnum):
    CALL = "call"
    CLAIM = "claim"  # put off until the arbiter decides
    FLAG = "flag"  # down, and not acted on
    IRREGULAR = "irregular"  # the record has an illegal move
    SHEETS = "sheets"  # the two score sheets have different results
    FINDING = "finding"  # a score sheet differs from the record
    REPORTS = "reports"  # the two players report different results
    ADJOURNED = "adjourned"
    APPEAL = "appeal"
    BOARD = "electronic_board"  # an electronic board differs from the record
    LATE = "late"  # not begun when the default time is over


_END = 60  # signs at the end of a sheet among which its result is looked for
_ON_THE_CLOCK = (AwaitedStep.SEAL, AwaitedStep.STOP)


@dataclass(frozen=True, slots=True)
class QueueItem:
    """One open item. `since`: start of the wait (ms since the epoch), None if unknown.

    `pairing` is the board; `side` the author of the call, claim or flag; `reason` and `text` those of a call; `results`
    the results on the two score sheets or reported by the two players; `finding` that of a score sheet; `question` that
    of an electronic board; `due` the adjournment; `appeal` the appeal.
    """

    kind: QueueItemKind
    since: int | None
    pairing: Pairing
    side: Side | None = None
    reason: str = ""
    text: str = ""
    results: tuple[str, str] = ("", "")
    finding: SheetFinding | None = None
    question: BoardQuestion | None = None
    due: AdjournmentDue | None = None
    appeal: Appeal | None = None


class Known(Protocol):
    """Flags of existing data. The queue queries only these."""

    @property
    def sheets(self) -> bool: ...
    @property
    def reports(self) -> bool: ...
    @property
    def appeals(self) -> bool: ...


def queue_of(
    event: Event, boards: Sequence[ConsoleBoard], now: datetime, existing: Known | None = None
) -> list[QueueItem]:
    """Return the open items at these boards and in the event, the oldest first.

    At most seven queries, and those of boards whose score sheets have changed since their last comparison.
    """
    queue_items = list(_at_boards(boards, milliseconds(now)))
    if existing is None or existing.sheets:
        queue_items += _sheets(boards)
    queue_items += _findings(boards)
    if existing is None or existing.reports:
        queue_items += _reports(boards)
    if existing is None or existing.appeals:
        queue_items += _appeals(event)
    if any(board.adjourned for board in boards):
        queue_items += _adjourned(event, now)
    return sorted(
        queue_items,
        key=lambda queue_item: (queue_item.since is None, queue_item.since or 0, queue_item.pairing.board),
    )


def _at_boards(boards: Sequence[ConsoleBoard], now_ms: int) -> Iterator[QueueItem]:
    default_times: dict[int, int | None] = {}
    for board in boards:
        pairing, game = board.pairing, board.game
        for call in board.calls:
            side = Side(call["side"]) if call["side"] else None
            yield QueueItem(QueueItemKind.CALL, call["at"], pairing, side, call["reason"], call.get("text", ""))
        if board.claim:
            yield QueueItem(QueueItemKind.CLAIM, milliseconds(game.changed_at), pairing, board.claim)
        if board.fallen:
            yield QueueItem(QueueItemKind.FLAG, board.fallen_at, pairing, board.fallen)
        for question in board.questions:
            since = milliseconds(question.opened_at)
            yield QueueItem(QueueItemKind.BOARD, since, pairing, question=question)
        if board.irregular and not board.calls:
            yield QueueItem(QueueItemKind.IRREGULAR, milliseconds(game.changed_at), pairing)
        round_ = pairing.round
        if board.phase is GamePhase.PENDING and round_.starts_at is not None and _to_be_begun(board):
            if round_.section_id not in default_times:
                default_times[round_.section_id] = regime_of_section(round_.section).default_time_ms
            allowed = default_times[round_.section_id]
            late_at = milliseconds(round_.starts_at) + (allowed or 0)
            if allowed is not None and now_ms > late_at:
                yield QueueItem(QueueItemKind.LATE, late_at, pairing)


def _to_be_begun(board: ConsoleBoard) -> bool:
    """Return whether the start is recorded: a board that records only its result may have finished."""
    return board.game.tracking == TrackingLevel.LIVE


def _sheets(boards: Sequence[ConsoleBoard]) -> Iterator[QueueItem]:
    """Yield boards without a result whose score sheets have different results. One query."""
    waiting = {
        board.game.pk: board for board in boards if board.unreported and board.game.tracking != TrackingLevel.RESULT
    }
    if not waiting:
        return
    rows = (
        ScoreSheet.objects.filter(game__in=waiting, keeper__in=(Keeper.WHITE, Keeper.BLACK))
        .exclude(text="")
        .order_by("version")
        .values_list("game_id", "keeper", "text", "at")
    )
    written: dict[int, dict[str, tuple[str, int]]] = {}
    for game_id, keeper, text, at in rows:
        written_result = _written_result(text, waiting[game_id].game.game)
        written.setdefault(game_id, {})[keeper] = (written_result, milliseconds(at))
    for game_id, sheets in written.items():
        if len(sheets) == 2:
            (white, first), (black, second) = sheets[Keeper.WHITE], sheets[Keeper.BLACK]
            if white and black and white != black:
                pairing = waiting[game_id].pairing
                yield QueueItem(QueueItemKind.SHEETS, max(first, second), pairing, results=(white, black))


def _findings(boards: Sequence[ConsoleBoard]) -> Iterator[QueueItem]:
    """Yield boards on paper whose score sheets contradict a ruling or have moves after the end of the game."""
    by_game = findings_of(board.game for board in boards)
    for board in boards:
        for sheet_finding in by_game.get(board.game.pk, ()):
            if not sheet_finding.settled:
                since = milliseconds(board.game.changed_at)
                yield QueueItem(QueueItemKind.FINDING, since, board.pairing, finding=sheet_finding)


def _reports(boards: Sequence[ConsoleBoard]) -> Iterator[QueueItem]:
    """Yield boards without a result whose players report different ones. One query."""
    waiting = {board.pairing.pk: board.pairing for board in boards if board.unreported}
    for key, reports in player_reports(waiting.values()).items():
        if reports.disputed:
            results = (reports.white, reports.black)
            yield QueueItem(QueueItemKind.REPORTS, milliseconds(reports.at), waiting[key], results=results)


def _written_result(text: str, game: str) -> str:
    results = [sheet_token.text for sheet_token in tokenize(text[-_END:], game) if sheet_token.kind is TokenKind.RESULT]
    return results[-1] if results else ""


def _adjourned(event: Event, now: datetime) -> Iterator[QueueItem]:
    """Yield adjournments that need the arbiter now, without games that rest until their time. Two queries."""
    for adjournment_due in adjournments_due(event, now):
        if adjournment_due.waits is AwaitedStep.RESUMPTION and not adjournment_due.overdue:
            continue
        on_the_clock = adjournment_due.waits in _ON_THE_CLOCK
        instant = (
            adjournment_due.game.changed_at if on_the_clock or adjournment_due.due is None else adjournment_due.due
        )
        yield QueueItem(
            QueueItemKind.ADJOURNED,
            milliseconds(instant),
            adjournment_due.pairing,
            adjournment_due.side,
            due=adjournment_due,
        )


def _appeals(event: Event) -> Iterator[QueueItem]:
    """Yield the appeals that are filed and not decided. One query."""
    for row in pending_appeals(event).select_related("ruling__game__pairing__round__section__event"):
        pairing = getattr(row.ruling.game, "pairing", None)
        if pairing is not None:
            yield QueueItem(QueueItemKind.APPEAL, milliseconds(row.filed_at), pairing, Side(row.side), appeal=row)
