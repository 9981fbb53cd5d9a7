"""The arbiters' work record of an event: a table on the console, and the same as a file."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from arbiter.selectors.work_record import WorkLine, own_record, work_record
from arbiter.views.desk import DeskFrame
from documents.views.answers import csv_answer, file_answer
from games.views.caching import fresh
from games.views.problems import require_found
from tavleya.documents.tabular import Column, Grid, workbook
from tournaments.forms.events import ROLE_NAMES
from tournaments.models.event import Event
from tournaments.models.section import Section
from tournaments.views.frame import language


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
    grid = Grid(_COLUMNS, _work_lines(frame, mine=request.GET.get("mine") == "1"))
    name = f"{slug}-work-record"
    if form == "csv":
        return fresh(csv_answer(request, name, grid))
    title = gettext("Work record")
    data = workbook([(title, grid)], title=f"{frame.event.slug}: {title}", made=timezone.now())
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


_COLUMNS: tuple[Column[tuple[Event, WorkLine]], ...] = (
    Column("event", lambda line: line[0].name_in(language()), _("Event")),
    Column("place", lambda line: line[0].place, _("Place")),
    Column(
        "first_day", lambda line: line[0].starts_on.isoformat() if line[0].starts_on else "", _("First day")
    ),
    Column("last_day", lambda line: line[0].ends_on.isoformat() if line[0].ends_on else "", _("Last day")),
    Column("name", lambda line: line[1].name, _("Name")),
    Column("role", lambda line: _roles(line[1]), _("Role")),
    Column("days_on_duty", lambda line: len(line[1].days), _("Days on duty")),
    Column("days", lambda line: ", ".join(day.isoformat() for day in line[1].days), _("Days")),
    Column("hours_on_duty", lambda line: hours(line[1]), _("Hours on duty")),
    Column("rounds", lambda line: len(line[1].rounds), _("Rounds")),
    Column("rounds_by_section", lambda line: _rounds(line[1]), _("Rounds by section")),
    Column("tasks", lambda line: "; ".join(line[1].tasks), _("Tasks")),
    Column("rulings", lambda line: line[1].rulings, _("Rulings")),
)
