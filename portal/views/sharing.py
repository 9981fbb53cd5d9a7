"""Sharing of a game: pictures of it, and a page to embed."""

from dataclasses import dataclass
from typing import cast

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from games.views.caching import View, shared_page
from games.views.pictures import animated, can_be_animated, position_png, position_svg
from games.views.problems import require_found
from games.views.requests import wants_part
from games.views.sharing import absolute
from games.views.viewer import Viewer, ViewerOptions
from tournaments.views.boards import find_board, viewer_context

_TYPES = {"svg": "image/svg+xml", "png": "image/png"}


def framed(view: View) -> View:
    """Allow any site to frame a view."""
    return cast(View, require_safe(xframe_options_exempt(csp_replace({"frame-ancestors": ["*"]})(view))))


@dataclass(frozen=True, slots=True)
class Share:
    """URLs to share a game at the shown ply."""

    link: str
    png: str
    svg: str
    gif: str
    embed: str


def share_of(slug: str, viewer: Viewer) -> Share:
    """Return absolute URLs; no GIF of a game that is in progress or too long."""

    def address(name: str, *more: object, ply: bool = True) -> str:
        query = {"ply": str(viewer.ply)} if ply else {}
        if viewer.look.bottom != "white":
            query["bottom"] = viewer.look.bottom.value
        return absolute(reverse(name, args=[slug, viewer.game.pk, *more]), query)

    return Share(
        link=address("game"),
        png=address("game_picture", "png"),
        svg=address("game_picture", "svg"),
        gif=address("game_gif", ply=False) if can_be_animated(viewer) else "",
        embed=address("game_embed"),
    )


@require_safe
@shared_page
def position(request: HttpRequest, slug: str, game_id: int, form: str) -> HttpResponse:
    """Return one position as a picture; `ply` and `bottom` as on the game's page."""
    viewer = Viewer(find_board(request, slug, game_id).game, ViewerOptions.asked(request.GET))
    picture = position_svg(viewer) if form == "svg" else position_png(viewer)
    return HttpResponse(picture, content_type=_TYPES[form])


@require_safe
@shared_page
def animation(request: HttpRequest, slug: str, game_id: int) -> HttpResponse:
    """Return a finished game as a GIF."""
    viewer = Viewer(find_board(request, slug, game_id).game, ViewerOptions.asked(request.GET))
    require_found(can_be_animated(viewer))
    return HttpResponse(animated(viewer), content_type="image/gif")


@framed
@shared_page
def embed(request: HttpRequest, slug: str, game_id: int) -> HttpResponse:
    """The game alone, for a frame in somebody else's page.  It holds no form, and nothing that needs a session."""
    board = find_board(request, slug, game_id)
    viewer = Viewer(board.game, ViewerOptions.asked(request.GET))
    context = viewer_context(request, board, viewer) | {"embedded": True}
    if wants_part(request):
        return render(request, "components/game.html", context)
    context["page_url"] = absolute(reverse("game", args=[slug, board.game.pk]), {})
    return render(request, "portal/game_embed.html", context)
