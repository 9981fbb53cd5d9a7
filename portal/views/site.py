"""Views of the site as a whole: appearance, language, errors, search, sitemap."""

import json
from collections.abc import Sequence
from datetime import datetime
from functools import partial
from http import HTTPStatus

from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe
from django.views.i18n import set_language as django_set_language

from games.views.caching import shared_page
from games.views.pictures import PRIVATE
from games.views.requests import actor_of, reader_language
from people.selectors.organisations import find_organisations
from people.selectors.people import shown_players
from people.views.people import own_url
from portal.selectors import clubs_found, entries_found
from tavleya.actors import ANONYMOUS
from tournaments.models.event import Event, in_language
from tournaments.models.player import Person, Player, Registration
from tournaments.models.section import Section
from tournaments.selectors.events import event_list, find_events, visible_events
from tournaments.views.frame import language
from tournaments.views.seats import seat_in

# Sitemap and robots.txt: the pages for search engines, and the excluded paths.


class _Ours(Sitemap):  # type: ignore[type-arg]
    """A sitemap whose addresses begin with `SITE_URL`, as in emails, however the service was reached."""

    limit = 50_000  # as many as a sitemap may have

    def get_protocol(self, protocol: str | None = None) -> str:
        return settings.SITE_URL.partition("://")[0]

    def get_domain(self, site: object = None) -> str:
        return settings.SITE_URL.partition("://")[2]


class Places(_Ours):
    def items(self) -> list[str]:
        return ["home", "events", "manual"]

    def location(self, item: str) -> str:
        return reverse(item)


class Events(_Ours):
    def items(self) -> QuerySet[Event]:
        return visible_events(ANONYMOUS).filter(rehearsal=False).order_by("pk")

    def location(self, item: Event) -> str:
        return reverse("event", args=[item.slug])

    def lastmod(self, item: Event) -> datetime:
        return item.created_at


class Sections(_Ours):
    def items(self) -> QuerySet[Section]:
        events = visible_events(ANONYMOUS).filter(rehearsal=False)
        rows = Section.objects.filter(event__in=events, archived_at__isnull=True)
        return rows.select_related("event").order_by("pk")

    def location(self, item: Section) -> str:
        return reverse("players", args=[item.event.slug, item.slug])


class People(_Ours):
    """Public pages of persons, by their newest events."""

    def items(self) -> list[Player]:
        return list({player.person_id: player for player in reversed(shown_players(Person.objects.all()))}.values())

    def location(self, item: Player) -> str:
        return own_url(item)


SITEMAPS = {"places": Places, "events": Events, "sections": Sections, "people": People}


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in PRIVATE), ""]
    return HttpResponse(
        "\n".join([*lines, f"Sitemap: {settings.SITE_URL}{reverse('sitemap')}", ""]), content_type="text/plain"
    )


THEMES = ("auto", "light", "dark")
A_YEAR = 365 * 24 * 60 * 60

# Language and appearance are set without a CSRF token: the worst a stranger could do is change a colour, and a page
# without a token sets no cookie for its readers and can be kept in a cache.


@csrf_exempt
def set_language(request: HttpRequest) -> HttpResponse:
    """Remember the reader's language and go back (`language`, `next`)."""
    return django_set_language(request)


@csrf_exempt
@require_POST
def set_theme(request: HttpRequest) -> HttpResponse:
    """Remember the reader's appearance and go back (`theme`: auto, light, dark; `next`)."""
    target = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    ):
        target = "/"
    response = HttpResponseRedirect(target)
    theme = request.POST.get("theme", "")
    if theme in THEMES:
        response.set_cookie("theme", theme, max_age=A_YEAR, samesite="Lax", secure=request.is_secure(), httponly=False)
    return response


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Redirect browsers and messengers that request it without reading a page."""
    return HttpResponseRedirect(static("img/favicon.ico"))


#: The colours of `tokens.css` around the page when it is opened as an app.
_GROUND, _THEME = "#f5f1e7", "#9e2b1c"


@require_safe
@shared_page
def manifest(request: HttpRequest) -> HttpResponse:
    """Return the manifest to install the site as an app, in the reader's language."""
    icons = (("img/icon-192.png", 192, "any"), ("img/icon-512.png", 512, "any"))
    content = {
        "name": "Tavleya",
        "short_name": "Tavleya",
        "description": _("Tournaments of chess, Russian draughts and tavreli: pairings, results, standings and games."),
        "lang": reader_language(),
        "id": "/",
        "start_url": reverse("home"),
        "scope": "/",
        "display": "minimal-ui",
        "background_color": _GROUND,
        "theme_color": _THEME,
        "shortcuts": [{"name": _("Events"), "url": reverse("events")}, {"name": _("Help"), "url": reverse("manual")}],
        "icons": [
            {"src": static(path), "sizes": f"{side}x{side}", "type": "image/png", "purpose": purpose}
            for path, side, purpose in (*icons, ("img/icon-maskable-512.png", 512, "maskable"))
        ],
    }
    return HttpResponse(json.dumps(content, ensure_ascii=False), content_type="application/manifest+json")


