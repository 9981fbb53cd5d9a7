"""The checklists of a round and of an event, with computed points."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from types import MappingProxyType

from arbiter.messages import say
from arbiter.models import ChecklistTick, Duty, Envelope
from arbiter.selectors.boards import ConsoleBoard, boards_of
from arbiter.selectors.queue import QueueItemKind, queue_of
from arbiter.selectors.regimes import regime_of_section
from arbiter.selectors.rulings import pending_appeals
from games.models.game import TrackingLevel
from games.models.record import milliseconds
from tavleya.clocks.controls import parse_control
from tavleya.errors import NotFound
from tavleya.messages import N_
from tavleya.record.entries import GamePhase
from tournaments.models.event import Event
from tournaments.models.round import Round, RoundStatus
from tournaments.models.section import Section
from tournaments.selectors.events import sections_shown

# The arbiters' checklists by phase, with manual and computed points. They block nothing.


class CheckpointPhase(StrEnum):
    BEFORE = "before"  # a round
    START = "start"
    DURING = "during"
    SESSION_END = "session_end"
    ROUND_END = "round_end"
    EVENT_END = "event_end"


PHASES: Mapping[CheckpointPhase, str] = MappingProxyType(
    {
        CheckpointPhase.BEFORE: N_("Before the round"),
        CheckpointPhase.START: N_("At the start"),
        CheckpointPhase.DURING: N_("During play"),
        CheckpointPhase.SESSION_END: N_("At the end of the session"),
        CheckpointPhase.ROUND_END: N_("At the end of the round"),
        CheckpointPhase.EVENT_END: N_("At the end of the event"),
    }
)


@dataclass(frozen=True, slots=True)
class Point:
    """A point of a checklist. `computed`: the data decide whether it is done; otherwise an arbiter ticks it."""

    key: str
    phase: CheckpointPhase
    words: str
    computed: bool = False

    @property
    def of_round(self) -> bool:
        return self.phase is not CheckpointPhase.EVENT_END


POINTS: tuple[Point, ...] = (
    Point("published", CheckpointPhase.BEFORE, N_("The pairings are published"), computed=True),
    Point("start_known", CheckpointPhase.BEFORE, N_("The start of the round has been announced"), computed=True),
    Point("on_duty", CheckpointPhase.BEFORE, N_("An arbiter is on duty"), computed=True),
    Point("controls", CheckpointPhase.BEFORE, N_("The clocks of all boards have the section's control"), computed=True),
    Point("clocks_set", CheckpointPhase.BEFORE, N_("The clocks on the tables are set and checked")),
    Point("boards_set", CheckpointPhase.BEFORE, N_("Boards, pieces, score sheets and name cards are on the tables")),
    Point("hall", CheckpointPhase.BEFORE, N_("Lighting, noise, access and phones have been checked")),
    Point("begun", CheckpointPhase.START, N_("The round has been started, with every live board"), computed=True),
    Point("default_time", CheckpointPhase.START, N_("No player is past the default time"), computed=True),
    Point("announced", CheckpointPhase.START, N_("The announcements have been made")),
    Point("calls", CheckpointPhase.DURING, N_("Every call has been answered"), computed=True),
    Point("flags", CheckpointPhase.DURING, N_("No flag fall or illegal move is waiting"), computed=True),
    Point("claims", CheckpointPhase.DURING, N_("Every claim has been decided"), computed=True),
    Point("sheets_kept", CheckpointPhase.DURING, N_("The players are recording their moves")),
    Point("stopped", CheckpointPhase.SESSION_END, N_("No clock is running"), computed=True),
    Point(
        "sealed",
        CheckpointPhase.SESSION_END,
        N_("Every adjourned game has an envelope, its keeper, a time and a place"),
        computed=True,
    ),
    Point("cleared", CheckpointPhase.SESSION_END, N_("The clock times of stopped games have been recorded")),
    Point("results", CheckpointPhase.ROUND_END, N_("Every board has a result"), computed=True),
    Point("sheets_agree", CheckpointPhase.ROUND_END, N_("The score sheets agree on the result"), computed=True),
    Point("sheets_signed", CheckpointPhase.ROUND_END, N_("Both score sheets are signed and handed in")),
    Point(
        "round_appeals", CheckpointPhase.ROUND_END, N_("No appeal against a ruling of the round is open"), computed=True
    ),
    Point("closed", CheckpointPhase.ROUND_END, N_("The round is closed"), computed=True),
    Point("all_closed", CheckpointPhase.EVENT_END, N_("Every round is closed"), computed=True),
    Point("appeals", CheckpointPhase.EVENT_END, N_("Every appeal is decided"), computed=True),
    Point("final", CheckpointPhase.EVENT_END, N_("Every table is declared final"), computed=True),
    Point("off_duty", CheckpointPhase.EVENT_END, N_("No arbiter is left on duty"), computed=True),
    Point("report", CheckpointPhase.EVENT_END, N_("The arbiters' report is printed and signed")),
    Point("rating", CheckpointPhase.EVENT_END, N_("The rating report is sent")),
)


def point(key: str) -> Point:
    """Return a manual point. Raises: NotFound ("no_such_point"), also for a computed one."""
    result = _BY_KEY.get(key)
    if result is None or result.computed:
        raise NotFound(say("no_such_point"))
    return result


_BY_KEY = {point.key: point for point in POINTS}


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The computed state: `done`, otherwise the failing boards, the number of open items, or the sections.

    `done` is None if the point does not apply, or not yet.
    """

    done: bool | None
    boards: tuple[int, ...] = ()
    count: int = 0
    sections: tuple[Section, ...] = ()


