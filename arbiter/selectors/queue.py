"""The arbiters' queue of an event, the oldest item first, and recent changes on the console."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from functools import partial
from typing import Any, Protocol

from django.db.models import CharField, Count, Max, Model, Q, QuerySet, Subquery, Sum, Value
from django.db.models.functions import Cast, Coalesce, Concat

from arbiter.models import Appeal, Duty, PlaySession
from arbiter.selectors.adjournments import AdjournmentDue, AwaitedStep, adjournments_due
from arbiter.selectors.boards import ConsoleBoard, unassigned_boards
from arbiter.selectors.regimes import regime_of_section
from arbiter.selectors.rulings import pending_appeals
from arbiter.selectors.sheet_findings import SheetFinding, findings_of
from games.compiled_queries import CompiledQuery
from games.models.game import TrackingLevel
from games.models.record import RecordEntry, milliseconds
from games.models.sheet import ScoreSheet
from games.texts import put_to
from tavleya.record.entries import GamePhase
from tavleya.record.merging import Keeper
from tavleya.rules.sheets import TokenKind, tokenize
from tavleya.sides import Side
from tournaments.models.access import EventRole
from tournaments.models.activity import Log
from tournaments.models.boards import BoardQuestion
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.round import Round, RoundStatus
from tournaments.models.swiss import ResultReport
from tournaments.names import names_of
from tournaments.selectors.events import FAIR_PLAY, acts_of
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


_END = 60  # characters at the end of a sheet that may contain its result
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
        queue_items, key=lambda queue_item: (queue_item.since is None, queue_item.since or 0, queue_item.pairing.board)
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
            yield QueueItem(QueueItemKind.BOARD, milliseconds(question.opened_at), pairing, question=question)
        if board.irregular and not board.calls:
            yield QueueItem(QueueItemKind.IRREGULAR, milliseconds(game.changed_at), pairing)
        round_ = pairing.round
        # A board that records only its result may have finished.
        followed = board.game.tracking == TrackingLevel.LIVE
        if board.phase is GamePhase.PENDING and round_.starts_at is not None and followed:
            if round_.section_id not in default_times:
                default_times[round_.section_id] = regime_of_section(round_.section).default_time_ms
            allowed = default_times[round_.section_id]
            late_at = milliseconds(round_.starts_at) + (allowed or 0)
            if allowed is not None and now_ms > late_at:
                yield QueueItem(QueueItemKind.LATE, late_at, pairing)


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
    results: dict[int, dict[str, tuple[str, int]]] = {}
    for game_id, keeper, text, at in rows:
        written_result = _written_result(text, waiting[game_id].game.game)
        results.setdefault(game_id, {})[keeper] = (written_result, milliseconds(at))
    for game_id, sheets in results.items():
        if len(sheets) == 2:
            (white, white_at), (black, black_at) = sheets[Keeper.WHITE], sheets[Keeper.BLACK]
            if white and black and white != black:
                pairing = waiting[game_id].pairing
                yield QueueItem(QueueItemKind.SHEETS, max(white_at, black_at), pairing, results=(white, black))


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
    for row in pending_appeals(event).select_related("ruling__game__pairing__round__section__event"):
        pairing = getattr(row.ruling.game, "pairing", None)
        if pairing is not None:
            yield QueueItem(QueueItemKind.APPEAL, milliseconds(row.filed_at), pairing, Side(row.side), appeal=row)


# Changes for the console, detected by one query before any board is read.

_MINUTE = 60_000
_OPEN = (RoundStatus.PUBLISHED, RoundStatus.PLAYING)


@dataclass(frozen=True, slots=True)
class ConsoleChanges:
    """The state of the console's data. `digest` changes with every stored value that the console shows.

    The flags say which data exist. `sheets`, `reports`: of boards of open rounds; `appeals`: filed and not decided;
    `duties`: arbiters on duty; `questions`: raised by electronic boards and not answered; `unassigned`: electronic
    boards without a table.
    """

    digest: str
    sheets: bool
    reports: bool
    appeals: bool
    duties: bool
    sessions: bool
    questions: bool
    unassigned: bool

    def seen(self, until: int | None) -> str:
        """Return the version tag of a page: the digest of its data, and when it expires by itself."""
        return f"{self.digest}-{until or ''}"

    def nothing_since(self, seen: str, now_ms: int) -> bool:
        """Return whether a page with this `seen` is up to date."""
        digest, _, until = seen.partition("-")
        return digest == self.digest and (not until or (until.isdecimal() and now_ms < int(until[:20])))


def console_changes_of(event: Event, *, closed_rounds: bool) -> ConsoleChanges:
    """Return the state of the console's data, with one query for any number of boards.

    A game's `seq` counts the entries of its record, so the sum over the boards changes with every entry. Other acts of
    officers are in the log of the event.
    """
    (row,) = (_of_all_rounds if closed_rounds else _of_open_rounds)(event.pk)
    sheets, reports, appeals, duties, sessions, questions, unassigned = (
        (text or "").strip("0 ") != "" for text in row[-7:]
    )
    digest = hashlib.sha256(repr(row).encode()).hexdigest()[:16]
    return ConsoleChanges(digest, sheets, reports, appeals, duties, sessions, questions, unassigned)


def _facts(event_id: int, *, closed_rounds: bool) -> QuerySet[Event, Any]:
    boards = Pairing.objects.filter(round__section__event=event_id, game__isnull=False)
    rounds = Round.objects.filter(section__event=event_id)
    if not closed_rounds:
        boards, rounds = boards.filter(round__status__in=_OPEN), rounds.filter(status__in=_OPEN)
    called = Pairing.objects.filter(round__section__event=event_id, round__status=RoundStatus.CLOSED, game__calls__gt=0)
    return Event.objects.filter(pk=event_id).values_list(
        _joined(boards, Count("pk"), Sum("game"), Sum("game__seq"), Max("game__changed_at")),
        _joined(called, Count("pk"), Sum("game__seq")),
        _joined(rounds, Count("pk"), Max("starts_at")),
        _joined(Log.objects.filter(event=event_id), Max("pk")),
        _joined(ScoreSheet.objects.filter(game__pairing__round__in=rounds), Max("pk")),
        _joined(ResultReport.objects.filter(pairing__round__in=rounds), Count("pk"), Max("at")),
        _joined(Appeal.objects.filter(event=event_id, status=Appeal.Status.FILED), Count("pk"), Max("pk")),
        _joined(Duty.objects.filter(event=event_id, ended_at=None), Count("pk"), Max("pk")),
        _joined(PlaySession.objects.filter(section__event=event_id), Count("pk"), Max("pk")),
        _joined(
            BoardQuestion.objects.filter(game__pairing__round__in=rounds, gone_at=None, answered_at=None),
            Count("pk"),
            Max("pk"),
        ),
        _joined(unassigned_boards(event_id), Count("pk"), Max("pk")),
    )


def _joined(rows: QuerySet[Model], *facts: Count | Max | Sum) -> Subquery:
    """Return the aggregates over all rows as one text, only zeros if there are no rows."""
    texts = [Coalesce(Cast(fact, CharField()), Value("")) for fact in facts]
    parts = [part for text in texts for part in (text, Value(" "))]
    joined = Concat(*parts, output_field=CharField())
    all_rows = rows.order_by().annotate(_all=Value(1)).values("_all")
    return Subquery(all_rows.annotate(_joined=joined).values("_joined"))


_of_all_rounds = CompiledQuery(partial(_facts, closed_rounds=True), int)
_of_open_rounds = CompiledQuery(partial(_facts, closed_rounds=False), int)


def out_of_date_at(boards: Iterable[ConsoleBoard], waiting: Iterable[QueueItem], now_ms: int) -> int | None:
    """Return when time alone changes the page (ms since the epoch), None if it does not.

    A flag falls, a side gets short of time, a default time is over, another minute of waiting has passed. An early
    value costs one unnecessary rendering; a late one would show old data.
    """
    instants = []
    for board in boards:
        if board.changes_at is not None:
            instants.append(board.changes_at)
        if (instant := _awaited(board, now_ms)) is not None:
            instants.append(instant)
    for queue_item in waiting:
        if queue_item.since is not None:
            instants.append(queue_item.since + ((now_ms - queue_item.since) // _MINUTE + 1) * _MINUTE)
    return max(min(instants), now_ms + 1) if instants else None


def _awaited(board: ConsoleBoard, now_ms: int) -> int | None:
    """Return when a game may be due to begin, to be late or to be resumed: such times are whole minutes."""
    next_minute = (now_ms // _MINUTE + 1) * _MINUTE
    if board.adjourned:
        return next_minute
    starts_at = board.pairing.round.starts_at
    if board.phase is not GamePhase.PENDING or starts_at is None:
        return None
    return max(next_minute, milliseconds(starts_at))


# Recent changes in an event: entries of its games' records and rows of its log, in one list.

# An arbiter does not look for a player's own moves.
_PLAY = ("move", "press")
_GAMES = 40  # the games that changed last; changes at others are older than the list


@dataclass(frozen=True, slots=True)
class RecentChange:
    """An entry of a record with its board, or (without one) a row of the log. `key` is the actor's."""

    at: datetime
    key: str
    who: str
    entry: RecordEntry | None = None
    pairing: Pairing | None = None
    row: Log | None = None


