"""Deletion or archival of a section or an event, with a preview of its effects."""

from collections.abc import Callable, Mapping
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from games.views.requests import Attempt, or_404, redirect_with
from tavleya.errors import Conflict
from tavleya.permissions import Action
from tournaments.services.removal import (
    archive_event,
    archive_rehearsal,
    archive_section,
    contents_of_event,
    contents_of_section,
    delete_event,
    delete_section,
    unarchive_event,
    unarchive_section,
)
from tournaments.views.desk.frame import DeskFrame, SectionDesk, desk, posted_from

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
        "delete": (partial(delete_event, event_id=key), gettext("The event has been deleted."), reverse("desk")),
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
    page_context = {**frame.context(), **context, "refused": attempt.error}
    return render(request, "desk/removal.html", page_context, status=attempt.status)


@posted_from("desk_event", "slug")
@desk
def archive(request: HttpRequest, slug: str) -> HttpResponse:
    frame = DeskFrame.at(request, slug, Action.REHEARSE)
    try:
        archive_rehearsal(actor=frame.actor, now=timezone.now(), event_id=frame.event.pk)
    except Conflict as error:
        messages.error(request, error.message.render(gettext))
        return redirect("desk_event", slug)
    return redirect_with(request, gettext("The rehearsal has been archived; its records are kept."), "desk")
