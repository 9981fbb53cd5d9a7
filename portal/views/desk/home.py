"""My events, and a new one; previews of addresses, time controls and tie-breaks during input."""

from django.db.models import Count
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from clocks.labels import control_label
from entries.selectors.my_games import has_seats
from games.views.problems import posted_data, redirect_with
from games.views.requests import actor_of
from people.selectors.organisations import organisations_of
from tavleya.actors import Role
from tavleya.clocks.controls import parse_control
from tavleya.errors import BadInput
from tavleya.formats.slugs import suggest_slug
from tavleya.languages import codes
from tavleya.tiebreaks import tiebreaks
from tournaments.access import official_in
from tournaments.forms.base import given_texts
from tournaments.forms.events import ROLE_NAMES, EventForm
from tournaments.forms.tiebreak_codes import split_tiebreaks, tiebreaks_text
from tournaments.models.event import Event
from tournaments.selectors.events import templates_of
from tournaments.services.events import create_event
from tournaments.views.desk.frame import desk
from tournaments.views.frame import language
from tournaments.views.labels import tiebreak_name
from tournaments.views.tables import tiebreak_code


@desk
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """List the events in which the reader has a role, newest first."""
    actor = actor_of(request)
    events = (
        Event.objects.filter(official_in(actor), archived_at__isnull=True, template=False)
        .annotate(
            section_count=Count("sections", distinct=True), player_count=Count("players", distinct=True)
        )
        .order_by("-starts_on", "slug")
        .select_related("organisation")
        .prefetch_related("roles")
    )
    cards = [
        {
            "event": event,
            "name": event.name_in(language()),
            "url": _door(event, actor.user_id),
            "roles": [
                ROLE_NAMES[Role(row.role)] for row in event.roles.all() if row.user_id == actor.user_id
            ],
            "organisation": event.organisation.short_in(language()) if event.organisation else "",
        }
        for event in events
    ]
    away = Event.objects.filter(
        official_in(actor), archived_at__isnull=False, deleted_at__isnull=True, rehearsal=False
    )
    context = {
        "events": cards,
        "templates": [
            (template.name_in(language()), reverse("desk_event", args=[template.slug]))
            for template in templates_of(actor)
        ],
        "organisations": [
            (template.name_in(language()), reverse("desk_organisation", args=[template.slug]))
            for template in organisations_of(actor)
        ],
        "away": [(event.name_in(language()), reverse("desk_event", args=[event.slug])) for event in away],
        "plays": has_seats(actor.user_id),
        "section_of_site": "desk",
    }
    return render(request, "portal/desk/home.html", context)


def _door(event: Event, user_id: int | None) -> str:
    """Return the desk's start page for a user: the fees for a treasurer without other roles."""
    roles = {row.role for row in event.roles.all() if row.user_id == user_id}
    page = "desk_fees" if roles == {Role.TREASURER.value} else "desk_event"
    return reverse(page, args=[event.slug])


@desk
def event_new(request: HttpRequest) -> HttpResponse:
    form = EventForm(posted_data(request))
    if form.attempt(lambda: create_event(actor=actor_of(request), now=timezone.now(), **form.values())):
        return redirect_with(
            request,
            gettext("The event has been created. Only its officials can see it yet."),
            "desk_event",
            form.result.slug,
        )
    context = {
        "form": form,
        "crumbs": [{"name": gettext("Desk"), "url": reverse("desk")}],
        "section_of_site": "desk",
    }
    return render(request, "portal/desk/event_form.html", context, status=form.status)


# While typing


@desk
@require_safe
def suggest_address(request: HttpRequest) -> HttpResponse:
    """Return the address suggested by the names, by language as in `name_en`; `kind`: event or section."""
    names, kind = given_texts(request.GET.dict(), "name", codes()), request.GET.get("kind", "")
    return JsonResponse({"slug": suggest_slug(names, kind if names and kind in ("event", "section") else "")})


@desk
@require_safe
def suggest_control(request: HttpRequest) -> HttpResponse:
    """Show the meaning of `control`, or why it is invalid."""
    text = request.GET.get("control", "").strip()
    context: dict[str, object] = {"empty": gettext("Without clocks")}
    if text:
        try:
            canonical = parse_control(text).text()
            context = {"canonical": canonical, "words": control_label(canonical)}
        except BadInput as error:
            context = {"problem": error.message.render(gettext), "code": error.code}
    return render(request, "portal/desk/suggestion_preview.html", context)


@desk
@require_safe
def suggest_tiebreaks(request: HttpRequest) -> HttpResponse:
    """Show the tie-breaks of `tiebreaks` in order with names and articles, or why they are invalid."""
    parts = split_tiebreaks(request.GET.get("tiebreaks", ""))
    context: dict[str, object] = {"empty": gettext("No tie-breaks: tied players share places")}
    if parts:
        try:
            results = [(str(tiebreak.descriptor), tiebreak.article) for tiebreak in tiebreaks(parts)]
            context = {
                "tiebreaks": [
                    (tiebreaks_text([code]), tiebreak_code(code), tiebreak_name(code), article)
                    for code, article in results
                ]
            }
        except BadInput as error:
            context = {"problem": error.message.render(gettext), "code": error.code}
    return render(request, "portal/desk/suggestion_preview.html", context)
