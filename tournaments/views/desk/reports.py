"""Tournament reports: a section made of one, or one brought into an empty section."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from common.errors import DomainError, Problem
from common.permissions import Action
from core.formats.trf import read
from core.formats.trf.proposal import propose_section
from tournaments import services
from tournaments.forms.reports import ReportFileForm, ReportSectionForm
from tournaments.models import Job
from tournaments.models.job import JobKind, JobState
from tournaments.regimes import day_of
from tournaments.systems.registry import told_by
from tournaments.views.desk.frame import DeskFrame, SectionDesk, desk, posted_from, status_of
from tournaments.views.desk.uploads import take_file

PROBLEMS_SHOWN = 200


@desk
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """Upload a report of which a section is to be made."""
    frame = DeskFrame.at(request, slug, Action.EDIT_SECTION)
    form = ReportFileForm()
    problems: Sequence[Problem] = ()
    status = 200
    if request.method == "POST":
        form = ReportFileForm(request.POST, request.FILES)
        taken = take_file(form, "report", frame.actor, partial(services.prepare_trf, event_id=frame.event.pk))
        if taken.job is not None:
            return redirect("desk_trf_section", slug, taken.job.key)
        problems, status = taken.problems, taken.status
    context = {
        **frame.context(),
        "form": form,
        "wrong": problems[:PROBLEMS_SHOWN],
        "more": max(0, len(problems) - PROBLEMS_SHOWN),
    }
    return render(request, "desk/report.html", context, status=status)


@desk
def section(request: HttpRequest, slug: str, key: UUID) -> HttpResponse:
    """What is in the report, and the section that is proposed."""
    frame = DeskFrame.at(request, slug, Action.EDIT_SECTION)
    job = Job.objects.filter(key=key, event=frame.event, kind=JobKind.IMPORT_TRF).first()
    if job is None:
        raise Http404
    if job.state != JobState.PREPARED:
        return redirect("desk_job", slug, job.key)
    reading = read(bytes(job.payload))
    proposal, languages = propose_section(reading.tournament, told_by), frame.event.text_languages
    day = day_of(frame.event, timezone.now())
    initial = ReportSectionForm.initial_of(proposal, languages, day)
    form = ReportSectionForm(request.POST or None, languages=languages, initial=initial, day=day)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                services.start_trf(
                    actor=frame.actor,
                    now=timezone.now(),
                    job_id=job.pk,
                    section=form.values(tiebreaks_in_file=bool(reading.tournament.tiebreaks)),
                )
            except DomainError as refused:
                form.refuse(refused)
                status = status_of(refused)
            else:
                return redirect("desk_job", slug, job.key)
    context = {
        **frame.context(),
        "form": form,
        "job": job,
        "found": proposal,
        "adjusted": len(reading.adjustments),
    }
    return render(request, "desk/report_section.html", context, status=status)


@posted_from("desk_games")
@desk
def into(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """Bring a report into a section that is still empty."""
    frame = SectionDesk.of(request, slug, section_slug, Action.ENTER_PLAYERS, here="games")
    frame.require(Action.IMPORT_GAMES)
    form = ReportFileForm(request.POST, request.FILES)
    taken = take_file(form, "report", frame.actor, partial(services.request_trf, section_id=frame.section.pk))
    if taken.job is not None:
        return redirect("desk_job", slug, taken.job.key)
    context = {**frame.context(), "form": form, "into": True, "wrong": [], "more": 0}
    return render(request, "desk/report.html", context, status=taken.status)
