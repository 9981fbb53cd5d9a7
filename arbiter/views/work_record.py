"""The arbiters' work record of an event: a table on the console, and the same as a file."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from arbiter.selectors.work_record import WorkLine, own_record, work_record
from arbiter.views.desk import DeskFrame
from documents.views.answers import csv_answer, file_answer
from games.views.caching import fresh
from games.views.problems import require_found
from tavleya.documents.tabular import Grid, workbook
from tavleya.messages import N_
from tournaments.forms.events import ROLE_NAMES
from tournaments.models.event import Event
from tournaments.models.section import Section
from tournaments.views.frame import language

_HEADS = (
    N_("Event"), N_("Place"), N_("First day"), N_("Last day"), N_("Name"), N_("Role"), N_("Days on duty"), N_("Days"),
    N_("Hours on duty"), N_("Rounds"), N_("Rounds by section"), N_("Tasks"), N_("Rulings"),
)  # fmt: skip
_KEYS = (
    "event", "place", "first_day", "last_day", "name", "role", "days_on_duty", "days", "hours_on_duty", "rounds",
    "rounds_by_section", "tasks", "rulings",
)  # fmt: skip


@require_safe
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show everyone's work record in this event, or with `?mine=1` the reader's in every event."""
    frame = DeskFrame.of(request, slug)
    own_only = request.GET.get("mine") == "1"
    lines = [_work_row(event, work_line) for event, work_line in _work_lines(frame, mine=own_only)]
    return fresh(
        render(
            request,
            "hall/work_record.html",
            {**frame.context(), "slug": slug, "lines": lines, "mine": own_only},
        )
    )


@require_safe
def file(request: HttpRequest, slug: str, form: str) -> HttpResponse:
    """Export the work record. `form`: csv, with `?bom=0` without a BOM, or xlsx; `?mine=1` as on the page."""
    frame = DeskFrame.of(request, slug)
    require_found(form in ("csv", "xlsx"))
    rows = tuple(_row(*row) for row in _work_lines(frame, mine=request.GET.get("mine") == "1"))
    grid = Grid(gettext("Work record"), _KEYS, rows)
    name = f"{slug}-work-record"
    if form == "csv":
        return fresh(csv_answer(request, name, grid))
    heads = tuple(map(gettext, _HEADS))
    data = workbook([(grid, heads)], title=f"{frame.event.slug}: {grid.name}", made=timezone.now())
    return fresh(file_answer(data, "xlsx", name))


def _work_lines(frame: DeskFrame, *, mine: bool) -> list[tuple[Event, WorkLine]]:
    now, reader = timezone.now(), frame.actor.user_id
    if mine and reader is not None:
        return own_record(reader, now)
    return [(frame.event, work_line) for work_line in work_record(frame.event, now)]


def _work_row(event: Event, work_line: WorkLine) -> dict[str, object]:
    return {
        "event": event.name_in(language()),
        "name": work_line.name,
        "roles": _roles(work_line),
        "days": work_line.days,
        "hours": hours(work_line),
        "open": work_line.open,
        "rounds": _rounds(work_line),
        "tasks": "; ".join(work_line.tasks),
        "rulings": work_line.rulings,
    }


def _row(event: Event, work_line: WorkLine) -> tuple[str | int, ...]:
    return (
        event.name_in(language()),
        event.place,
        event.starts_on.isoformat() if event.starts_on else "",
        event.ends_on.isoformat() if event.ends_on else "",
        work_line.name,
        _roles(work_line),
        len(work_line.days),
        ", ".join(day.isoformat() for day in work_line.days),
        hours(work_line),
        len(work_line.rounds),
        _rounds(work_line),
        "; ".join(work_line.tasks),
        work_line.rulings,
    )


def hours(work_line: WorkLine) -> str:
    """Return the time as `7:05`, in hours and minutes."""
    minutes = int(work_line.time.total_seconds()) // 60
    return f"{minutes // 60}:{minutes % 60:02d}"


def _roles(work_line: WorkLine) -> str:
    return ", ".join(str(ROLE_NAMES[role]) for role in work_line.roles)


def _rounds(work_line: WorkLine) -> str:
    result: dict[Section, list[int]] = {}
    for section, number in work_line.rounds:
        result.setdefault(section, []).append(number)
    return "; ".join(
        f"{section.name_in(language())}: {', '.join(map(str, numbers))}"
        for section, numbers in result.items()
    )
