"""A round's checklists and the event's, with what the data say about each point."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from arbiter.checkpoints import POINTS, Phase, Point
from arbiter.models import Appeal, ChecklistTick, Duty, Envelope
from arbiter.selectors.boards import Board, boards_of
from arbiter.selectors.queue import Kind, queue_of
from arbiter.selectors.regimes import regime_of_section
from clocks.controls import parse
from core.record.phase import Phase as GamePhase
from games.models import Depth
from games.models.record import milliseconds
from tournaments.models import Event, Round, Section
from tournaments.models.round import RoundStatus


@dataclass(frozen=True, slots=True)
class Finding:
    """What the data say: `done`, otherwise the boards at which it fails, how many things, or the sections.

    `done` None: it does not arise yet, or not here.
    """

    done: bool | None
    boards: tuple[int, ...] = ()
    count: int = 0
    sections: tuple[Section, ...] = ()


@dataclass(frozen=True, slots=True)
class Check:
    """A point with its finding, or (if an arbiter ticks it) with the tick, None while it is open."""

    point: Point
    finding: Finding | None = None
    tick: ChecklistTick | None = None

    @property
    def done(self) -> bool | None:
        return self.finding.done if self.finding is not None else self.tick is not None


def checks_of_round(event: Event, round_: Round, now: datetime) -> dict[Phase, list[Check]]:
    """All phases of a round; `round_` with its section."""
    found = _findings(event, round_, now)
    return _checks(event, round_, found, [phase for phase in Phase if phase is not Phase.EVENT_END])


def checks_of_event(event: Event) -> dict[Phase, list[Check]]:
    """What has to be done before everybody goes home."""
    sections = list(event.sections.prefetch_related("rounds"))
    rounds = [one for section in sections for one in section.rounds.all()]
    unclosed = sum(one.status != RoundStatus.CLOSED for one in rounds)
    not_final = [one for one in sections if one.final_at is None and one.system.ranked and one.rounds.all()]
    pending = Appeal.objects.filter(event=event, status=Appeal.Status.FILED).count()
    on_duty = Duty.objects.filter(event=event, ended_at=None).count()
    found = {
        "all_closed": Finding(unclosed == 0 if rounds else None, count=unclosed),
        "appeals": Finding(pending == 0, count=pending),
        "final": Finding(not not_final, sections=tuple(not_final)),
        "off_duty": Finding(on_duty == 0, count=on_duty),
    }
    return _checks(event, None, found, [Phase.EVENT_END])


def _checks(
    event: Event, round_: Round | None, found: Mapping[str, Finding], phases: list[Phase]
) -> dict[Phase, list[Check]]:
    rows = ChecklistTick.objects.filter(event=event, round=round_, undone_at=None).select_related("user")
    ticks = {row.item: row for row in rows}
    checks: dict[Phase, list[Check]] = {phase: [] for phase in phases}
    for one in POINTS:
        if one.phase in checks:
            checks[one.phase].append(
                Check(one, found[one.key]) if one.computed else Check(one, tick=ticks.get(one.key))
            )
    return checks


def _findings(event: Event, round_: Round, now: datetime) -> dict[str, Finding]:
    section = round_.section
    everywhere = boards_of(event, milliseconds(now), closed_rounds=True)
    boards = sorted(
        (one for one in everywhere if one.pairing.round_id == round_.pk), key=lambda one: one.pairing.board
    )
    here = {one.pairing.pk for one in boards}
    waiting: dict[Kind, list[int]] = {}
    for one in queue_of(event, boards, now):
        if one.pairing.pk in here:
            waiting.setdefault(one.kind, []).append(one.pairing.board)
    public = round_.status != RoundStatus.DRAFT
    started = round_.status in (RoundStatus.PLAYING, RoundStatus.CLOSED)
    followed = [one for one in boards if one.game.depth == Depth.LIVE]
    duties = Duty.objects.filter(event=event, ended_at=None)
    on_duty = sum(one.section_id in (None, section.pk) for one in duties)
    past_default = _past_default(round_, now)
    return {
        "published": Finding(public),
        "start_known": Finding(round_.starts_at is not None),
        "on_duty": Finding(on_duty > 0),
        "controls": _none(boards, _set_otherwise(section.control)) if public else Finding(None),
        "begun": _none(followed, lambda one: one.phase is GamePhase.PENDING)
        if started
        else Finding(False if public else None),
        "default_time": _none(followed, lambda one: one.phase is GamePhase.PENDING)
        if past_default
        else Finding(None),
        "calls": _of(waiting, Kind.CALL),
        "flags": _of(waiting, Kind.FLAG, Kind.IRREGULAR),
        "claims": _of(waiting, Kind.CLAIM),
        "stopped": _none(boards, lambda one: one.phase is GamePhase.PLAYING),
        "sealed": _sealed(boards),
        "results": _none(boards, lambda one: one.unreported) if boards else Finding(None),
        "sheets_agree": _of(waiting, Kind.SHEETS),
        "round_appeals": _of(waiting, Kind.APPEAL),
        "closed": Finding(round_.status == RoundStatus.CLOSED),
    }


def _past_default(round_: Round, now: datetime) -> bool:
    allowed = regime_of_section(round_.section).default_time_ms
    if round_.starts_at is None or allowed is None:
        return False
    return now > round_.starts_at + timedelta(milliseconds=allowed)


def _none(boards: Iterable[Board], bad: Callable[[Board], bool]) -> Finding:
    """Done where no board is bad."""
    at = tuple(one.pairing.board for one in boards if bad(one))
    return Finding(not at, at, len(at))


def _of(waiting: Mapping[Kind, list[int]], *kinds: Kind) -> Finding:
    """Done where nothing of these kinds waits."""
    at = tuple(sorted(number for kind in kinds for number in waiting.get(kind, ())))
    return Finding(not at, at, len(at))


def _sealed(boards: list[Board]) -> Finding:
    """Whether each adjourned game has an envelope with a holder, a time and a place.  One query where there are any."""
    adjourned = {one.game.pk: one for one in boards if one.phase is GamePhase.ADJOURNED}
    if not adjourned:
        return Finding(None)
    whole = set(
        Envelope.objects.filter(game__in=adjourned, status=Envelope.Status.CLOSED, due_at__isnull=False)
        .exclude(holder="")
        .exclude(place="")
        .values_list("game", flat=True)
    )
    return _none(adjourned.values(), lambda one: one.game.pk not in whole)


def _set_otherwise(control: str) -> Callable[[Board], bool]:
    """Whether a board's time control is another than the section's; the further games of a match may have their own."""
    usual = parse(control).periods if control else ()
    known: dict[str, bool] = {}

    def otherwise(board: Board) -> bool:
        own = board.game.control
        if own not in known:
            known[own] = (parse(own).periods if own else ()) != usual
        return known[own] and board.pairing.leg == 1

    return otherwise
