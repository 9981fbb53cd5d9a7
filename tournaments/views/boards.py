"""A game with its place in an event, for the pages about it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from games import hooks
from games.models.game import Game
from games.views.ledger import call_players
from games.views.requests import actor_of, find_or_404, require_found
from games.views.viewer import Viewer
from tavleya.pairing.keizer import Missing, ScorePart
from tavleya.sides import Side
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration
from tournaments.models.round import RoundStatus
from tournaments.models.section import Section
from tournaments.names import bye_name
from tournaments.selectors.persons import CardLine
from tournaments.selectors.rounds import RoundView, board_of_game, round_view
from tournaments.selectors.table import LadderRow, ladder
from tournaments.views.frame import SectionFrame, language, round_name
from tournaments.views.seats import Seat, seat
from tournaments.views.tables import game_url, has_moves

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


_SIGNS = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 6): "⅙",
    Fraction(5, 6): "⅚",
}


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
