"""The replay of the two clocks: with physical readings for arbiters, public once a game is over."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.timezone import is_aware, make_aware
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from arbiter.messages import say
from arbiter.services.clock_readings import read_clocks
from arbiter.views.desk import BoardFrame
from clocks.readings import parse_reading
from clocks.replay import TOLERANCE
from games.live.events import server_now_ms
from games.models.game import Game
from games.verification import rows_of
from games.views.caching import fresh
from games.views.requests import Attempt, actor_of, redirect_with, require_found
from games.views.viewer import GameInstant, clock_replay, clocks_recorded
from tavleya.errors import BadInput
from tavleya.permissions import Action
from tavleya.sides import Side
from tournaments.views.boards import find_board
from tournaments.views.frame import SectionFrame, round_name

PART = "X-Part"


@require_http_methods(["GET", "HEAD", "POST"])
def clocks(request: HttpRequest, slug: str, game_id: int) -> HttpResponse:
    """Show the replay at `at` or `entry`; on POST, record the readings of physical clocks."""
    frame = BoardFrame.of(request, slug, game_id, Action.SEE_DESK)
    if attempt := Attempt(request, lambda: _read(frame, timezone.now())):
        return redirect_with(
            request,
            gettext("The reading has been recorded; no clock was changed."),
            "board-clocks",
            slug=slug,
            game_id=game_id,
        )
    if attempt.error:
        frame = BoardFrame.of(request, slug, game_id, Action.SEE_DESK)
    replay = _replay_context(frame.game, request.GET)
    if PART in request.headers:
        return _part(request, replay)
    return frame.answer(
        "hall/clocks.html",
        {**replay, "given": request.POST, "reads": frame.may(Action.SET_CLOCKS), "tolerance": TOLERANCE // 1000},
        attempt.error,
    )


@require_safe
def public_clocks(request: HttpRequest, slug: str, game_id: int) -> HttpResponse:
    """Show the replay of a finished game, without users and reasons."""
    board = find_board(request, slug, game_id)
    require_found(clocks_recorded(board.game))
    replay = _replay_context(board.game, request.GET, public=True)
    if PART in request.headers:
        return _part(request, replay)
    context = {
        **SectionFrame(request, actor_of(request), board.section, "round").context(),
        **replay,
        "slug": slug,
        "game": board.game,
        "round_name": round_name(board.pairing.round.number),
        "board_number": board.pairing.board,
    }
    return render(request, "arbiter/clocks.html", context)


def _replay_context(game: Game, query: Mapping[str, str], *, public: bool = False) -> dict[str, Any]:
    replay = clock_replay(rows_of(game), server_now_ms(), public=public)
    return {"clocks": replay, "instant": GameInstant(game, replay, replay.asked(query))}


def _part(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    response = render(request, "clocks/instant.html", context)
    response[PART] = "instant"
    return fresh(response)


def _read(frame: BoardFrame, now: datetime) -> None:
    form_data = frame.request.POST
    read_clocks(
        actor=frame.actor,
        now=now,
        game_id=frame.game.pk,
        read={side: parse_reading(text) for side in Side if (text := form_data.get(f"read_{side.value}", "").strip())},
        read_at=read_instant(form_data.get("read_at", "").strip()),
        note=form_data.get("note", ""),
        idempotency_key=frame.request.request_id,  # type: ignore[attr-defined]
    )


# Dates and times entered on a page, by the event's clock, whose time zone is active during the request.


def read_instant(text: str) -> datetime | None:
    """Parse an instant, None for an empty field. Raises: BadInput ("bad_instant")."""
    if not text:
        return None
    try:
        instant = parse_datetime(text)
    except ValueError:
        instant = None
    if instant is None:
        raise BadInput(say("bad_instant"))
    return instant if is_aware(instant) else make_aware(instant)