# Errors. A page for people; for programs under /api/ a problem document (RFC 9457) with a stable code.

_CODES = {400: "bad_request", 403: "not_permitted", 404: "not_found", 405: "method_not_allowed", 500: "server_error"}


def problem(status: int, code: str, detail: str = "") -> JsonResponse:
    """Return a problem document: `code` is for programs, `title` and `detail` are for people."""
    body = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status, "code": code}
    if detail:
        body["detail"] = detail
    return JsonResponse(body, status=status, content_type="application/problem+json")


def _error(request: HttpRequest, exception: Exception | None = None, *, status: int) -> HttpResponse:
    if request.path.startswith("/api/"):
        return problem(status, _CODES[status])
    return render(request, f"errors/{status}.html", status=status)


bad_request, permission_denied, not_found, method_not_allowed, server_error = (
    partial(_error, status=status) for status in _CODES
)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Return the page of CSRF_FAILURE_VIEW: usually a form left open until its session ended."""
    if request.path.startswith("/api/"):
        return problem(403, "csrf_failed", _("This form has expired."))
    return render(request, "errors/403.html", {"stale_form": True}, status=403)


# One search for events, people, players and clubs.

EVENTS, PEOPLE, PLAYERS, CLUBS = 10, 10, 40, 10
_LONGEST = 80


@require_safe
@shared_page
def search(request: HttpRequest) -> HttpResponse:
    """Search for `q`, words of a name, a place or a club; `event`: the address of an event to limit players to."""
    actor = actor_of(request)
    q = request.GET.get("q", "").strip()[:_LONGEST]
    only = visible_events(actor).filter(slug=request.GET.get("event", "")[:_LONGEST]).first()
    events = [] if only or not q else _events(request, q)
    entries = list(entries_found(actor, q, only.slug if only else "")[: PLAYERS + 1])
    players = [
        {
            "seat": seat_in(entry.section.event.slug, entry.section, entry),
            "club": entry.player.club,
            "event": entry.section.event.name_in(language()),
            "section": entry.section.name_in(language()),
        }
        for entry in entries[:PLAYERS]
    ]
    persons = {} if only else _persons(entries)
    clubs = [] if only else clubs_found(actor, q, CLUBS)
    organisations = (
        []
        if only
        else [(organisation, organisation.name_in(language())) for organisation in find_organisations(q)[:CLUBS]]
    )
    context = {
        "q": q,
        "only": only,
        "only_name": only.name_in(language()) if only else "",
        "events": events[:EVENTS],
        "all_events": f"?{urlencode({'q': q})}" if len(events) > EVENTS else "",
        "persons": [
            {
                "name": player.name_in(language()),
                "title": player.title,
                "federation": player.federation,
                "url": own_url(player),
            }
            for player in list(persons.values())[:PEOPLE]
        ],
        "players": players,
        "more_players": len(entries) > PLAYERS,
        "clubs": [
            {
                "name": club["club"],
                "event": in_language(club["event_names"], language(), club["event_languages"]) or club["event_slug"],
                "players": club["players"],
                "query": urlencode({"q": club["club"], "event": club["event_slug"]}),
            }
            for club in clubs
        ],
        "organisations": organisations,
        "found": bool(events or persons or players or clubs or organisations),
        "section_of_site": "events",
    }
    return render(request, "portal/search.html", context)


def _persons(entries: Sequence[Registration]) -> dict[int, Player]:
    """Return the players with a public person page, by person."""
    players: dict[int, Player] = {}
    for entry in entries:
        player = entry.player
        if player.person_id is not None and player.on_person_page and entry.section.event.published:
            players.setdefault(player.person_id, player)
    return players


def _events(request: HttpRequest, q: str) -> list[dict[str, object]]:
    rows = find_events(event_list(actor_of(request)).filter(rehearsal=False), query=q)
    events: list[Event] = list(rows[: EVENTS + 1])
    return [{"event": event, "name": event.name_in(language())} for event in events]