@dataclass(frozen=True, slots=True)
class ChecklistItem:
    """A point with its computed result, or (for a manual one) with the tick, None while it is open."""

    point: Point
    finding: CheckResult | None = None
    tick: ChecklistTick | None = None

    @property
    def done(self) -> bool | None:
        return self.finding.done if self.finding is not None else self.tick is not None


def checks_of_round(event: Event, round_: Round, now: datetime) -> dict[CheckpointPhase, list[ChecklistItem]]:
    """Return all phases of a round; `round_` with its section."""
    return _checks(
        event,
        round_,
        _findings(event, round_, now),
        [phase for phase in CheckpointPhase if phase is not CheckpointPhase.EVENT_END],
    )


def checks_of_event(event: Event) -> dict[CheckpointPhase, list[ChecklistItem]]:
    """Return the final checks of the event."""
    sections = list(sections_shown(event).prefetch_related("rounds"))
    rounds = [round_ for section in sections for round_ in section.rounds.all()]
    unclosed = sum(round_.status != RoundStatus.CLOSED for round_ in rounds)
    not_final = [
        section for section in sections if section.final_at is None and section.system.ranked and section.rounds.all()
    ]
    pending = pending_appeals(event).count()
    on_duty = Duty.objects.filter(event=event, ended_at=None).count()
    check_results = {
        "all_closed": CheckResult(unclosed == 0 if rounds else None, count=unclosed),
        "appeals": CheckResult(pending == 0, count=pending),
        "final": CheckResult(not not_final, sections=tuple(not_final)),
        "off_duty": CheckResult(on_duty == 0, count=on_duty),
    }
    return _checks(event, None, check_results, [CheckpointPhase.EVENT_END])


def _checks(
    event: Event, round_: Round | None, check_results: Mapping[str, CheckResult], phases: list[CheckpointPhase]
) -> dict[CheckpointPhase, list[ChecklistItem]]:
    rows = ChecklistTick.objects.filter(event=event, round=round_, undone_at=None).select_related("user")
    ticks = {row.item: row for row in rows}
    checks: dict[CheckpointPhase, list[ChecklistItem]] = {phase: [] for phase in phases}
    for point in POINTS:
        if point.phase in checks:
            checks[point.phase].append(
                ChecklistItem(point, check_results[point.key])
                if point.computed
                else ChecklistItem(point, tick=ticks.get(point.key))
            )
    return checks


