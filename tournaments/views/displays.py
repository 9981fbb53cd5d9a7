"""The public page of a simultaneous display."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tavleya.tiebreaks.table import points_text
from tournaments.names import status_name
from tournaments.selectors.rounds import round_view
from tournaments.selectors.simul import display
from tournaments.views.frame import SectionFrame
from tournaments.views.seats import seat
from tournaments.views.tables import game_url


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
