"""A player's own score sheet: typed or photographed by the player; the opponent's once the game is over (8.1–8.3)."""

from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from arbiter.views.sheet_forms import chosen_keeper, forms, photo_response, save, void
from games import hooks
from games.models.game import Game
from games.services.photos import photos_for
from games.services.sheets import sheets_for
from games.states import state_of
from games.views.caching import fresh
from games.views.problems import Attempt, redirect_with, require_found
from games.views.requests import actor_of
from tavleya.actors import ANONYMOUS
from tavleya.permissions import Action, allowed
from tavleya.record.phase import GamePhase
from tavleya.record.sheets import Keeper
from tournaments.models.pairing import Pairing
from tournaments.views.frame import EventFrame, SectionFrame
from tournaments.views.labels import round_name


@require_http_methods(["GET", "HEAD", "POST"])
def own_sheet(request: HttpRequest, slug: str, game_id: int) -> HttpResponseBase:
    """Show the form for the visitor's side; on POST, `do` is `check`, `save` or `void`."""
    if not _somebody(request):
        return redirect_to_login(request.get_full_path())
    frame, pairing = _get_own_board(request, slug, game_id)
    caller = {"actor": frame.actor, "now": timezone.now(), "game_id": game_id}
    attempt = Attempt(request, lambda: _handle(request, caller))
    if attempt and attempt.result:
        return redirect_with(request, attempt.result, "own-sheet", slug=slug, game_id=game_id)
    context = _context(request, frame, pairing, _game(pairing)) | {"refused": attempt.refused}
    return fresh(render(request, "live/own_sheet.html", context, status=attempt.status))


@require_safe
def own_photo(request: HttpRequest, slug: str, game_id: int, photo_id: int) -> HttpResponseBase:
    """Return a photograph to the players of the game."""
    require_found(_somebody(request))
    frame, pairing = _get_own_board(request, slug, game_id)
    return photo_response(frame.actor, _game(pairing), photo_id)


def _somebody(request: HttpRequest) -> bool:
    """Return whether the visitor is signed in, or has a player's private link."""
    return actor_of(request) != ANONYMOUS


def _handle(request: HttpRequest, who: dict[str, Any]) -> str:
    match request.POST.get("do", ""):
        case "check":
            chosen_keeper(request.POST)
            return ""
        case "save":
            save(request, who)
            return gettext("Score sheet saved.")
        case "void":
            void(request, who)
            return gettext("The photograph has been marked void; it stays with the score sheet.")
        case _:
            raise Http404


def _get_own_board(request: HttpRequest, slug: str, game_id: int) -> tuple[SectionFrame, Pairing]:
    """Return the frame and the board. Raises: Http404 if the visitor may not see the game; PermissionDenied if not a
    player.
    """
    frame = EventFrame.at(request, slug)
    pairing = (
        Pairing.objects.select_related("game", "round__section__event", "white__player", "black__player")
        .filter(game=game_id, round__section__event=frame.event)
        .first()
    )
    if pairing is None or not hooks.visible_to(frame.actor, _game(pairing)):
        raise Http404
    standing = hooks.standing_of(frame.actor, _game(pairing))
    if not standing.sides or not allowed(standing, Action.WRITE_SHEET):
        raise PermissionDenied
    return SectionFrame(request, frame.actor, pairing.round.section, "round"), pairing


def _game(pairing: Pairing) -> Game:
    assert pairing.game is not None
    return pairing.game


def _context(request: HttpRequest, frame: SectionFrame, pairing: Pairing, game: Game) -> dict[str, Any]:
    state = state_of(game)
    sides = hooks.standing_of(frame.actor, game).sides
    rows = [row for row in sheets_for(actor=frame.actor, game=game) if row.keeper != Keeper.ARBITER]
    pictures = photos_for(actor=frame.actor, game=game)
    over = GamePhase(game.phase) in (GamePhase.FINISHED, GamePhase.ANNULLED)
    own = [keeper for keeper in Keeper if keeper.value in {side.value for side in sides}]
    seen = {row.keeper for row in rows} | {picture.keeper for picture in pictures}
    keepers = [keeper for keeper in Keeper if keeper in own or (over and keeper.value in seen)]
    return {
        **frame.context(),
        "slug": frame.event.slug,
        "game": game,
        "forms": forms(state, game, keepers, rows, pictures, request.POST),
        "reads": True,
        "form_closed": over,
        "photo_url": reverse("own-sheet", args=[frame.event.slug, game.pk]),
        "round_name": round_name(pairing.round.number),
        "board_number": pairing.board,
    }