def _findings(event: Event, round_: Round, now: datetime) -> dict[str, CheckResult]:
    section = round_.section
    all_boards = boards_of(event, milliseconds(now), closed_rounds=True)
    boards = sorted(
        (board for board in all_boards if board.pairing.round_id == round_.pk), key=lambda board: board.pairing.board
    )
    keys = {board.pairing.pk for board in boards}
    waiting: dict[QueueItemKind, list[int]] = {}
    for item in queue_of(event, boards, now):
        if item.pairing.pk in keys:
            waiting.setdefault(item.kind, []).append(item.pairing.board)
    public = round_.status != RoundStatus.DRAFT
    started = round_.status in (RoundStatus.PLAYING, RoundStatus.CLOSED)
    followed = [board for board in boards if board.game.tracking == TrackingLevel.LIVE]
    duties = Duty.objects.filter(event=event, ended_at=None)
    on_duty = sum(duty.section_id in (None, section.pk) for duty in duties)
    past_default = _past_default(round_, now)
    return {
        "published": CheckResult(public),
        "start_known": CheckResult(round_.starts_at is not None),
        "on_duty": CheckResult(on_duty > 0),
        "controls": _none(boards, _set_otherwise(section.control)) if public else CheckResult(None),
        "begun": _none(followed, lambda board: board.phase is GamePhase.PENDING)
        if started
        else CheckResult(False if public else None),
        "default_time": _none(followed, lambda board: board.phase is GamePhase.PENDING)
        if past_default
        else CheckResult(None),
        "calls": _check_waiting(waiting, QueueItemKind.CALL),
        "flags": _check_waiting(waiting, QueueItemKind.FLAG, QueueItemKind.IRREGULAR),
        "claims": _check_waiting(waiting, QueueItemKind.CLAIM),
        "stopped": _none(followed, lambda board: board.phase is GamePhase.PLAYING),
        "sealed": _sealed(boards),
        "results": _none(boards, lambda board: board.unreported) if boards else CheckResult(None),
        "sheets_agree": _check_waiting(waiting, QueueItemKind.SHEETS),
        "round_appeals": _check_waiting(waiting, QueueItemKind.APPEAL),
        "closed": CheckResult(round_.status == RoundStatus.CLOSED),
    }


def _past_default(round_: Round, now: datetime) -> bool:
    default_ms = regime_of_section(round_.section).default_time_ms
    if round_.starts_at is None or default_ms is None:
        return False
    return now > round_.starts_at + timedelta(milliseconds=default_ms)


def _none(boards: Iterable[ConsoleBoard], bad: Callable[[ConsoleBoard], bool]) -> CheckResult:
    """Return a result that is done if no board is bad."""
    numbers = tuple(board.pairing.board for board in boards if bad(board))
    return CheckResult(not numbers, numbers, len(numbers))


def _check_waiting(waiting: Mapping[QueueItemKind, list[int]], *kinds: QueueItemKind) -> CheckResult:
    """Return a result that is done if no queue item of these kinds is open."""
    numbers = tuple(sorted(number for kind in kinds for number in waiting.get(kind, ())))
    return CheckResult(not numbers, numbers, len(numbers))


def _sealed(boards: list[ConsoleBoard]) -> CheckResult:
    """Check that each adjourned game has an envelope with a holder, a time and a place. At most one query."""
    adjourned = {board.game.pk: board for board in boards if board.phase is GamePhase.ADJOURNED}
    if not adjourned:
        return CheckResult(None)
    complete = set(
        Envelope.objects.filter(game__in=adjourned, status=Envelope.Status.CLOSED, due_at__isnull=False)
        .exclude(holder="")
        .exclude(place="")
        .values_list("game", flat=True)
    )
    return _none(adjourned.values(), lambda board: board.game.pk not in complete)


def _set_otherwise(control: str) -> Callable[[ConsoleBoard], bool]:
    """Return a test whether a board's time control differs from the section's; further games of a match may differ."""
    usual = parse_control(control).periods if control else ()
    differs: dict[str, bool] = {}

    def otherwise(board: ConsoleBoard) -> bool:
        own = board.game.control
        if own not in differs:
            differs[own] = (parse_control(own).periods if own else ()) != usual
        return differs[own] and board.pairing.leg == 1

    return otherwise
