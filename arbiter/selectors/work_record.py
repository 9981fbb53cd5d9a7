"""The arbiters' work record: officials of an event with role, days and rounds."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from django.db.models import F, Q

from arbiter.models import Duty, Envelope, Fine, PlaySession, Ruling
from tavleya.actors import Role
from tavleya.record.entries import GamePhase
from tournaments.models.access import EventRole
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.round import Round, RoundStatus
from tournaments.models.section import Section

#: In this order; organisers do not arbitrate.
ROLES = (Role.CHIEF_ARBITER, Role.ARBITER, Role.HELPER)


@dataclass(slots=True)
class WorkLine:
    """One official of an event, `user` by account.

    `rounds` are those that began while they were on duty, as (section, number).
    `time` is how long they were on duty; `open`: they still are, and it is counted up to now.
    """

    user: int
    name: str
    roles: tuple[Role, ...]
    days: list[date] = field(default_factory=list)
    time: timedelta = timedelta()
    tasks: list[str] = field(default_factory=list)
    rounds: list[tuple[Section, int]] = field(default_factory=list)
    rulings: int = 0
    open: bool = False


def work_record(event: Event, now: datetime) -> list[WorkLine]:
    """Return the officials of an event, and other users who were on duty, by role and name. Four queries.

    Days are by the event's clock.
    """
    lines: dict[int, WorkLine] = {}
    roles: dict[int, list[Role]] = defaultdict(list)
    for row in EventRole.objects.filter(event=event, role__in=ROLES).select_related("user"):
        roles[row.user_id].append(Role(row.role))
        lines[row.user_id] = WorkLine(row.user_id, row.user.shown_name, ())
    duties = list(Duty.objects.filter(event=event).select_related("user", "section").order_by("began_at"))
    for duty in duties:
        lines.setdefault(duty.user_id, WorkLine(duty.user_id, duty.user.shown_name, ()))
    for key, line in lines.items():
        line.roles = tuple(sorted(roles[key], key=ROLES.index))
    rounds = list(
        Round.objects.filter(section__event=event, number__isnull=False)
        .exclude(status=RoundStatus.DRAFT)
        .select_related("section__event")
        .order_by("section__position", "section__slug", "number")
    )
    for duty in duties:
        _add(lines[duty.user_id], duty, event, rounds, now)
    games = Pairing.objects.filter(round__section__event=event, game__isnull=False).values("game")
    arbiters = Ruling.objects.filter(game__in=games, arbiter__isnull=False).values_list("arbiter", flat=True)
    for key, count in Counter(arbiters).items():
        if key in lines:
            lines[key].rulings = count
    return sorted(lines.values(), key=_place)


def own_record(user: int, now: datetime) -> list[tuple[Event, WorkLine]]:
    """Return one user's lines in all events except rehearsals, the newest first. Four queries per event."""
    events = Event.objects.filter(
        Q(roles__user=user, roles__role__in=ROLES) | Q(duties__user=user), rehearsal=False, deleted_at=None
    )
    lines = []
    for event in events.distinct().order_by(F("starts_on").desc(nulls_last=True), "-pk"):
        lines += [(event, work_line) for work_line in work_record(event, now) if work_line.user == user]
    return lines


def _add(line: WorkLine, duty: Duty, event: Event, rounds: Iterable[Round], now: datetime) -> None:
    until = duty.ended_at or max(now, duty.began_at)
    line.open |= duty.ended_at is None
    line.time += until - duty.began_at
    first, last = duty.began_at.astimezone(event.zone).date(), until.astimezone(event.zone).date()
    for offset in range((last - first).days + 1):
        day = first + timedelta(days=offset)
        if day not in line.days:
            line.days.append(day)
    if duty.task and duty.task not in line.tasks:
        line.tasks.append(duty.task)
    for round_ in rounds:
        of_section = duty.section_id is None or duty.section_id == round_.section_id
        key = (round_.section, round_.number or 0)
        if of_section and _began_within(round_, duty, until, event) and key not in line.rounds:
            line.rounds.append(key)


def _began_within(row: Round, duty: Duty, until: datetime, event: Event) -> bool:
    """Return whether the round began during the duty, by its time, else by its day."""
    if row.starts_at is not None:
        return duty.began_at <= row.starts_at <= until
    days = (duty.began_at.astimezone(event.zone).date(), until.astimezone(event.zone).date())
    return row.played_on is not None and days[0] <= row.played_on <= days[1]


def _place(line: WorkLine) -> tuple[int, str]:
    return (ROLES.index(line.roles[0]) if line.roles else len(ROLES), line.name)


# The announced sessions of an event: current ones, next ones, and boards still running near the end of one.

