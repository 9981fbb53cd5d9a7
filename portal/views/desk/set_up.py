"""Set up a tournament on one page; all other settings have defaults that can be changed later."""

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext, pgettext

from games.views.requests import actor_of, redirect_with
from people.selectors.organisations import owners_of_events
from portal.forms import SetUpForm
from portal.services.set_up import set_up_event
from tavleya.errors import DomainError, ImportRefused, Problem
from tavleya.formats.players_csv import PlayersReading, read_players
from tournaments.presets import PRESETS, Preset
from tournaments.selectors.events import templates_of
from tournaments.views.desk.frame import desk
from tournaments.views.frame import language


@desk
def set_up(request: HttpRequest) -> HttpResponse:
    """Set up a tournament. `preset` fills the page in, `organisation` is the preselected owner.

    On POST with `act` look, only the choices and the pasted list are read.
    """
    owners = [
        (owners_of_event.slug, owners_of_event.name_in(language()))
        for owners_of_event in owners_of_events(actor_of(request))
    ]
    form = partial(SetUpForm, day=timezone.localdate(), organisations=owners)
    if request.method != "POST":
        preset = PRESETS.get(request.GET.get("preset", ""))
        filled = SetUpForm.initial_of(preset) if preset else {}
        wanted = {"organisation": request.GET.get("organisation", "")}
        return _page(request, form(initial={**filled, **wanted}), preset)
    if request.POST.get("act") == "look":
        return _page(request, form(initial=request.POST.dict()))
    return _create(request, form(request.POST.dict()))


def _create(request: HttpRequest, form: SetUpForm) -> HttpResponse:
    if not form.is_valid():
        return _page(request, form, status=422)
    try:
        section = set_up_event(
            actor=actor_of(request),
            now=timezone.now(),
            section_name=gettext("Main tournament"),
            language=language(),
            **form.values(),
        )
    except ImportRefused as error:
        return _page(request, form, problems=error.problems, status=422)
    except DomainError as error:
        form.refuse(error)
        return _page(request, form, status=error.status)
    entered = section.registrations.count()
    words = gettext("The event has been created. Only its officials can see it yet.")
    if entered:
        words += " " + ngettext("%(n)s player entered.", "%(n)s players entered.", entered) % {"n": entered}
    return redirect_with(request, words, "desk_event", section.event.slug)


def _page(
    request: HttpRequest,
    form: SetUpForm,
    preset: Preset | None = None,
    *,
    problems: tuple[Problem, ...] = (),
    status: int = 200,
) -> HttpResponse:
    text = form["players"].value() or ""
    players_reading = read_players(text, order=form.order) if text.strip() else PlayersReading((), ())
    context = {
        "form": form,
        "presets": PRESETS.values(),
        "preset": preset,
        "owners": len(form.fields["organisation"].choices) > 1,  # type: ignore[attr-defined]
        "templates": [(template, template.name_in(language())) for template in templates_of(actor_of(request))],
        "rows": players_reading.rows,
        "warnings": players_reading.warnings,
        "problems": problems or players_reading.problems,
        "crumbs": [{"name": pgettext("organisers", "Desk"), "url": reverse("desk")}],
        "section_of_site": "desk",
    }
    return render(request, "portal/desk/set_up.html", context, status=status)
