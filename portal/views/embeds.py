"""Pages to put into other people's pages, and how other sites ask for them (oEmbed).  Only these may be framed."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import Resolver404, ResolverMatch, resolve, reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.views.caching import shared_page
from games.views.problems import require_found
from games.views.sharing import PICTURE_SIZE, Picture, absolute
from portal.views import public
from portal.views.sharing import framed
from tournaments.views.boards import find_board
from tournaments.views.frame import SectionFrame
from tournaments.views.labels import round_name
from tournaments.views.round_selector import shown_round


@framed
def standings(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """Show only the table, updated live as on the page."""
    return public.standings(_embedded(request, "standings", slug, section_slug), slug, section_slug)


@framed
def pairings(request: HttpRequest, slug: str, section_slug: str, number: int) -> HttpResponse:
    request = _embedded(request, "round", slug, section_slug, number)
    return public.round_page(request, slug, section_slug, number)


def _embedded(request: HttpRequest, page: str, *at: object) -> HttpRequest:
    """Return the request with the URL of the embedded page: templates then omit links elsewhere."""
    request.embedded = absolute(reverse(page, args=at), {})  # type: ignore[attr-defined]
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
    answer: dict[str, Any] = {
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
        answer |= {"thumbnail_url": embed.picture.url, "thumbnail_width": wide, "thumbnail_height": high}
    response = JsonResponse(answer)
    response["Access-Control-Allow-Origin"] = "*"
    return response


def _at_most(request: HttpRequest, name: str, usual: int) -> int:
    query = request.GET.get(name, "")
    return min(usual, max(1, int(query))) if query.isdecimal() and len(query) < 6 else usual


def _get_embed(request: HttpRequest) -> _Embed:
    split_result, site = urlsplit(request.GET.get("url", "")), urlsplit(settings.SITE_URL)
    require_found(split_result.netloc == site.netloc)
    try:
        match = resolve(split_result.path)
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
