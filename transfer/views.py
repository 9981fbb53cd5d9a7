"""Whole events: rehearsed, repeated, saved as templates, and as files that other machines run."""

from collections.abc import Iterable
from typing import Any, cast
from uuid import UUID

from django import forms
from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.core.files.storage import default_storage
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from clocks.labels import control_label
from games.views.labels import game_name
from games.views.requests import Attempt, actor_of, or_404, posted_data, redirect_with, require_found
from tavleya.errors import DomainError, ImportRefused, Problem
from tavleya.law.library import regime
from tavleya.messages import Message
from tavleya.permissions import Action
from tournaments.forms.base import DeskForm
from tournaments.forms.events import ROLE_NAMES, RepeatForm, TemplateForm
from tournaments.models.activity import Job, JobKind, JobState
from tournaments.models.event import Event, in_language, slug_form
from tournaments.names import format_name
from tournaments.selectors.events import sections_shown
from tournaments.services.rounds import progress_of
from tournaments.views.desk.frame import DeskFrame, desk, flash, posted_from
from tournaments.views.frame import language, tiebreak_name
from transfer.services.eventfile.container import SUFFIX, fingerprint, own_public
from transfer.services.eventfile.hand_off import check_out_event, take_back_event
from transfer.services.eventfile.importing import Person, Preview
from transfer.services.eventfile.jobs import (
    LARGEST,
    prepare_event_file,
    preview_of,
    request_event_file,
    start_event_file,
)
from transfer.services.eventfile.writing import open_hand_off
from transfer.services.rehearsals import following_slug, rehearse_event, repeat_event, save_template

# Next month's event: a repetition, a template saved from one, an event made from a template.


@desk
def repeat(request: HttpRequest, slug: str) -> HttpResponse:
    """Repeat the event or create one from a template, with changed values; redirects to the desk of the new event."""
    frame = DeskFrame.at(request, slug, Action.EDIT_EVENT)
    initial = {**RepeatForm.initial_of(frame.event), "slug": following_slug(frame.event.slug)}
    form = RepeatForm(posted_data(request), languages=frame.event.text_languages, initial=initial)
    if form.attempt(
        lambda: repeat_event(actor=frame.actor, now=timezone.now(), event_id=frame.event.pk, **form.values())
    ):
        return redirect_with(
            request,
            gettext("The new event has been set up. Only officials can see it so far."),
            "desk_event",
            form.result.slug,
        )
    context = {**frame.context(), "form": form, "settings": _settings(frame) if frame.event.template else []}
    return render(request, "transfer/desk/repeat.html", context, status=form.status)


@desk
def template(request: HttpRequest, slug: str) -> HttpResponse:
    """Save the settings of the event, or of some of its sections, for events to come."""
    frame = DeskFrame.at(request, slug, Action.EDIT_EVENT)
    sections = [(section.slug, section.name_in(language())) for section in sections_shown(frame.event)]
    initial = TemplateForm.initial_of(frame.event, sections)
    form = TemplateForm(posted_data(request), languages=frame.event.text_languages, initial=initial, sections=sections)
    if form.attempt(
        lambda: save_template(actor=frame.actor, now=timezone.now(), event_id=frame.event.pk, **form.values())
    ):
        return redirect_with(
            request,
            gettext("The template has been saved. You find it under “Create event”."),
            "desk_event",
            form.result.slug,
        )
    return render(request, "transfer/desk/template.html", {**frame.context(), "form": form}, status=form.status)


@posted_from("desk_event", "slug")
@desk
def rehearse(request: HttpRequest, slug: str) -> HttpResponse:
    frame = DeskFrame.at(request, slug, Action.REHEARSE)
    copy = rehearse_event(actor=frame.actor, now=timezone.now(), event_id=frame.event.pk)
    return redirect_with(
        request,
        gettext("This is the practice copy. Nothing you do here changes the event itself."),
        "desk_event",
        copy.slug,
    )


def _settings(frame: DeskFrame) -> list[dict[str, object]]:
    """Return the initial settings of an event made from the template, by section."""
    return [
        {
            "name": section.name_in(language()),
            "game": game_name(section.game),
            "format": format_name(section.format),
            "rounds": section.rounds_planned,
            "laws": regime(section.regime).name.render(gettext),
            "control": control_label(section.control) if section.control else gettext("Without clocks"),
            "tiebreaks": [tiebreak_name(code) for code in section.tiebreaks],
        }
        for section in sections_shown(frame.event)
    ]


# Forms for the file of an event: the new holder, the upload, the accounts of its people.


class HolderForm(DeskForm):
    """Form for the new holder of the event."""

    holder = forms.CharField(
        label=_("Where it will be run"), max_length=120, help_text=_("For example, “Laptop in the playing hall”.")
    )


