"""Games from a file: upload, background import, report."""

from functools import partial
from uuid import UUID

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.views.requests import or_404, posted_data
from reports.forms import ReportFileForm
from tavleya.messages import Message
from tavleya.permissions import Action
from tavleya.rules.registry import spec_of
from tournaments.forms.rounds import GamesFileForm
from tournaments.models.activity import Job, JobKind, JobState
from tournaments.services.jobs import request_import
from tournaments.services.rounds import progress_of
from tournaments.views.desk.entries import take_file
from tournaments.views.desk.frame import DeskFrame, SectionDesk, desk
from tournaments.views.frame import language

PROBLEMS_SHOWN = 200


@desk
def games(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """Upload a file; list earlier ones with their results."""
    frame = SectionDesk.of(request, slug, section_slug, Action.IMPORT_GAMES)
    form = GamesFileForm(posted_data(request), request.FILES or None)
    job = take_file(form, "file", frame.actor, partial(request_import, section_id=frame.section.pk))
    if job is not None:
        return redirect("desk_job", slug, job.key)
    spec = spec_of(frame.section.game)
    reports = frame.may[Action.ENTER_PLAYERS] and not frame.rounds
    context = {
        **frame.context(),
        "form": form,
        "report_form": ReportFileForm() if reports and not frame.section.registrations.exists() else None,
        "report_url": frame.url("trf"),
        "kind": spec.file.value.upper() if spec.games_imported else "",
        "begun": bool(frame.rounds),
        "jobs": frame.section.jobs.defer("payload")[:20],
    }
    return render(request, "reports/desk/games.html", context, status=form.status)


@desk
@require_safe
def job(request: HttpRequest, slug: str, key: UUID) -> HttpResponse:
    """Show the progress and the result of an import. With `part` only the changing part."""
    frame = DeskFrame.at(request, slug, Action.IMPORT_GAMES)
    rows = Job.objects.select_related("section__event").defer("payload").filter(key=key)
    row = or_404(rows.filter(Q(section__event=frame.event) | Q(event=frame.event)).first())
    if row.state == JobState.PREPARED:
        if "part" not in request.GET:
            return redirect("desk_trf_section", slug, row.key)
        # A polling page fragment must redirect the whole page, not replace the fragment.
        return HttpResponse(headers={"HX-Redirect": reverse("desk_trf_section", args=[slug, row.key])})
    problems = row.report.get("problems", []) or row.report.get("warnings", [])
    section: DeskFrame = frame
    if row.section is not None:
        section = SectionDesk(request, frame.event, frame.standing)
        section.section = row.section
    done, of = progress_of(row.pk) or (0, 0)
    context = {
        **section.context(),
        "job": row,
        "of_report": row.kind == JobKind.IMPORT_TRF,
        "waiting": row.state == JobState.WAITING,
        "failed": row.state == JobState.FAILED,
        "done": done,
        "of": of,
        "report": row.report,
        "error": _sentence(row.report.get("error")),
        "code": (row.report.get("error") or {}).get("code", ""),
        "problems": [
            {**problem, "sentence": _sentence(problem), "done": _sentence(problem.get("remedy"))}
            for problem in sorted(problems, key=lambda problem: problem.get("remedy") is None)[:PROBLEMS_SHOWN]
        ],
        "adjusted": any(problem.get("remedy") for problem in problems) and row.state == JobState.DONE,
        "differ": row.report.get("differ", []),
        "problems_more": max(0, len(problems) - PROBLEMS_SHOWN),
        "section_name": row.section.name_in(language()) if row.section else frame.event_name,
        "section_url": section.url("section") if row.section else frame.url("event"),
        "again_url": section.url("games") if row.section else frame.url("trf_new"),
        "url": frame.url("job", row.key),
    }
    template = "reports/desk/job_part.html" if "part" in request.GET else "reports/desk/job.html"
    return render(request, template, context)


def _sentence(plain: dict[str, object] | None) -> str:
    return Message.from_json(plain).render(gettext) if plain else ""
