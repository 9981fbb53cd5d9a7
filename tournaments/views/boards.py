"""A game with its place in an event, for the pages about it."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest

from games import hooks
from games.models.game import Game
from games.views.ledger import call_players
from games.views.requests import actor_of, find_or_404, require_found
from games.views.viewer import Viewer
from tavleya.sides import Side
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration
from tournaments.models.round import RoundStatus
from tournaments.models.section import Section
from tournaments.names import bye_name
from tournaments.selectors.live import board_of_game
from tournaments.selectors.persons import CardLine
from tournaments.selectors.rounds import RoundView, round_view
from tournaments.views.frame import SectionFrame, language
from tournaments.views.seats import Seat, seat
from tournaments.views.tables import game_url, has_moves


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


# The strip above standings with links to the standings after each round.


def round_selector(frame: SectionFrame, after: int | None) -> list[dict[str, object]]:
    """Return the public rounds, once there are two; `after` is the shown one."""
    public = [all_round for all_round in frame.all_rounds if all_round.number and all_round.status != RoundStatus.DRAFT]
    if len(public) < 2:
        return []
    url = frame.url("standings")
    return [
        {
            "number": all_round.number,
            "url": f"{url}?after={all_round.number}",
            "current": all_round.number == after,
        }
        for all_round in public
    ]


def shown_round(frame: SectionFrame, number: int | None) -> RoundView:
    """Return the round.  Raises: Http404 if it is missing or hidden from this reader."""
    view = find_or_404(lambda: round_view(frame.section, number))
    if view.round.status == RoundStatus.DRAFT and not frame.sees_drafts:
        raise Http404
    return view


def asked_after(frame: SectionFrame, query: str) -> int | None:
    """Return the round after which the table is requested.  Raises: Http404 for a round that is not public."""
    if not query:
        return None
    public = {str(all_round.number) for all_round in frame.all_rounds if all_round.status != RoundStatus.DRAFT}
    require_found(query in public)
    return int(query)


# One line of a player's card.


@dataclass(frozen=True, slots=True)
class ResultLine:
    """One round of one player.  `side` is empty for a bye; `sum` is their score after it."""

    round: int | None
    round_url: str
    side: str
    opponent: Seat | None
    bye: str
    text: str
    sum: str
    url: str


def card_line(frame: SectionFrame, item: CardLine) -> ResultLine:
    pairing = item.pairing
    return ResultLine(
        round=pairing.round.number,
        round_url=frame.round_url(pairing.round),
        side=item.side.value if item.side else "",
        opponent=seat(frame, item.opponent) if item.opponent else None,
        bye=bye_name(pairing.bye) if pairing.bye else "",
        text=item.mark,
        sum=item.score,
        url=game_url(frame, pairing.game.pk) if pairing.game and has_moves(pairing) else "",
    )
