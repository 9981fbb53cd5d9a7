"""Deleting a section or an event, or archiving it: what that means, before anything is done."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext

from common.errors import Conflict
from common.permissions import Action
from tournaments import services
from tournaments.services.removal import contents_of_event, contents_of_section
from tournaments.views.desk.frame import DeskFrame, SectionDesk, desk, flash


@desk
def section(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """`act`: `delete`, `archive` or `unarchive`."""
    frame = SectionDesk.of(request, slug, section_slug, Action.EDIT_EVENT, here="edit")
    refused = None
    if request.method == "POST":
        given: dict[str, Any] = {"actor": frame.actor, "now": timezone.now(), "section_id": frame.section.pk}
        match request.POST.get("act"):
            case "delete":
                try:
                    services.delete_section(**given)
                except Conflict as conflict:
                    refused = conflict
                else:
                    flash(request, gettext("The section is deleted."))
                    return redirect("desk_event", slug)
            case "archive":
                services.archive_section(**given)
                flash(request, gettext("The section is archived. Only officials of the event see it."))
                return redirect("desk_event", slug)
            case "unarchive":
                services.unarchive_section(**given)
                flash(request, gettext("The section is shown again."))
                return redirect(frame.url("section"))
            case _:
                raise Http404
    context = {
        **frame.context(),
        "name": frame.section_name,
        "of_section": True,
        "contents": contents_of_section(frame.section),
        "away": frame.section.archived_at is not None,
        "refused": refused,
        "back": frame.url("section_edit"),
    }
    return render(request, "desk/removal.html", context, status=409 if refused else 200)


@desk
def event(request: HttpRequest, slug: str) -> HttpResponse:
    """`act`: `delete`, `archive` or `unarchive`."""
    frame = DeskFrame.at(request, slug, Action.EDIT_EVENT)
    refused = None
    if request.method == "POST":
        given: dict[str, Any] = {"actor": frame.actor, "now": timezone.now(), "event_id": frame.event.pk}
        match request.POST.get("act"):
            case "delete":
                try:
                    services.delete_event(**given)
                except Conflict as conflict:
                    refused = conflict
                else:
                    flash(request, gettext("The event is deleted."))
                    return redirect("desk")
            case "archive":
                services.archive_event(**given)
                flash(
                    request, gettext("The event is archived. Its officials find it below their other events.")
                )
                return redirect("desk")
            case "unarchive":
                services.unarchive_event(**given)
                flash(request, gettext("The event is shown again to everyone who saw it before."))
                return redirect("desk_event", slug)
            case _:
                raise Http404
    context = {
        **frame.context(),
        "name": frame.event_name,
        "of_section": False,
        "contents": contents_of_event(frame.event),
        "away": frame.event.archived_at is not None,
        "refused": refused,
        "back": frame.url("event_edit"),
    }
    return render(request, "desk/removal.html", context, status=409 if refused else 200)
