"""Next month's event: a repetition, a template saved from one, an event made from a template."""

from collections.abc import Callable, Mapping
from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from clocks.labels import control_label
from games.views.labels import game_name
from games.views.requests import Attempt, or_404, posted_data, redirect_with
from tavleya.law.library import regime
from tavleya.permissions import Action
from tournaments.forms.events import RepeatForm, TemplateForm
from tournaments.names import format_name
from tournaments.selectors.events import sections_shown
from tournaments.views.desk.frame import DeskFrame, SectionDesk, desk
from tournaments.views.frame import language, tiebreak_name
from transfer.services.rehearsals import following_slug, repeat_event, save_template
from transfer.services.removal import (
    archive_event,
    archive_section,
    contents_of_event,
    contents_of_section,
    delete_event,
    delete_section,
    unarchive_event,
    unarchive_section,
)


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


# Deletion or archival of a section or an event, with a preview of its effects.

#: By the value of `act`: the service, the message, and the next page.
Acts = Mapping[str, tuple[Callable[..., object], str, str]]


@desk
def section(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """Show the effects; on POST, `act` is `delete`, `archive` or `unarchive`."""
    frame = SectionDesk.of(request, slug, section_slug, Action.EDIT_EVENT)
    key, above = frame.section.pk, reverse("desk_event", args=[slug])
    acts: Acts = {
        "delete": (partial(delete_section, section_id=key), gettext("The section has been deleted."), above),
        "archive": (
            partial(archive_section, section_id=key),
            gettext("The section has been archived. Only officials of the event can see it."),
            above,
        ),
        "unarchive": (
            partial(unarchive_section, section_id=key),
            gettext("The section has been restored."),
            frame.url("section"),
        ),
    }
    context = {
        "name": frame.section_name,
        "of_section": True,
        "contents": contents_of_section(frame.section),
        "away": frame.section.archived_at is not None,
        "back": frame.url("section_edit"),
    }
    return _answer(request, frame, acts, context)


@desk
def event(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the effects; on POST, `act` is `delete`, `archive` or `unarchive`."""
    frame = DeskFrame.at(request, slug, Action.EDIT_EVENT)
    key = frame.event.pk
    acts: Acts = {
        "delete": (
            partial(delete_event, event_id=key),
            gettext("The event has been deleted."),
            reverse("desk"),
        ),
        "archive": (
            partial(archive_event, event_id=key),
            gettext("The event has been archived. Its officials find it below their other events."),
            reverse("desk"),
        ),
        "unarchive": (
            partial(unarchive_event, event_id=key),
            gettext("The event has been restored and is visible as before."),
            reverse("desk_event", args=[slug]),
        ),
    }
    context = {
        "name": frame.event_name,
        "of_section": False,
        "contents": contents_of_event(frame.event),
        "away": frame.event.archived_at is not None,
        "back": frame.url("event_edit"),
    }
    return _answer(request, frame, acts, context)


def _answer(request: HttpRequest, frame: DeskFrame, acts: Acts, context: Mapping[str, object]) -> HttpResponse:
    name = request.POST.get("act", "")
    attempt = Attempt(request, lambda: or_404(acts.get(name))[0](actor=frame.actor, now=timezone.now()))
    if attempt:
        return redirect_with(request, *acts[name][1:])
    row = {**frame.context(), **context, "refused": attempt.error}
    return render(request, "transfer/desk/removal.html", row, status=attempt.status)
