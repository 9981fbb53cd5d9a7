"""The page of one game of an event, and the game as a file."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from documents.selectors.game_files import event_tag, tags_of_board
from games import hooks
from games.views.caching import shared_page
from games.views.clocks import clocks_recorded
from games.views.files import game_file
from games.views.labels import phase_name
from games.views.names import pair_of
from games.views.problems import require_found
from games.views.requests import actor_of, wants_part
from games.views.sharing import Picture
from games.views.viewer import Viewer, ViewerOptions
from portal.views.sharing import share_of
from tavleya.rules.registry import spec_of
from tournaments.views.boards import GamePage, find_board, viewer_context
from tournaments.views.frame import SectionFrame
from tournaments.views.labels import round_name
from tournaments.views.openings import drawn_opening
from tournaments.views.tables import is_live


@require_safe
@shared_page
def game(request: HttpRequest, slug: str, game_id: int) -> HttpResponse:
    """The viewer.  `ply`, `bottom` and `notation` say what is shown; htmx gets the changing part alone."""
    board = find_board(request, slug, game_id)
    viewer = Viewer(board.game, ViewerOptions.asked(request.GET))
    context = viewer_context(request, board, viewer) | {"share": share_of(slug, viewer)}
    if wants_part(request):
        return render(request, "components/game.html", context)
    frame = SectionFrame(request, actor_of(request), board.section, "round")
    form = spec_of(board.game.game).file
    context |= {
        **frame.context(),
        "picture": Picture(
            reverse("game_card", args=[slug, board.game.pk]), board.game.digest, pair_of(board.game)
        ),
        "phase_name": phase_name(board.game.phase),
        "round_name": round_name(board.pairing.round.number),
        "round_url": frame.round_url(board.pairing.round),
        "board_number": board.pairing.board,
        "opening": drawn_opening(board.pairing),
        "live_url": reverse("live-board", args=[slug, board.game.pk]) if is_live(board.game) else "",
        "clocks_url": reverse("game-clocks", args=[slug, board.game.pk])
        if clocks_recorded(board.game)
        else "",
        "sheet_url": reverse("own-sheet", args=[slug, board.game.pk]) if _plays(request, board) else "",
        "file_form": form.upper(),
        "file_url": reverse("game_file", args=[slug, board.game.pk, form]),
    }
    return render(request, "portal/game.html", context)


def _plays(request: HttpRequest, board: GamePage) -> bool:
    """Return whether the visitor is one of the two players, who keep score sheets."""
    return request.user.is_authenticated and bool(hooks.standing_of(actor_of(request), board.game).sides)


@require_safe
def file(request: HttpRequest, slug: str, game_id: int, form: str) -> HttpResponse:
    """Return the game as PGN (chess, tavreli) or PDN (draughts)."""
    board = find_board(request, slug, game_id)
    require_found(spec_of(board.game.game).file == form)
    return game_file(board.game, tags_of_board(board.pairing, event_tag(board.section)))
