"""One search for events, people, players and clubs."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from games.views.caching import shared_page
from games.views.requests import actor_of
from people.selectors.organisations import find_organisations
from people.views.people import own_url
from portal.selectors.search import clubs_found, entries_found
from tournaments.models.event import Event, in_language
from tournaments.models.player import Player, Registration
from tournaments.selectors.events import event_list, find_events, visible_events
from tournaments.views.frame import language
from tournaments.views.seats import seat_in

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
            "seat": seat_in(one.section.event.slug, one.section, one),
            "club": one.player.club,
            "event": one.section.event.name_in(language()),
            "section": one.section.name_in(language()),
        }
        for one in entries[:PLAYERS]
    ]
    persons = {} if only else _persons(entries)
    clubs = [] if only else clubs_found(actor, q, CLUBS)
    organisations = [] if only else [(one, one.name_in(language())) for one in find_organisations(q)[:CLUBS]]
    context = {
        "q": q,
        "only": only,
        "only_name": only.name_in(language()) if only else "",
        "events": events[:EVENTS],
        "all_events": f"?{urlencode({'q': q})}" if len(events) > EVENTS else "",
        "persons": [
            {
                "name": one.name_in(language()),
                "title": one.title,
                "federation": one.federation,
                "url": own_url(one),
            }
            for one in list(persons.values())[:PEOPLE]
        ],
        "players": players,
        "more_players": len(entries) > PLAYERS,
        "clubs": [
            {
                "name": one.club,
                "event": in_language(one.event_names, language(), one.event_languages) or one.event_slug,
                "players": one.players,
                "query": urlencode({"q": one.club, "event": one.event_slug}),
            }
            for one in clubs
        ],
        "organisations": organisations,
        "found": bool(events or persons or players or clubs or organisations),
        "section_of_site": "events",
    }
    return render(request, "portal/search.html", context)


def _persons(entries: Sequence[Registration]) -> dict[int, Player]:
    """Return the players with a public person page, by person."""
    found: dict[int, Player] = {}
    for one in entries:
        player = one.player
        if player.person_id is not None and player.on_person_page and one.section.event.published:
            found.setdefault(player.person_id, player)
    return found


def _events(request: HttpRequest, q: str) -> list[dict[str, object]]:
    rows = find_events(event_list(actor_of(request)).filter(rehearsal=False), query=q)
    shown: list[Event] = list(rows[: EVENTS + 1])
    return [{"event": event, "name": event.name_in(language())} for event in shown]
