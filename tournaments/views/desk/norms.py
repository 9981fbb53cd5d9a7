"""Title norms at the desk: who has one, who can still make one and what he needs for it."""

from __future__ import annotations

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from core.tiebreaks.table import points_text
from tournaments.models import Registration
from tournaments.selectors.norms import NormLine, norm_tables
from tournaments.views.desk.frame import SectionDesk, desk


@desk
@require_safe
def norms(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """`?player=<number>`: every requirement for this player; else those who have a norm or can still make one."""
    frame = SectionDesk.of(request, slug, section_slug)
    asked = request.GET.get("player", "")
    tables = norm_tables(frame.section, frame.event.starts_on or timezone.localdate())
    context = {
        **frame.context(),
        "asked": asked,
        "tables": [
            {
                "edition": table.edition,
                "lines": [
                    _line(one)
                    for one in table.lines
                    if (str(one.registration.number) == asked if asked else one.chance.open)
                ],
                "others": len({one.registration.pk for one in table.lines if not one.chance.open}),
            }
            for table in tables
        ],
        "players": [(one.number, one.player.full_name) for one in _registrations(frame)] if tables else [],
        "all_url": frame.url("norms"),
    }
    return render(request, "desk/norms.html", context)


def _registrations(frame: SectionDesk) -> QuerySet[Registration]:
    return frame.section.registrations.select_related("player").order_by("number")


def _line(one: NormLine) -> dict[str, object]:
    report = one.chance.report
    needed = one.chance.needed
    return {
        "number": one.registration.number,
        "name": one.registration.player.full_name,
        "title": one.rules.title,
        "games": report.games,
        "points": points_text(report.points),
        "met": report.met,
        "pending": one.chance.pending,
        "needed": points_text(needed) if needed is not None else "",
        "safe": needed == 0,
        "checks": [
            {"message": check.message, "met": check.met, "missing": check.missing, "article": check.article}
            for check in report.checks
        ],
        "raised": ", ".join(map(str, report.raised)),
    }
