"""The game that the front page plays: the sample game of the book of tavreli; one tower grows to eleven pieces."""

import json
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from games.views.languages import reader_language
from tavleya.rules.contract import Move, Position
from tavleya.rules.pictures import board_svg
from tavleya.rules.registry import rules_for

GAME = "tavreli"
#: The page begins after so many moves of either side, when there are towers to be seen.
FIRST = 24
_FILE = Path(__file__).parent.parent / "demo_data" / "tavreli-games.json"
_NAME = "seed-game"
_SVG = "http://www.w3.org/2000/svg"


@cache
def moves() -> tuple[tuple[Position, Move | None], ...]:
    """Return each position with the move that led to it, None for the first."""
    (game,) = (load for load in json.loads(_FILE.read_text("utf-8"))["games"] if load["name"] == _NAME)
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
    every = [_squares(_draw_board(ply)) for ply in range(len(moves()))]
    results: list[dict[str, object]] = []
    for ply, squares in enumerate(every):
        before = every[ply - 1]
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
        element.attrib["data-square"]: ElementTree.tostring(element, "unicode").replace(
            f' xmlns="{_SVG}"', ""
        )
        for element in root.iter(f"{{{_SVG}}}g")
        if "data-square" in element.attrib
    }
