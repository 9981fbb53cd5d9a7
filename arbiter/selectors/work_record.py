"""The arbiters' work record: officials of an event with role, days and rounds."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from django.db.models import F, Q

from arbiter.models.duty import Duty
from arbiter.models.ruling import Ruling
from tavleya.actors import Role
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
    ruled = Ruling.objects.filter(game__in=games, arbiter__isnull=False).values_list("arbiter", flat=True)
    for key, count in Counter(ruled).items():
        if key in lines:
            lines[key].rulings = count
    return sorted(lines.values(), key=_place)


def own_record(user: int, now: datetime) -> list[tuple[Event, WorkLine]]:
    """Return one user's lines in all events except rehearsals, the newest first. Four queries per event."""
    events = Event.objects.filter(
        Q(roles__user=user, roles__role__in=ROLES) | Q(duties__user=user), rehearsal=False, deleted_at=None
    )
    results = []
    for event in events.distinct().order_by(F("starts_on").desc(nulls_last=True), "-pk"):
        results += [(event, work_line) for work_line in work_record(event, now) if work_line.user == user]
    return results


def _add(line: WorkLine, duty: Duty, event: Event, rounds: Iterable[Round], now: datetime) -> None:
    until = duty.ended_at or max(now, duty.began_at)
    line.open |= duty.ended_at is None
    line.time += until - duty.began_at
    first, last = duty.began_at.astimezone(event.zone).date(), until.astimezone(event.zone).date()
    for ahead in range((last - first).days + 1):
        day = first + timedelta(days=ahead)
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
