"""One search for events, people, players and clubs."""

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
        [] if only else [(entry, entry.name_in(language())) for entry in find_organisations(q)[:CLUBS]]
    )
    context = {
        "q": q,
        "only": only,
        "only_name": only.name_in(language()) if only else "",
        "events": events[:EVENTS],
        "all_events": f"?{urlencode({'q': q})}" if len(events) > EVENTS else "",
        "persons": [
            {
                "name": entry.name_in(language()),
                "title": entry.title,
                "federation": entry.federation,
                "url": own_url(entry),
            }
            for entry in list(persons.values())[:PEOPLE]
        ],
        "players": players,
        "more_players": len(entries) > PLAYERS,
        "clubs": [
            {
                "name": entry.club,
                "event": in_language(entry.event_names, language(), entry.event_languages)
                or entry.event_slug,
                "players": entry.players,
                "query": urlencode({"q": entry.club, "event": entry.event_slug}),
            }
            for entry in clubs
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
