"""The public page of a simultaneous display."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.live.events import channel, server_now_ms
from games.models.game import TrackingLevel
from games.views.caching import etag_of, is_shared, shared_part, tagged
from games.views.live import WallBoard
from games.views.requests import require_found
from tavleya.record.results import FACTS, Result
from tavleya.rules.pictures import mini_defs, piece_defs
from tavleya.tiebreaks.table import points_text
from tournaments.models.pairing import Pairing
from tournaments.models.round import RoundStatus
from tournaments.names import status_name
from tournaments.selectors.rounds import round_view
from tournaments.selectors.simul import display
from tournaments.views.boards import shown_round
from tournaments.views.frame import SectionFrame, round_name
from tournaments.views.seats import Seat, numbered, seat
from tournaments.views.tables import game_url, is_live


def round_page(request: HttpRequest, frame: SectionFrame, number: int | None) -> HttpResponse:
    view = round_view(frame.section, number)
    row = display(frame.section, drafts=frame.sees_drafts)
    context = {
        **frame.live_context(),
        "round": view.round,
        "status_name": status_name(view.round.status),
        "giver": seat(frame, row.giver) if row.giver else None,
        "display": row,
        "score": row.score,
        "boards": [
            {
                "number": board.pairing.board,
                "opponent": seat(frame, board.opponent),
                "side": board.side.value,
                "kind": "open" if board.points is None else _kind(board.points),
                "result": tuple(map(points_text, board.points)) if board.points is not None else None,
                "url": game_url(frame, board.pairing.game_id) if board.pairing.game_id else "",
            }
            for board in row.boards
        ],
    }
    return render(request, "public/display.html", context)


def _kind(points: tuple[int, int]) -> str:
    own, other = points
    return "won" if own > other else "lost" if own < other else "drawn"


# All boards of a round side by side, live: one page, one stream.

_LONGEST_KEY = 18


@dataclass(frozen=True, slots=True)
class Tile:
    """One board: players and state of the game."""

    key: int
    number: int
    seq: int
    url: str
    live: bool
    white: Seat
    black: Seat
    points: tuple[str, str]
    to_move: str
    clocks: str
    board: WallBoard


@require_safe
def wall(request: HttpRequest, slug: str, section_slug: str, number: int) -> HttpResponse:
    """Show all games of the round; with `game` only that tile, as the page requests after a move."""
    frame = SectionFrame.of(request, slug, section_slug, "round")
    view = shown_round(frame, number)
    pairings = played_boards(view.boards)
    only = request.GET.get("game", "")
    if only:
        pairings = [pairing for pairing in pairings if str(pairing.game_id) == only[:_LONGEST_KEY]]
        require_found(pairings)
        return _tile_alone(request, frame, pairings[0])
    public = frame.event.published and frame.event.archived_at is None
    is_shown = view.round.status != RoundStatus.DRAFT and public
    context = {
        **frame.context(),
        "round": view.round,
        "round_name": round_name(number),
        "round_url": frame.round_url(view.round),
        "tiles": [tile_of(frame, pairing) for pairing in pairings],
        "stream": f"/live/{channel('walls', view.round.pk)}" if is_shown else "",
        "drawings": wall_drawings(frame.section.game),
    }
    seen = "-".join(str(pairing.game.seq) for pairing in pairings if pairing.game)
    return tagged(request, render(request, "public/wall.html", context), etag_of(request, frame.version, seen))


def played_boards(boards: Iterable[Pairing]) -> list[Pairing]:
    """Return the boards with two players and a game."""
    return [board for board in boards if board.game_id and board.black_id]


def wall_drawings(game: str) -> SafeString:
    """Return the drawings to which the page's small boards refer; once per page."""
    return mark_safe(mini_defs(game) + piece_defs(game))  # noqa: S308  our own drawings


def _tile_alone(request: HttpRequest, frame: SectionFrame, pairing: Pairing) -> HttpResponse:
    """Return a tile, cached for each state of the game, for any number of viewers."""

    def make() -> HttpResponse:
        return render(request, "components/wall_tile.html", {"tile": tile_of(frame, pairing)})

    assert pairing.game is not None
    if not is_shared(request):
        return make()
    return shared_part(request, make, "wall", pairing.pk, pairing.game.digest, pairing.result)


def tile_of(frame: SectionFrame, pairing: Pairing) -> Tile:
    game, black = pairing.game, pairing.black
    assert game is not None
    assert black is not None
    white_seat, black_seat = seat(frame, pairing.white), seat(frame, black)
    title = gettext("Board %(number)s: %(white)s – %(black)s") % {
        "number": pairing.board,
        "white": white_seat.name,
        "black": black_seat.name,
    }
    live, board = is_live(game), WallBoard(game, title)
    name = "live-board" if live else "game"
    rows = FACTS[Result(pairing.result)].shown if pairing.result else ("", "")
    return Tile(
        key=game.pk,
        number=pairing.board,
        seq=game.seq,
        url=numbered(name, frame.event.slug, number=game.pk),
        live=live,
        white=white_seat,
        black=black_seat,
        points=(rows[0], rows[1]),
        to_move=board.to_move if game.tracking == TrackingLevel.LIVE else "",
        clocks=board.clocks(server_now_ms()) if live else "",
        board=board,
    )
