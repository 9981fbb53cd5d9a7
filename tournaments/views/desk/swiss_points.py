"""Restore points of a Swiss, and going back to one."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from games.views.problems import Attempt, require_found
from tavleya.permissions import Action
from tournaments.selectors.actors import names_of
from tournaments.services.rollback.restore_points import restore
from tournaments.views.desk.frame import SectionDesk, desk, flash
from tournaments.views.desk.swiss_labels import point_name


@desk
def points(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    frame = SectionDesk.of(request, slug, section_slug, Action.PAIR_ROUND)
    require_found(frame.section.system.from_results)
    key = request.POST.get("point", "")
    point_id = int(key) if key.isdigit() and frame.section.restore_points.filter(pk=key).exists() else 0
    attempt = Attempt(request, lambda: restore(actor=frame.actor, now=timezone.now(), point_id=point_id))
    if attempt:
        flash(request, gettext("The section has been restored to this point."))
        count = len(attempt.result.results_kept)
        if count:
            words = ngettext("%(n)s later result was kept.", "%(n)s later results were kept.", count)
            flash(request, words % {"n": count})
        return redirect(frame.url("section"))
    points = list(frame.section.restore_points.defer("data"))
    names = names_of(point.actor for point in points)
    context = {
        **frame.context(),
        "points": [
            {"row": point, "name": point_name(point.before, point.round_number), "who": names[point.actor]}
            for point in points
        ],
        "refused": attempt.error,
        "back": frame.url("knockout" if frame.section.system.by_stage else "swiss"),
    }
    return render(request, "desk/swiss_points.html", context, status=attempt.status)
