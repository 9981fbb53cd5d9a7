"""A tournament in one minute: one page, and everything that it does not ask has a default that is changed later."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext, pgettext

from common.errors import DomainError, ImportRefused, Problem
from core.formats.players_csv import PlayersReading, read_players
from games.views.requests import actor_of
from tournaments import services
from tournaments.forms.set_up import SetUpForm
from tournaments.models import Section
from tournaments.views.desk.frame import desk, flash, status_of
from tournaments.views.frame import language


@desk
def set_up(request: HttpRequest) -> HttpResponse:
    """Posted, `act` look only reads the list that has been pasted so far."""
    if request.method != "POST":
        return _page(request, SetUpForm())
    form = SetUpForm(request.POST)
    if request.POST.get("act") == "look":
        return _page(request, SetUpForm(initial=request.POST.dict()))
    if not form.is_valid():
        return _page(request, form, status=422)
    try:
        section = _make(request, form)
    except ImportRefused as refused:
        return _page(request, form, refused.problems, 422)
    except DomainError as refused:
        form.refuse(refused)
        return _page(request, form, status=status_of(refused))
    entered = section.registrations.count()
    words = gettext("The event has been created. Only its officials can see it yet.")
    if entered:
        words += " " + ngettext("%(n)s player entered.", "%(n)s players entered.", entered) % {"n": entered}
    flash(request, words)
    return redirect("desk_event", section.event.slug)


def _make(request: HttpRequest, form: SetUpForm) -> Section:
    cleaned = form.cleaned_data
    return services.set_up_event(
        actor=actor_of(request),
        now=timezone.now(),
        section_name=gettext("Main tournament"),
        language=language(),
        **{name: cleaned[name] for name in ("name", "game", "format", "rounds", "players", "time_zone")},
    )


def _page(
    request: HttpRequest, form: SetUpForm, problems: tuple[Problem, ...] = (), status: int = 200
) -> HttpResponse:
    text = form["players"].value() or ""
    found = read_players(text) if text.strip() else PlayersReading((), ())
    context = {
        "form": form,
        "rows": found.rows,
        "problems": problems or found.problems,
        "crumbs": [{"name": pgettext("organisers", "Desk"), "url": reverse("desk")}],
        "section_of_site": "desk",
    }
    return render(request, "desk/set_up.html", context, status=status)
