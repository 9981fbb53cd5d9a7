"""The progress of the worker with the pairing of a large round."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.views.problems import or_404
from tavleya.messages import Message
from tavleya.permissions import Action
from tournaments.models.job import Job, JobKind, JobState
from tournaments.services.progress import progress_of
from tournaments.views.desk.frame import desk
from tournaments.views.desk.swiss import swiss_desk
from tournaments.views.labels import round_name


@desk
@require_safe
def job(request: HttpRequest, slug: str, section_slug: str, key: UUID) -> HttpResponse:
    """The progress of the worker with a large round.  With `part` only the changing part."""
    frame = swiss_desk(request, slug, section_slug, Action.PAIR_ROUND)
    row = or_404(Job.objects.filter(key=key, section=frame.section, kind=JobKind.PAIR_ROUND).first())
    done, of = progress_of(row.pk) or (0, 0)
    error = row.report.get("error")
    number = row.report["round"]
    context = {
        **frame.context(),
        "waiting": row.state == JobState.WAITING,
        "done": done,
        "of": of,
        "error": Message.from_json(error).render(gettext) if error else "",
        "code": error["code"] if error else "",
        "round_name": round_name(number),
        "url": frame.url("swiss_job", row.key),
        "round_url": frame.url("round", number),
        "coming_url": frame.url("swiss"),
    }
    template = "desk/swiss_job_part.html" if "part" in request.GET else "desk/swiss_job.html"
    return render(request, template, context)