class BringInForm(DeskForm):
    """Form of an import: the address, the trust in the signer, the accounts of the people."""

    slug = forms.CharField(label=_("Address"), max_length=60, validators=[slug_form])

    def __init__(self, *args: Any, preview: Preview, new: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.preview = preview
        if new:
            self.fields["slug"].initial = preview.slug
        else:
            del self.fields["slug"]
        if not preview.known:
            self.fields["trusted"] = forms.BooleanField(
                label=_("The fingerprint is the one shown where the file was made")
            )
        for person in self.officials:
            self.fields[_field(person)] = forms.CharField(
                label=person.name or person.handle,
                required=False,
                max_length=150,
                help_text=", ".join(str(ROLE_NAMES[role]) for role in ROLE_NAMES if role.value in person.roles),
                widget=forms.TextInput({"autocapitalize": "none", "spellcheck": "false", "autocomplete": "off"}),
            )

    @property
    def officials(self) -> Iterable[Person]:
        """Return the people with a role; the accounts of others have no effect on permissions."""
        return [person for person in self.preview.people if person.roles]

    @property
    def people_fields(self) -> list[forms.BoundField]:
        return [self[_field(person)] for person in self.officials]

    def clean_slug(self) -> str:
        slug = str(self.cleaned_data["slug"])
        if Event.objects.filter(slug=slug).exists():
            raise ValidationError(
                gettext("There is an event at the address “%(slug)s” already.") % {"slug": slug}, code="slug_taken"
            )
        return slug

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        self.people: dict[int, int] = {}
        for person in self.officials:
            name = str(cleaned.get(_field(person), "")).strip()
            if not name:
                continue
            user = get_user_model().objects.filter(username=name, is_active=True).first()
            if user is None:
                message = gettext("There is no account “%(name)s”.") % {"name": name}
                self.add_error(_field(person), ValidationError(message, code="no_such_user"))
            else:
                self.people[person.row] = user.pk
        return cleaned

    def values(self) -> dict[str, Any]:
        """Return the arguments of `start_event_file`."""
        return {
            "slug": self.cleaned_data.get("slug", ""),
            "people": self.people,
            "trusted": self.preview.fingerprint if self.cleaned_data.get("trusted") else "",
        }


def _field(person: Person) -> str:
    return f"person_{person.row}"


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
    attempt = Attempt(request, lambda: _carry_out(request, frame, act, holder, file))
    if attempt and attempt.result is not None:
        return attempt.result
    context = {**frame.context(), **_state(frame), "holder_form": holder, "file_form": file, "refused": attempt.error}
    context["problems"] = _problem_rows(attempt.error)
    status = attempt.error.status if attempt.error else max(holder.status, file.status)
    template = "transfer/desk/hand_off_part.html" if "part" in request.GET else "transfer/desk/hand_off.html"
    return render(request, template, context, status=status)


def _state(frame: DeskFrame) -> dict[str, Any]:
    """Return the state of the event and its last file."""
    job = frame.event.jobs.filter(kind=JobKind.EXPORT_EVENT).defer("payload").first()
    event = Event.objects.get(pk=frame.event.pk)
    done, total = (progress_of(job.pk) if job is not None else None) or (0, 0)
    current = open_hand_off(event)
    return {
        "event": event,
        "hand_off": current,
        "held": current is not None and not current.outgoing,
        "job": job,
        "waiting": job is not None and job.state == JobState.WAITING,
        "failed": job is not None and job.state == JobState.FAILED,
        "done": done,
        "of": total,
        "size": round((job.report.get("size") or 0) / 1024) if job is not None else 0,
        "fingerprint": fingerprint(own) if (own := own_public()) else "",
        "administrator": frame.request.user.is_superuser,
        "url": frame.url("hand_off"),
    }


def _problem_rows(error: DomainError | None) -> list[dict[str, object]]:
    problems: tuple[Problem, ...] = error.problems if isinstance(error, ImportRefused) else ()
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
    response = FileResponse(file, as_attachment=True, filename=job.filename, content_type="application/zip")
    return cast(HttpResponse, response)


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
    done, total = progress_of(job.pk) or (0, 0)
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
        "of": total,
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


class EventFileForm(DeskForm):
    """The file of an event."""

    event_file = forms.FileField(
        label=_("Event file"), widget=forms.FileInput({"accept": SUFFIX}), allow_empty_file=True
    )

    def clean_event_file(self) -> Any:
        file = self.cleaned_data["event_file"]
        if file.size > LARGEST:
            most = LARGEST // 1024**2
            raise ValidationError(
                gettext("The file is larger than %(most)s MB.") % {"most": most}, code="event_file_too_large"
            )
        return file


def _carry_out(
    request: HttpRequest, frame: DeskFrame, act: str, holder: HolderForm, file: EventFileForm
) -> HttpResponse | None:
    """Perform the act and return its redirect; None if a form is invalid."""
    common: dict[str, Any] = {"actor": frame.actor, "now": timezone.now(), "event_id": frame.event.pk}
    if act == "in":
        if not file.is_valid():
            return None
        upload = file.cleaned_data["event_file"]
        job = prepare_event_file(**common, source=upload, filename=upload.name)
        return redirect("desk_event_file", job.key)
    if act == "out":
        if open_hand_off(frame.event) is None and not holder.is_valid():
            return None
        check_out_event(**common, holder=holder.data.get("holder", ""))
        flash(request, gettext("The event is checked out. Download its file and import it where it will be run."))
    if act == "back":
        take_back_event(**common)
        flash(request, gettext("The event is run here again."))
    else:
        request_event_file(**common)
    return redirect("desk_hand_off", frame.event.slug)


def _prepare(request: HttpRequest, form: EventFileForm) -> Job:
    upload = form.cleaned_data["event_file"]
    return prepare_event_file(actor=actor_of(request), now=timezone.now(), source=upload, filename=upload.name)