def changes_at(
    event: Event, pairings: Iterable[Pairing], *, since: datetime, most: int, without: int | None = None
) -> list[RecentChange]:
    """Return the newest changes by officers since an instant, without those of user `without`. Three queries.

    Only those of `pairings` (with their games) that have changed are read.
    """
    changed = [pairing for pairing in pairings if pairing.game is not None and pairing.game.changed_at >= since]
    changed.sort(key=lambda pairing: pairing.game.changed_at, reverse=True)  # type: ignore[union-attr]
    boards = {pairing.game_id: pairing for pairing in changed[:_GAMES]}
    recent_changes: list[RecentChange] = []
    if boards:
        officers = EventRole.objects.filter(event=event).exclude(user=without).values("user")
        entries = list(
            RecordEntry.objects.filter(game__in=boards, user__in=officers, at__gte=since)
            .exclude(kind__in=_PLAY)
            .select_related("user")
            .order_by("-at", "-game_id", "-seq")[:most]
        )
        put_to(entries)
        recent_changes += [
            RecentChange(entry.at, entry.actor, entry.user.shown_name, entry, boards[entry.game_id])
            for entry in entries
            if entry.user is not None
        ]
    rows = (
        acts_of(event)
        .filter(at__gte=since, actor__startswith="user:")
        .exclude(Q(action__in=("result.entered", "result.corrected")) | Q(action__startswith=FAIR_PLAY))
    )
    if without is not None:
        rows = rows.exclude(actor=f"user:{without}")
    lines = list(rows.order_by("-pk")[:most])
    names = names_of(row.actor for row in lines)
    recent_changes += [RecentChange(row.at, row.actor, names[row.actor], row=row) for row in lines]
    return sorted(recent_changes, key=lambda change: change.at, reverse=True)[:most]


def changed_pairings(event: Event) -> list[Pairing]:
    """Return the boards of the event that changed last, with their games."""
    rows = Pairing.objects.filter(
        round__section__event=event, round__section__archived_at__isnull=True, game__isnull=False
    )
    rows = rows.select_related("game", "round__section__event").order_by("-game__changed_at")
    return list(rows[:_GAMES])


RECENT = timedelta(minutes=10)
