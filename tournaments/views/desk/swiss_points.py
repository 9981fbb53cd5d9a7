"""Restore points of a Swiss, and going back to one."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from tavleya.errors import DomainError
from tavleya.permissions import Action
from tournaments.selectors.actors import names_of
from tournaments.services.rollback.restore_points import restore
from tournaments.views.desk.frame import SectionDesk, desk, flash, status_of
from tournaments.views.desk.swiss_labels import point_name


@desk
def points(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    frame = SectionDesk.of(request, slug, section_slug, Action.PAIR_ROUND)
    if not frame.section.system.from_results:
        raise Http404
    refused: DomainError | None = None
    status = 200
    if request.method == "POST":
        key = request.POST.get("point", "")
        wanted = frame.section.restore_points.filter(pk=int(key) if key.isdigit() else 0).first()
        try:
            done = restore(actor=frame.actor, now=timezone.now(), point_id=wanted.pk if wanted else 0)
        except DomainError as problem:
            refused, status = problem, status_of(problem)
        else:
            flash(request, gettext("The section has been restored to this point."))
            count = len(done.results_kept)
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
        "refused": refused,
        "back": frame.url("knockout" if frame.section.system.by_stage else "swiss"),
    }
    return render(request, "desk/swiss_points.html", context, status=status)
