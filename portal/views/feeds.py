"""Calendars of rounds (RFC 5545) and the news of an event (Atom, RFC 4287), for programs that poll."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import Resolver404, ResolverMatch, resolve, reverse
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import format_html
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from games.views.caching import shared_page
from games.views.pictures import ASKED, PICTURE_SIZE, Picture, absolute
from games.views.requests import find_or_404, require_found
from portal.views import public
from portal.views.share_cards import framed
from tavleya.clocks.controls import parse_control
from tavleya.errors import NotPermitted
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.round import Round, RoundKind, RoundStatus
from tournaments.models.section import Section
from tournaments.selectors.events import (
    PlannedRound,
    boards_of_player,
    planned_for,
    planned_rounds,
    public_rounds,
    sections_shown,
)
from tournaments.services.players import actor_of_link
from tournaments.views.boards import find_board, shown_round
from tournaments.views.frame import EventFrame, SectionFrame, language, round_name

if TYPE_CHECKING:
    import icalendar


#: The assumed length of a game, as in the definition of rapid and blitz (FIDE Laws, A.1 and B.1).
_MOVES = 60
_TYPE = "text/calendar; charset=utf-8"
_REFRESH_INTERVAL = timedelta(hours=1)


@require_safe
@shared_page
def event_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    frame = EventFrame.at(request, slug)
    return _rounds(frame, frame.event_name, sections_shown(frame.event))


@require_safe
@shared_page
def section_calendar(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    frame = SectionFrame.of(request, slug, section_slug, "section")
    names = dict.fromkeys((frame.section_name, frame.event_name))
    return _rounds(frame, ", ".join(names), [frame.section])


@require_safe
def own_calendar(request: HttpRequest, token: str) -> HttpResponse:
    """Return a player's own boards, by the private link."""
    link, _ = find_or_404(lambda: actor_of_link(secret=token, now=timezone.now()), NotPermitted)
    player = link.player
    calendar = _calendar(f"{player.name_in(language())}, {player.event.name_in(language())}")
    url = absolute(reverse("my", args=[token]), {})
    for pairing in boards_of_player(player) if player.event.published else ():
        if pairing.round.starts_at is not None:
            calendar.add_component(_entry(pairing.round, _own_words(pairing), url))
    for planned in planned_for(player) if player.event.published else ():
        calendar.add_component(_entry(planned, round_name(planned.number), url))
    response = HttpResponse(calendar.to_ical(), content_type=_TYPE)
    response["Cache-Control"] = "private, no-cache"
    response["X-Robots-Tag"] = "noindex"
    return response


def _rounds(frame: EventFrame, name: str, sections: Iterable[Section]) -> HttpResponse:
    """Return the rounds of these sections, including planned ones: tentative, because they may be moved."""
    calendar = _calendar(name)
    timed: list[Round | PlannedRound] = []
    public = public_rounds(frame.event)
    for section in sections:
        section.event = frame.event
        rounds = [round_ for round_ in public if round_.section_id == section.pk]
        timed += [round_ for round_ in rounds if round_.starts_at is not None]
        timed += planned_rounds(section, rounds)
    for round_ in timed:
        calendar.add_component(_entry(round_, _round_words(round_), _round_url(round_)))
    if not timed and frame.event.starts_on is not None:
        calendar.add_component(_days(frame.event))
    return HttpResponse(calendar.to_ical(), content_type=_TYPE)


