"""Leaving the mode of the regulations of a game: what that means, then once more with a word to type."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext

from games.views.problems import Attempt, redirect_with
from tavleya.permissions import Action
from tournaments.services.section_settings import leave_mode
from tournaments.views.desk.frame import SectionDesk, desk


@desk
def leave(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    frame = SectionDesk.of(request, slug, section_slug, Action.EDIT_SECTION)
    mode = frame.section.mode if frame.section.regulated else None
    name = gettext(mode.name) if mode is not None else ""
    confirmed = request.POST.getlist("confirmed")
    attempt = Attempt(
        request,
        lambda: leave_mode(
            actor=frame.actor,
            now=timezone.now(),
            section_id=frame.section.pk,
            confirmed=confirmed,
            typed=request.POST.get("typed", ""),
        ),
    )
    if attempt:
        return redirect_with(
            request, gettext("%(mode)s has been left.") % {"mode": name}, frame.url("section_edit")
        )
    context = {
        **frame.context(),
        "mode_name": name,
        "second": "leaving_mode" in confirmed,
        "mistyped": attempt.error is not None and bool(request.POST.get("typed")),
        "back": frame.url("section_edit"),
    }
    return render(request, "desk/leave_mode.html", context, status=attempt.status)
