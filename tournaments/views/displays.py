"""The public page of a simultaneous display."""

from __future__ import annotations

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
    shown = display(frame.section, drafts=frame.sees_drafts)
    context = {
        **frame.live_context(),
        "round": view.round,
        "status_name": status_name(view.round.status),
        "giver": seat(frame, shown.giver) if shown.giver else None,
        "display": shown,
        "score": shown.score,
        "boards": [
            {
                "number": one.pairing.board,
                "opponent": seat(frame, one.opponent),
                "side": one.side.value,
                "kind": "open" if one.points is None else _kind(one.points),
                "result": tuple(map(points_text, one.points)) if one.points is not None else None,
                "url": game_url(frame, one.pairing.game_id) if one.pairing.game_id else "",
            }
            for one in shown.boards
        ],
    }
    return render(request, "public/display.html", context)


def _kind(points: tuple[int, int]) -> str:
    own, other = points
    return "won" if own > other else "lost" if own < other else "drawn"