def _calendar(name: str) -> icalendar.Calendar:
    import icalendar

    calendar = icalendar.Calendar()
    calendar.add("prodid", "-//Tavleya//Tournaments//EN")
    calendar.add("version", "2.0")
    calendar.add("name", name)
    calendar.add("x-wr-calname", name)
    calendar.add("refresh-interval", _REFRESH_INTERVAL, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", _REFRESH_INTERVAL)
    return calendar


def _entry(item: Round | PlannedRound, text: str, url: str) -> icalendar.Event:
    """Return one round; its UID is the same before and after publication, whatever else changes."""
    import icalendar

    assert item.starts_at is not None
    event = item.section.event
    published = item.published_at if isinstance(item, Round) else None
    entry = icalendar.Event()
    entry.add("uid", f"section-{item.section.pk}-round-{item.number or 0}@{_site()}")
    entry.add("dtstamp", published or event.created_at)
    entry.add("dtstart", item.starts_at)
    if (length := _length(item.section)) is not None:
        entry.add("duration", length)
    entry.add("summary", text)
    entry.add("status", "TENTATIVE" if published is None else "CONFIRMED")
    _add_place(entry, event, url)
    return entry


def _days(event: Event) -> icalendar.Event:
    """Return the event itself, for an event without round times."""
    import icalendar

    assert event.starts_on is not None
    entry = icalendar.Event()
    entry.add("uid", f"event-{event.pk}@{_site()}")
    entry.add("dtstamp", event.created_at)
    entry.add("dtstart", event.starts_on)
    entry.add("dtend", (event.ends_on or event.starts_on) + timedelta(days=1))  # the first day after it
    entry.add("summary", event.name_in(language()))
    _add_place(entry, event, absolute(reverse("event", args=[event.slug]), {}))
    return entry


def _add_place(entry: icalendar.Event, event: Event, url: str) -> None:
    if event.place:
        entry.add("location", event.place)
    entry.add("url", url)


def _length(section: Section) -> timedelta | None:
    """Return the time that a game of sixty moves may take both players; None for correspondence."""
    if not section.control or (control := parse_control(section.control)).per_move:
        return None
    return timedelta(milliseconds=2 * control.allotted(_MOVES))


def _round_words(item: Round | PlannedRound) -> str:
    names = dict.fromkeys((item.section.name_in(language()), item.section.event.name_in(language())))
    return ", ".join((round_name(item.number), *names))


def _own_words(pairing: Pairing) -> str:
    name = round_name(pairing.round.number)
    if pairing.black is None:
        return f"{name}: {gettext('bye')}"
    white, black = (registration.player.name_in(language()) for registration in (pairing.white, pairing.black))
    board = gettext("board %(number)s") % {"number": pairing.board}
    return f"{name}: {board}, {white} – {black}"


def _round_url(item: Round | PlannedRound) -> str:
    slugs = [item.section.event.slug, item.section.slug]
    if isinstance(item, PlannedRound):
        return absolute(reverse("section", args=slugs), {})
    if item.kind == RoundKind.SCHEDULE:
        return absolute(reverse("schedule", args=slugs), {})
    return absolute(reverse("round", args=[*slugs, item.number]), {})


def _site() -> str:
    return urlsplit(settings.SITE_URL).hostname or "localhost"


# News


@require_safe
@shared_page
def event_feed(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the publications, the newest first: pairings, all results of a round, a final table."""
    frame = EventFrame.at(request, slug)
    event, query = frame.event, {ASKED: get_language() or ""}
    news = sorted(_news(event), key=lambda item: item[0], reverse=True)
    feed = Atom1Feed(
        title=frame.event_name,
        link=absolute(reverse("event", args=[slug]), query),
        description="",
        language=get_language(),
        feed_url=absolute(request.path, query),
        feed_guid=_name_of(event, "news"),
        author_name=frame.event_name,
    )
    for at, key, title, url in news:
        feed.add_item(title, url, "", unique_id=_name_of(event, key), pubdate=at, updateddate=at)
    if not news:  # the feed has changed when there was something to tell
        feed.latest_post_date = lambda: event.created_at  # type: ignore[method-assign]
    return HttpResponse(feed.writeString("utf-8"), content_type="application/atom+xml; charset=utf-8")


def _news(event: Event) -> Iterable[tuple[datetime, str, str, str]]:
    for round_ in public_rounds(event):
        words, url = _round_words(round_), _round_url(round_)
        if round_.published_at is not None:
            yield (round_.published_at, f"round-{round_.pk}/pairings", gettext("Pairings: %s") % words, url)
        if round_.status == RoundStatus.CLOSED and round_.closed_at is not None:
            yield (round_.closed_at, f"round-{round_.pk}/results", gettext("All results: %s") % words, url)
    for section in sections_shown(event):
        if section.final_at is not None:
            url = absolute(reverse("standings", args=[event.slug, section.slug]), {})
            title = gettext("Final standings: %s") % section.name_in(language())
            yield (section.final_at, f"section-{section.pk}/final", title, url)


def _name_of(event: Event, label: str) -> str:
    """Return a permanent name (RFC 4151)."""
    return f"tag:{_site()},{event.created_at:%Y}:event-{event.pk}/{label}"


# Pages to put into other people's pages, and how other sites ask for them (oEmbed). Only these may be
# framed.


@framed
def standings(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """Show only the table, updated live as on the page."""
    return public.standings(_embedded(request, "standings", slug, section_slug), slug, section_slug)


@framed
def pairings(request: HttpRequest, slug: str, section_slug: str, number: int) -> HttpResponse:
    request = _embedded(request, "round", slug, section_slug, number)
    return public.round_page(request, slug, section_slug, number)


def _embedded(request: HttpRequest, page: str, *args: object) -> HttpRequest:
    """Return the request with the URL of the embedded page: templates then omit links elsewhere."""
    request.embedded = absolute(reverse(page, args=args), {})  # type: ignore[attr-defined]
    return request


# Parameters and responses of oEmbed 1.0


@dataclass(frozen=True, slots=True)
class _Embed:
    """An embeddable page in a frame of this size in pixels."""

    title: str
    url: str
    width: int
    height: int
    picture: Picture | None = None


@require_safe
@shared_page
def oembed(request: HttpRequest) -> HttpResponse:
    """Return oEmbed data for `url`, `maxwidth`, `maxheight`; 404 if not embeddable, 501 for a format except JSON."""
    if request.GET.get("format", "json") != "json":
        return HttpResponse(status=501)
    embed = _get_embed(request)
    width, height = _at_most(request, "maxwidth", embed.width), _at_most(request, "maxheight", embed.height)
    frame = format_html(
        '<iframe src="{}" width="{}" height="{}" style="border:0" title="{}" allowfullscreen></iframe>',
        embed.url, width, height, embed.title,
    )  # fmt: skip
    data: dict[str, Any] = {
        "version": "1.0",
        "type": "rich",
        "title": embed.title,
        "provider_name": "Tavleya",
        "provider_url": settings.SITE_URL,
        "cache_age": 300,
        "html": frame,
        "width": width,
        "height": height,
    }
    if embed.picture is not None:
        wide, high = PICTURE_SIZE
        data |= {"thumbnail_url": embed.picture.url, "thumbnail_width": wide, "thumbnail_height": high}
    response = JsonResponse(data)
    response["Access-Control-Allow-Origin"] = "*"
    return response


def _at_most(request: HttpRequest, name: str, usual: int) -> int:
    query = request.GET.get(name, "")
    return min(usual, max(1, int(query))) if query.isdecimal() and len(query) < 6 else usual


def _get_embed(request: HttpRequest) -> _Embed:
    url, site = urlsplit(request.GET.get("url", "")), urlsplit(settings.SITE_URL)
    require_found(url.netloc == site.netloc)
    try:
        match = resolve(url.path)
    except Resolver404:
        raise Http404 from None
    if (page := _PAGES.get(match.view_name)) is None:
        raise Http404
    return page(request, match)


def _game(request: HttpRequest, match: ResolverMatch) -> _Embed:
    slug, game = match.kwargs["slug"], find_board(request, **match.kwargs).game
    title = f"{game.white_name} – {game.black_name}"
    picture = Picture(reverse("game_card", args=[slug, game.pk]), game.digest, title)
    return _Embed(title, absolute(reverse("game_embed", args=[slug, game.pk]), {}), 720, 460, picture)


def _standings(request: HttpRequest, match: ResolverMatch) -> _Embed:
    frame = SectionFrame.of(request, **match.kwargs, here="standings")
    frame.require_table()
    return _section_embed(frame, gettext("Standings"), frame.url("standings_embed"))


def _round(request: HttpRequest, match: ResolverMatch) -> _Embed:
    number = match.kwargs["number"]
    frame = SectionFrame.of(request, match.kwargs["slug"], match.kwargs["section_slug"], "round")
    shown_round(frame, number)
    url = reverse("round_embed", args=[frame.event.slug, frame.section.slug, number])
    return _section_embed(frame, round_name(number), url)


def _section_embed(frame: SectionFrame, label: str, path: str) -> _Embed:
    title = ", ".join(dict.fromkeys((label, frame.section_name, frame.event_name)))
    return _Embed(title, absolute(path, {}), 720, 600, frame.picture())


_PAGES = {"game": _game, "standings": _standings, "round": _round}
