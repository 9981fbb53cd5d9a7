"""The front page: a game that plays itself, three entry points, and current, upcoming and past events."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

from clocks.labels import clock_json
from games.models.record import milliseconds
from games.views.caching import etag_of, momentary_page, tagged, unchanged
from games.views.diagram import diagram
from games.views.labels import game_name
from portal.selectors.front import boards_now, front_events
from portal.views.front_game import FIRST, GAME, frames, still
from tavleya.clocks.timekeeping import ClockState
from tavleya.law.library import regime
from tavleya.law.terms import FlagCaller
from tavleya.rules.pictures import piece_defs
from tavleya.rules.registry import rules_for, spec_of
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.views.addresses import numbered
from tournaments.views.event_list import event_cards
from tournaments.views.frame import language
from tournaments.views.seats import Seat, seat_in

BOARDS = 6
EVENTS = 6


@dataclass(frozen=True, slots=True)
class BoardNow:
    """One board in progress: `clocks` is the state for `static/js/clock.js`, empty without clocks; `left` are White's
    and

    Black's ms.
    """

    key: int
    url: str
    event: str
    number: int
    white: Seat
    black: Seat
    turn: str
    board: SafeString
    clocks: str
    left: tuple[int, int] | None
    announce_flag: bool


@require_safe
@momentary_page
def front(request: HttpRequest) -> HttpResponse:
    boards = boards_now(BOARDS)
    events = front_events(timezone.localdate(), EVENTS)
    lists = (("now", events.now), ("next", events.next), ("finished", events.finished))
    context = {
        "section_of_site": "home",
        "still": still(),
        "start": FIRST,
        "boards": [_board(board) for board in boards],
        "drawings": _drawings(boards),
        **{name: _cards(results) for name, results in lists},
    }
    return render(request, "portal/front.html", context)


def _cards(events: Sequence[Event]) -> list[dict[str, object]]:
    return event_cards(events, {event.pk for event in events if event.playing})  # type: ignore[attr-defined]


def _drawings(boards: Sequence[Pairing]) -> SafeString:
    """Return the drawings of all pieces on the page, each once."""
    games = dict.fromkeys([GAME, *(board.game.game for board in boards if board.game)])
    return mark_safe("".join(piece_defs(game) for game in games))  # noqa: S308 (the site's drawings)


def _board(pairing: Pairing) -> BoardNow:
    game, section, black = pairing.game, pairing.round.section, pairing.black
    assert game is not None
    assert black is not None
    slug = section.event.slug
    first, second = seat_in(slug, section, pairing.white), seat_in(slug, section, black)
    row, clock = game.snapshot, game.snapshot.get("clock")
    position = rules_for(game.game, game.rules).position(row["position"])
    now, state = milliseconds(timezone.now()), ClockState.from_json(clock) if clock else None
    return BoardNow(
        game.pk,
        numbered("live-board", slug, number=game.pk),
        section.event.name_in(language()),
        pairing.board,
        first,
        second,
        turn=row["turn"],
        board=diagram(
            game.game,
            position,
            f"{first.name} – {second.name}, {game_name(game.game)}",
            key=f"now-{game.pk}",
            last_move=spec_of(game.game).grid.find(row.get("last", "")),
        ),
        clocks=clock_json(state, now),
        left=state.left(now) if state else None,
        announce_flag=regime(game.regime).flag_caller is not FlagCaller.PLAYER,
    )


@require_safe
def front_game(request: HttpRequest) -> HttpResponse:
    """Return the moves of the game on the front page, as changes of the board (`static/js/front.js`)."""
    etag = etag_of(request, "front game")
    if (answer := unchanged(request, etag)) is not None:
        return answer
    return tagged(request, JsonResponse({"frames": frames()}), etag)