#: How long before the end of a session envelopes are prepared (A.1), and how long after it running boards are shown.
NEAR = timedelta(minutes=15)
_PAST = timedelta(hours=12)


@dataclass(frozen=True, slots=True)
class SessionView:
    """One session; `running`: boards of its section that are being played while it is on, or has just ended.

    `resumed`: adjourned games that are due in it.  `near`: its end is near or past, and boards run on.
    """

    session: PlaySession
    status: str  # coming, on, over
    running: int
    resumed: int
    near: bool

    @property
    def past(self) -> bool:
        """The end has come, and boards run on: the arbiter asks for the sealed moves."""
        return self.near and self.status == "over"


@dataclass(frozen=True, slots=True)
class Programme:
    """The sessions of an event, the next first; `unscheduled`: games due at a time when no session is announced."""

    sessions: tuple[SessionView, ...]
    unscheduled: tuple[Envelope, ...]

    @property
    def near(self) -> tuple[SessionView, ...]:
        return tuple(session for session in self.sessions if session.near)


def programme(event: Event, now: datetime) -> Programme:
    """Return the sessions with their boards and adjourned games. Three queries."""
    sessions = _sessions(event)
    waiting = list(
        Envelope.objects.filter(
            game__pairing__round__section__event=event,
            game__pairing__round__section__archived_at__isnull=True,
            status=Envelope.Status.CLOSED,
            game__phase=GamePhase.ADJOURNED,
            due_at__isnull=False,
        ).select_related("game__pairing__round")
    )
    shown_sessions = _with_boards(event, sessions, now, waiting)
    return Programme(
        tuple(sorted(shown_sessions, key=lambda session: session.status == "over")),
        tuple(envelope for envelope in waiting if not any(_is_in(envelope, session) for session in sessions)),
    )


def near_their_end(event: Event, now: datetime) -> tuple[SessionView, ...]:
    """Return the sessions that are near or past their end with running boards. Two queries, one without sessions."""
    return tuple(session for session in _with_boards(event, _sessions(event), now, []) if session.near)


def _sessions(event: Event) -> list[PlaySession]:
    rows = PlaySession.objects.filter(section__event=event, section__archived_at__isnull=True)
    rows = rows.select_related("section__event", "announced_by")
    return list(rows.order_by("starts_at", "section__position"))


def _with_boards(
    event: Event, sessions: list[PlaySession], now: datetime, waiting: list[Envelope]
) -> list[SessionView]:
    running = _running(event, [session for session in sessions if session.starts_at <= now < session.ends_at + _PAST])
    last = {session.section_id: session.pk for session in sessions if session.starts_at <= now}
    return [
        _session_view(
            session,
            now,
            running.get(session.section_id, 0) if last.get(session.section_id) == session.pk else 0,
            waiting,
        )
        for session in sessions
    ]


def _session_view(play_session: PlaySession, now: datetime, running: int, waiting: list[Envelope]) -> SessionView:
    status = "coming" if now < play_session.starts_at else "on" if now < play_session.ends_at else "over"
    near = bool(running) and status != "coming" and now >= play_session.ends_at - NEAR
    return SessionView(play_session, status, running, sum(_is_in(envelope, play_session) for envelope in waiting), near)


def _is_in(envelope: Envelope, session: PlaySession) -> bool:
    return (
        envelope.due_at is not None
        and envelope.game.pairing.round.section_id == session.section_id
        and session.starts_at.replace(microsecond=0) <= envelope.due_at < session.ends_at
    )


def _running(event: Event, sessions: list[PlaySession]) -> dict[int, int]:
    if not sessions:
        return {}
    rows = Pairing.objects.filter(
        round__section__in={session.section_id for session in sessions},
        round__section__event=event,
        game__phase__in=(GamePhase.PLAYING, GamePhase.PAUSED),
    ).values_list("round__section", flat=True)
    counts: dict[int, int] = {}
    for section in rows:
        counts[section] = counts.get(section, 0) + 1
    return counts


# The fines of an event for its report.


@dataclass(frozen=True, slots=True)
class FineSum:
    """Fines of one currency in whole units, of standing rulings: number, sum and paid sum."""

    currency: str
    count: int
    owed: int
    paid: int


def fines_of(event: Event) -> list[FineSum]:
    """Return the fines by currency. A fine is owed while its ruling stands."""
    games = Pairing.objects.filter(round__section__event=event, game__isnull=False).values("game")
    rows = Fine.objects.filter(ruling__game__in=games).select_related("ruling__superseded_by")
    sums: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for row in rows:
        if row.ruling.stands:
            totals = sums[row.currency]
            totals[0] += 1
            totals[1] += row.amount
            totals[2] += row.amount if row.paid_at is not None else 0
    return [FineSum(currency, *totals) for currency, totals in sorted(sums.items())]
