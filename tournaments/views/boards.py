"""Public pages of boards: a wall of boards, a ladder, a simultaneous display, and a game with its place in an event."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games import hooks
from games.live.events import channel, server_now_ms
from games.models.game import Game, TrackingLevel
from games.views.caching import etag_of, is_shared, shared_part, tagged
from games.views.ledger import call_players
from games.views.live import WallBoard
from games.views.requests import actor_of, find_or_404, require_found
from games.views.viewer import Viewer
from tavleya.pairing.keizer import Missing, ScorePart
from tavleya.record.results import FACTS, Result
from tavleya.rules.pictures import mini_defs, piece_defs
from tavleya.sides import Side
from tavleya.tiebreaks.table import points_text
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration
from tournaments.models.round import RoundStatus
from tournaments.models.section import Section
from tournaments.names import bye_name, status_name
from tournaments.selectors.persons import CardLine
from tournaments.selectors.rounds import RoundView, board_of_game, round_view
from tournaments.selectors.simul import display
from tournaments.selectors.table import LadderRow, ladder
from tournaments.views.frame import SectionFrame, language, round_name
from tournaments.views.seats import Seat, numbered, seat
from tournaments.views.tables import game_url, has_moves, is_live

# The public page of a simultaneous display.


def round_page(request: HttpRequest, frame: SectionFrame, number: int | None) -> HttpResponse:
    view = round_view(frame.section, number)
    simul = display(frame.section, drafts=frame.sees_drafts)
    context = {
        **frame.live_context(),
        "round": view.round,
        "status_name": status_name(view.round.status),
        "giver": seat(frame, simul.giver) if simul.giver else None,
        "display": simul,
        "score": simul.score,
        "boards": [
            {
                "number": board.pairing.board,
                "opponent": seat(frame, board.opponent),
                "side": board.side.value,
                "kind": "open" if board.points is None else _kind(board.points),
                "result": tuple(map(points_text, board.points)) if board.points is not None else None,
                "url": game_url(frame, board.pairing.game_id) if board.pairing.game_id else "",
            }
            for board in simul.boards
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
    points = FACTS[Result(pairing.result)].shown if pairing.result else ("", "")
    return Tile(
        key=game.pk,
        number=pairing.board,
        seq=game.seq,
        url=numbered(name, frame.event.slug, number=game.pk),
        live=live,
        white=white_seat,
        black=black_seat,
        points=(points[0], points[1]),
        to_move=board.to_move if game.tracking == TrackingLevel.LIVE else "",
        clocks=board.clocks(server_now_ms()) if live else "",
        board=board,
    )


# The public table of a section that is ranked by a ladder, with the parts of every score.

_MISSING: Mapping[Missing, Callable[[], str]] = {
    Missing.BYE: lambda: gettext("no opponent was left"),
    Missing.DUTY: lambda: gettext("away for the club"),
    Missing.EXCUSED: lambda: gettext("away, excused"),
    Missing.UNEXCUSED: lambda: gettext("away"),
}


def standings(request: HttpRequest, frame: SectionFrame, after: int | None) -> HttpResponse:
    rows = ladder(frame.section, after)
    names = {row.registration.pk: seat(frame, row.registration).name for row in rows}
    context = {
        **frame.live_context(),
        "after": after,
        "round_choices": round_selector(frame, after),
        "now_url": frame.url("standings"),
        "rows": [_ladder_line(frame, row, names) for row in rows],
        "own": frame.section.options.get("own", 1),
    }
    return render(request, "public/ladder.html", context)


def _ladder_line(frame: SectionFrame, row: LadderRow, names: Mapping[int, str]) -> dict[str, Any]:
    return {
        "place": row.place,
        "seat": seat(frame, row.registration),
        "value": row.value,
        "own": row.own,
        "score": amount_text(row.score),
        "played": sum(part.past_round.opponent is not None for part in row.parts),
        "parts": [_part(number, part, names) for number, part in enumerate(row.parts, start=1)],
    }


def _part(number: int, part: ScorePart, names: Mapping[int, str]) -> dict[str, str]:
    past = part.past_round
    if past.opponent is not None:
        words = {2: gettext("beat %(name)s"), 1: gettext("drew with %(name)s")}.get(
            past.points, gettext("lost to %(name)s")
        ) % {"name": names[past.opponent]}
    else:
        words = _MISSING[past.missing]()
    return {
        "round": round_name(number),
        "words": words,
        "reckoning": f"{amount_text(part.share)} × {part.value}",
        "amount": amount_text(part.amount),
    }


def amount_text(amount: Fraction) -> str:
    """Return an amount as text: `48½`, `30⅓`, `7`; fractions without a Unicode sign as `3 5/6`."""
    whole, rest = divmod(amount, 1)
    if not rest:
        return str(whole)
    sign = _SIGNS.get(rest)
    if sign:
        return f"{whole or ''}{sign}"
    return f"{whole or ''} {rest.numerator}/{rest.denominator}".strip()


_SIGNS = {Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔", Fraction(1, 6): "⅙", Fraction(5, 6): "⅚"}


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
    public = [round_ for round_ in frame.all_rounds if round_.number and round_.status != RoundStatus.DRAFT]
    if len(public) < 2:
        return []
    url = frame.url("standings")
    return [
        {"number": round_.number, "url": f"{url}?after={round_.number}", "current": round_.number == after}
        for round_ in public
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
    public = {str(round_.number) for round_ in frame.all_rounds if round_.status != RoundStatus.DRAFT}
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
