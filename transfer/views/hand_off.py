"""A whole event as a file: exported, checked out to another machine and in again, imported as a new one."""

from typing import Any, cast
from uuid import UUID

from django.core.files.storage import default_storage
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.views.requests import Attempt, actor_of, or_404, posted_data, require_found
from tavleya.errors import DomainError, ImportRefused, Problem
from tavleya.messages import Message
from tavleya.permissions import Action
from tournaments.models.activity import Job, JobKind, JobState
from tournaments.models.event import Event, in_language
from tournaments.services.rounds import progress_of
from tournaments.views.desk.frame import DeskFrame, desk, flash
from tournaments.views.frame import language
from transfer.forms import BringInForm, EventFileForm, HolderForm
from transfer.services.eventfile.container import fingerprint, own_public
from transfer.services.eventfile.hand_off import check_out_event, take_back_event
from transfer.services.eventfile.jobs import (
    prepare_event_file,
    preview_of,
    request_event_file,
    start_event_file,
)
from transfer.services.eventfile.writing import open_hand_off

PROBLEMS_SHOWN = 50


@desk
def hand_off(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the page; on POST, `act` is `export`, `out`, `in` with a file, or `back`."""
    frame = DeskFrame.at(request, slug, Action.HAND_OFF)
    holder, file = HolderForm(), EventFileForm()
    act = request.POST.get("act", "")
    if request.method == "POST":
        require_found(act in ("export", "out", "in", "back"))
        holder = HolderForm(request.POST) if act == "out" else holder
        file = EventFileForm(request.POST, request.FILES) if act == "in" else file
    attempt = Attempt(request, lambda: _done(request, frame, act, holder, file))
    if attempt and attempt.result is not None:
        return attempt.result
    context = {
        **frame.context(),
        **_state(frame),
        "holder_form": holder,
        "file_form": file,
        "refused": attempt.error,
    }
    context["problems"] = _problem_rows(attempt.error)
    status = attempt.error.status if attempt.error else max(holder.status, file.status)
    template = "transfer/desk/hand_off_part.html" if "part" in request.GET else "transfer/desk/hand_off.html"
    return render(request, template, context, status=status)


def _done(
    request: HttpRequest, frame: DeskFrame, act: str, holder: HolderForm, file: EventFileForm
) -> HttpResponse | None:
    """Perform the act and return its redirect; None if a form is invalid."""
    common: dict[str, Any] = {"actor": frame.actor, "now": timezone.now(), "event_id": frame.event.pk}
    if act == "in":
        if not file.is_valid():
            return None
        sent = file.cleaned_data["event_file"]
        job = prepare_event_file(**common, source=sent, filename=sent.name)
        return redirect("desk_event_file", job.key)
    if act == "out":
        if open_hand_off(frame.event) is None and not holder.is_valid():
            return None
        check_out_event(**common, holder=holder.data.get("holder", ""))
        flash(
            request,
            gettext("The event is checked out. Download its file and import it where it will be run."),
        )
    if act == "back":
        take_back_event(**common)
        flash(request, gettext("The event is run here again."))
    else:
        request_event_file(**common)
    return redirect("desk_hand_off", frame.event.slug)


def _state(frame: DeskFrame) -> dict[str, Any]:
    """Return the state of the event and its last file."""
    job = frame.event.jobs.filter(kind=JobKind.EXPORT_EVENT).defer("payload").first()
    event = Event.objects.get(pk=frame.event.pk)
    done, of = (progress_of(job.pk) if job is not None else None) or (0, 0)
    row = open_hand_off(event)
    return {
        "event": event,
        "hand_off": row,
        "held": row is not None and not row.outgoing,
        "job": job,
        "waiting": job is not None and job.state == JobState.WAITING,
        "failed": job is not None and job.state == JobState.FAILED,
        "done": done,
        "of": of,
        "size": round((job.report.get("size") or 0) / 1024) if job is not None else 0,
        "fingerprint": fingerprint(own) if (own := own_public()) else "",
        "administrator": frame.request.user.is_superuser,
        "url": frame.url("hand_off"),
    }


def _problem_rows(refused: DomainError | None) -> list[dict[str, object]]:
    problems: tuple[Problem, ...] = refused.problems if isinstance(refused, ImportRefused) else ()
    return [
        {"line": problem.line, "sentence": problem.message.render(gettext)} for problem in problems[:PROBLEMS_SHOWN]
    ]


@desk
@require_safe
def download(request: HttpRequest, slug: str, key: UUID) -> HttpResponse:
    """Return the file of the event."""
    frame = DeskFrame.at(request, slug, Action.HAND_OFF)
    job = frame.event.jobs.filter(kind=JobKind.EXPORT_EVENT, key=key, state=JobState.DONE).first()
    if job is None or not default_storage.exists(job.report["stored"]):
        raise Http404
    file = default_storage.open(job.report["stored"])
    answer = FileResponse(file, as_attachment=True, filename=job.filename, content_type="application/zip")
    return cast(HttpResponse, answer)


@desk
def event_file_new(request: HttpRequest) -> HttpResponse:
    """Upload a file to create a new event."""
    form = EventFileForm(posted_data(request), request.FILES or None)
    attempt = Attempt(request, lambda: _prepare(request, form) if form.is_valid() else None)
    if attempt and attempt.result is not None:
        return redirect("desk_event_file", attempt.result.key)
    problems = _problem_rows(attempt.error)
    context = {"form": form, "refused": attempt.error, "problems": problems, **_crumbs()}
    status = attempt.error.status if attempt.error else form.status
    return render(request, "transfer/desk/event_file_new.html", context, status=status)


def _prepare(request: HttpRequest, form: EventFileForm) -> Job:
    sent = form.cleaned_data["event_file"]
    return prepare_event_file(actor=actor_of(request), now=timezone.now(), source=sent, filename=sent.name)


@desk
def event_file(request: HttpRequest, key: UUID) -> HttpResponse:
    """Show an uploaded file: its content and the choices, then the progress and the result."""
    kinds = [JobKind.IMPORT_EVENT, JobKind.CHECK_IN]
    job = or_404(Job.objects.filter(key=key, kind__in=kinds, user=request.user.pk).first())
    preview = preview_of(job)
    form, status, refused = None, 200, None
    if job.state == JobState.PREPARED:
        form = BringInForm(posted_data(request), preview=preview, new=job.kind == JobKind.IMPORT_EVENT)
        status = form.status
        if form.is_valid():
            attempt = Attempt(
                request,
                lambda: start_event_file(actor=actor_of(request), now=timezone.now(), job_id=job.pk, **form.values()),
            )
            if attempt:
                return redirect("desk_event_file", key)
            refused, status = attempt.error, attempt.status
    done, of = progress_of(job.pk) or (0, 0)
    error = job.report.get("error")
    context = {
        **_crumbs(),
        "job": job,
        "preview": preview,
        "name": in_language(preview.names, language(), ()) or preview.slug,
        "form": form,
        "refused": refused,
        "waiting": job.state == JobState.WAITING,
        "failed": job.state == JobState.FAILED,
        "of_check_in": job.kind == JobKind.CHECK_IN,
        "done": done,
        "of": of,
        "error": Message.from_json(error).render(gettext) if error else "",
        "problems": [
            {"line": item["line"], "sentence": Message.from_json(item).render(gettext)}
            for item in job.report.get("problems", [])[:PROBLEMS_SHOWN]
        ],
        "event_url": reverse("desk_event", args=[job.report["slug"]]) if job.state == JobState.DONE else "",
        "url": reverse("desk_event_file", args=[key]),
    }
    template = "transfer/desk/event_file_part.html" if "part" in request.GET else "transfer/desk/event_file.html"
    return render(request, template, context, status=status)


def _crumbs() -> dict[str, object]:
    return {"crumbs": [{"name": gettext("Desk"), "url": reverse("desk")}], "section_of_site": "desk"}
