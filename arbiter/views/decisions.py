"""The public page of published decisions on appeals."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from arbiter.selectors.rulings import boards_by_game, published_decisions
from arbiter.views.appeal_forms import about_ruling, line_of
from tournaments.hooks import Link
from tournaments.models.event import Event
from tournaments.views.frame import EventFrame


@require_safe
def decisions(request: HttpRequest, slug: str) -> HttpResponse:
    """List the appealed rulings, the grounds and the committee's decisions, the newest first."""
    frame = EventFrame.at(request, slug)
    boards, now = boards_by_game(frame.event), timezone.now()
    rows = published_decisions(frame.event).prefetch_related("panel__user")
    lines = [
        {
            **line_of(row, now, boards.get(row.ruling.game_id)),
            "about": about_ruling(row.ruling, notes=False),
            "panel": list(row.panel.all()),
        }
        for row in rows
    ]
    return render(request, "arbiter/decisions.html", {**frame.context(), "slug": slug, "lines": lines})


def decisions_link(event: Event) -> Link | None:
    """Return the link to the page if there is a decision (registered with `tournaments.hooks`)."""
    if not published_decisions(event).exists():
        return None
    return Link(gettext("Decisions on appeals"), reverse("decisions", args=[event.slug]))
