"""A game with its place in an event, for the pages about it."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest

from games import hooks
from games.models.game import Game
from games.views.names import call_players
from games.views.problems import require_found
from games.views.requests import actor_of
from games.views.viewer import Viewer
from tavleya.sides import Side
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration
from tournaments.models.section import Section
from tournaments.selectors.boards import board_of_game
from tournaments.views.frame import SectionFrame, language
from tournaments.views.seats import seat


@dataclass(frozen=True, slots=True)
class GamePage:
    """A game with its place in the event and its players."""

    pairing: Pairing
    game: Game
    white: Registration
    black: Registration

    @property
    def section(self) -> Section:
        return self.pairing.round.section


def find_board(request: HttpRequest, slug: str, game_id: int) -> GamePage:
    """Return the game's page.  Raises: Http404 if the game is missing in the event or hidden from the reader."""
    pairing = board_of_game(slug, game_id)
    if pairing is None or pairing.game is None or pairing.black is None:
        raise Http404
    require_found(hooks.visible_to(actor_of(request), pairing.game))
    call_players(
        pairing.game,
        pairing.white.player.names.get(language()) or pairing.game.white_name,
        pairing.black.player.names.get(language()) or pairing.game.black_name,
    )
    return GamePage(pairing, pairing.game, pairing.white, pairing.black)


def viewer_context(request: HttpRequest, board: GamePage, viewer: Viewer) -> dict[str, object]:
    """Return the context of the template `components/game.html`."""
    frame = SectionFrame(request, actor_of(request), board.section, "round")
    white, black = seat(frame, board.white), seat(frame, board.black)
    turned = viewer.bottom.side is Side.BLACK
    return {
        "viewer": viewer,
        "white": white,
        "black": black,
        "top_player": white if turned else black,
        "bottom_player": black if turned else white,
    }
