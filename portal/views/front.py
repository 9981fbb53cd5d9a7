"""The front page: a game that plays itself, three entry points, and current, upcoming and past events."""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from clocks.labels import clock_json
from games.models.record import milliseconds
from games.views.caching import etag_of, momentary_page, tagged, unchanged
from games.views.labels import game_name
from games.views.requests import reader_language
from games.views.viewer import diagram
from portal.selectors import boards_now, front_events
from tavleya.clocks.timekeeping import ClockState
from tavleya.law.library import regime
from tavleya.law.terms import FlagCaller
from tavleya.rules.contract import Move, Position
from tavleya.rules.pictures import board_svg, piece_defs
from tavleya.rules.registry import rules_for, spec_of
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.views.event_list import event_cards
from tournaments.views.frame import language
from tournaments.views.seats import numbered, seat_in

BOARDS = 6
EVENTS = 6


@require_safe
@momentary_page
def front(request: HttpRequest) -> HttpResponse:
    boards = boards_now(BOARDS)
    context = {
        "section_of_site": "home",
        "still": still(),
        "start": FIRST,
        "boards": [_board(board) for board in boards],
        "drawings": _drawings(boards),
        **{name: _cards(events) for name, events in front_events(timezone.localdate(), EVENTS).items()},
    }
    return render(request, "portal/front.html", context)


def _cards(events: Sequence[Event]) -> list[dict[str, object]]:
    return event_cards(events, {event.pk for event in events if event.playing})  # type: ignore[attr-defined]


def _drawings(boards: Sequence[Pairing]) -> SafeString:
    """Return the drawings of all pieces on the page, each once."""
    games = dict.fromkeys([GAME, *(board.game.game for board in boards if board.game)])
    return mark_safe("".join(piece_defs(game) for game in games))  # noqa: S308 (the site's drawings)


def _board(pairing: Pairing) -> dict[str, object]:
    """Return one board in progress.

    `clocks`: the state for `static/js/clock.js`, empty without clocks; `left`: White's and Black's ms.
    """
    game, section, black = pairing.game, pairing.round.section, pairing.black
    assert game is not None
    assert black is not None
    slug = section.event.slug
    first, second = seat_in(slug, section, pairing.white), seat_in(slug, section, black)
    snapshot, clock = game.snapshot, game.snapshot.get("clock")
    position = rules_for(game.game, game.rules).position(snapshot["position"])
    now, state = milliseconds(timezone.now()), ClockState.from_json(clock) if clock else None
    return {
        "key": game.pk,
        "url": numbered("live-board", slug, number=game.pk),
        "event": section.event.name_in(language()),
        "number": pairing.board,
        "white": first,
        "black": second,
        "turn": snapshot["turn"],
        "board": diagram(
            game.game,
            position,
            f"{first.name} – {second.name}, {game_name(game.game)}",
            key=f"now-{game.pk}",
            last_move=spec_of(game.game).grid.find(snapshot.get("last", "")),
        ),
        "clocks": clock_json(state, now),
        "left": state.left(now) if state else None,
        "announce_flag": regime(game.regime).flag_caller is not FlagCaller.PLAYER,
    }


@require_safe
def front_game(request: HttpRequest) -> HttpResponse:
    """Return the moves of the game on the front page, as changes of the board (`static/js/front.js`)."""
    etag = etag_of(request, "front game")
    if (response := unchanged(request, etag)) is not None:
        return response
    return tagged(request, JsonResponse({"frames": frames()}), etag)


# The game that the front page plays: the sample game of the book of tavreli; one tower grows to eleven
# pieces.

GAME = "tavreli"
#: The half-move at which the page begins, when there are already towers.
FIRST = 24
_FILE = Path(__file__).parent.parent / "demo_data" / "tavreli-games.json"
_NAME = "seed-game"
_SVG = "http://www.w3.org/2000/svg"


@cache
def moves() -> tuple[tuple[Position, Move | None], ...]:
    """Return each position with the move that led to it, None for the first."""
    (game,) = (record for record in json.loads(_FILE.read_text("utf-8"))["games"] if record["name"] == _NAME)
    rules = rules_for(GAME)
    position = rules.start()
    results: list[tuple[Position, Move | None]] = [(position, None)]
    for text in game["moves"]:
        move = rules.read(position, text)
        position = position.play(move)
        results.append((position, move))
    return tuple(results)


def still() -> SafeString:
    """Return the board as the page first shows it."""
    return mark_safe(_draw_board(FIRST))  # noqa: S308  the picture escapes its texts itself


def frames() -> list[dict[str, object]]:
    """Return the changes of each position from the one before; of the first from the last, because the game repeats.

    `squares`: the markup of each changed square, by name; `path`: the moved pieces' squares; `said`: the written move.
    """
    return _frames(reader_language())


@cache
def _frames(_language: str) -> list[dict[str, object]]:
    boards = [_squares(_draw_board(ply)) for ply in range(len(moves()))]
    results: list[dict[str, object]] = []
    for ply, squares in enumerate(boards):
        before = boards[ply - 1]
        move = moves()[ply][1]
        results.append(
            {
                "squares": {name: svg for name, svg in squares.items() if svg != before[name]},
                "path": list(move.squares[:2]) if move else [],
                "said": _move_caption(ply, move),
            }
        )
    return results


def _move_caption(ply: int, move: Move | None) -> str:
    if move is None:
        return gettext("Starting position")
    return f"{(ply + 1) // 2}{'.' if ply % 2 else '…'} {move.text}"


def _draw_board(ply: int) -> str:
    position, move = moves()[ply]
    return board_svg(
        dict(position.figures()),
        game=GAME,
        title=gettext("A recorded game of tavreli, playing by itself"),
        last_move=move.squares if move else (),
        coordinates=False,
        id_prefix="front-",
        defs=False,
        translate=gettext,
    )


def _squares(svg: str) -> dict[str, str]:
    """Return the markup of each square of a board."""
    root = ElementTree.fromstring(svg)  # noqa: S314 (made by board_svg)
    ElementTree.register_namespace("", _SVG)
    return {
        element.attrib["data-square"]: ElementTree.tostring(element, "unicode").replace(f' xmlns="{_SVG}"', "")
        for element in root.iter(f"{{{_SVG}}}g")
        if "data-square" in element.attrib
    }
