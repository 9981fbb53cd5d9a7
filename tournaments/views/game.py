"""The page of one game of an event, and the game as a file."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games import hooks
from games.views.asking import actor_of
from games.views.files import FILE_FORMS, game_file
from games.views.viewer import Look, Viewer
from games.views.words import game_name, phase_name
from tournaments.models import Pairing
from tournaments.views.frame import SectionFrame
from tournaments.views.seats import seat
from tournaments.views.words import round_name


@require_safe
def game(request: HttpRequest, slug: str, game_id: int) -> HttpResponse:
    """The viewer.  `ply`, `bottom` and `notation` say what is shown; htmx gets the changing part alone."""
    pairing = _pairing(request, slug, game_id)
    viewer = Viewer(pairing.game, Look.asked(request.GET))
    frame = SectionFrame(request, actor_of(request), pairing.round.section, "round")
    white, black = seat(frame, pairing.white), seat(frame, pairing.black)
    turned = viewer.bottom.side == "black"
    context = {
        "viewer": viewer,
        "white": white,
        "black": black,
        "top_player": white if turned else black,
        "bottom_player": black if turned else white,
    }
    # A browser that goes back asks by htmx for the whole page.
    if request.htmx and not request.htmx.history_restore_request:
        return render(request, "components/game.html", context)
    context |= {
        **frame.context(),
        "game_name": game_name(viewer.game.game),
        "phase_name": phase_name(viewer.game.phase),
        "round_name": round_name(pairing.round.number),
        "round_url": frame.round_url(pairing.round),
        "board_number": pairing.board,
        "downloads": _downloads(slug, pairing),
    }
    return render(request, "public/game.html", context)


def _pairing(request: HttpRequest, slug: str, game_id: int) -> Pairing:
    pairing = (
        Pairing.objects.select_related("game", "round__section__event", "white__player", "black__player")
        .filter(game=game_id, round__section__event__slug=slug)
        .first()
    )
    if pairing is None or not hooks.visible_to(actor_of(request), pairing.game):
        raise Http404
    return pairing


def _downloads(slug: str, pairing: Pairing) -> list[dict[str, str]]:
    form = FILE_FORMS[pairing.game.game]
    return [{"name": form.upper(), "url": reverse("game_file", args=[slug, pairing.game_id, form])}]


@require_safe
def file(request: HttpRequest, slug: str, game_id: int, form: str) -> HttpResponse:
    """The game as PGN (chess, tavreli) or PDN (draughts)."""
    pairing = _pairing(request, slug, game_id)
    if FILE_FORMS[pairing.game.game] != form:
        raise Http404
    section, event = pairing.round.section, pairing.round.section.event
    day = pairing.round.played_on or (pairing.round.starts_at.date() if pairing.round.starts_at else None)
    name = event.name_in("en")
    tags = {
        "Event": name if event.sections.count() == 1 else f"{name}: {section.name_in('en')}",
        "Site": ", ".join(filter(None, (event.place, event.federation))),
        "Date": f"{day:%Y.%m.%d}" if day else "",
        "Round": f"{pairing.round.number}.{pairing.board}" if pairing.round.number else "",
        "White": pairing.white.player.full_name,
        "Black": pairing.black.player.full_name if pairing.black else "",
    }
    return game_file(pairing.game, tags)
