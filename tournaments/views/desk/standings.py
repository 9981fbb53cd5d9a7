"""A section's table at the desk: what keeps it open, and the button that declares it final."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from common.errors import BadInput, Conflict, DomainError
from common.permissions import Action
from tournaments import services
from tournaments.selectors import standings_of
from tournaments.selectors.finality import digest_of
from tournaments.views.desk.frame import SectionDesk, desk, flash, status_of
from tournaments.views.desk.steps import step_of
from tournaments.views.finality import finality_text
from tournaments.views.frame import SectionFrame
from tournaments.views.tables import columns, line


@desk
@require_http_methods(["GET", "HEAD", "POST"])
def standings(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """The table with its state; posted, `do` is `final` or `reopen`."""
    frame = SectionDesk.of(request, slug, section_slug)
    if not frame.section.system.ranked:
        raise Http404
    refused: DomainError | None = None
    if request.method == "POST":
        frame.require(Action.CLOSE_ROUND)
        try:
            words = _done(request, frame)
        except (BadInput, Conflict) as problem:
            refused = problem
            frame.section.refresh_from_db()
        else:
            flash(request, words)
            return redirect("desk_standings", slug, section_slug)
    view = standings_of(frame.section)
    shown = SectionFrame(request, frame.actor, frame.section, "standings")
    context = {
        **frame.context(),
        "step": step_of(frame),
        "refused": refused,
        "given": request.POST.get("reason", ""),
        "finality": finality_text(frame.section, view),
        "lapsed": frame.section.final_at,
        "digest": digest_of(view),
        "columns": columns(view.tiebreaks),
        "rows": [line(shown, row) for row in view.rows],
        "public_url": shown.url("standings"),
    }
    status = status_of(refused) if refused else 200
    return render(request, "desk/standings.html", context, status=status)


def _done(request: HttpRequest, frame: SectionDesk) -> str:
    who = {"actor": frame.actor, "now": timezone.now(), "section_id": frame.section.pk}
    asked = request.POST.get("do", "")
    if asked == "final":
        services.finalise_table(**who, expected=request.POST.get("digest") or None)  # type: ignore[arg-type]
        return gettext("The standings are final.")
    if asked == "reopen":
        services.reopen_table(**who, reason=request.POST.get("reason", "")[:500])  # type: ignore[arg-type]
        return gettext("The standings are no longer final.")
    raise Http404
