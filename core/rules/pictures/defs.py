"""The drawings that boards refer to, once a document."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from core.rules.contract import Figure, Game
from core.rules.pictures.shapes_chess import CHESS
from core.rules.pictures.shapes_draughts import DRAUGHTS
from core.rules.pictures.shapes_tavreli import EMBLEMS, MARKS, drums


def code(figure: Figure) -> str:
    """The figure's kind as the position text writes it: `R`, `PR` (a ratnik), `+R` (a promoted one)."""
    if figure.promoted:
        return "+" + figure.kind
    return figure.kind + figure.becomes


def drawing_id(game: Game, name: str, prefix: str = "") -> str:
    """The id of a drawing; `+` is not at home in a fragment."""
    return f"{prefix}{game.value}-{name.replace('+', 'x')}"


@cache
def drawings(game: Game, prefix: str = "") -> str:
    """A `<defs>` element with every drawing of the game, ids beginning with `prefix`."""
    parts = [
        f'<g id="{drawing_id(game, name, prefix)}">{markup}</g>'
        for name, markup in _set(game, prefix).items()
    ]
    return f"<defs>{''.join(parts)}</defs>"


def _set(game: Game, prefix: str) -> Mapping[str, str]:
    if game is Game.CHESS:
        return CHESS
    if game is Game.DRAUGHTS:
        return DRAUGHTS
    marks = {
        f"mark-{letter}": f'<g fill="currentColor" stroke="none">{markup}</g>'
        for letter, markup in MARKS.items()
    }
    return _emblems() | drums(lambda letter: emblem(letter, prefix)) | marks


def _emblems() -> dict[str, str]:
    return {f"emblem-{letter}": markup for letter, markup in EMBLEMS.items()}


def emblem(letter: str, prefix: str = "") -> str:
    """A reference to the emblem of a tavrel, which takes the paint of where it stands."""
    return f'<use href="#{drawing_id(Game.TAVRELI, "emblem-" + letter, prefix)}"/>'


@cache
def emblem_drawings(prefix: str = "") -> str:
    """A `<defs>` element with the emblems of the tavreli alone."""
    parts = [
        f'<g id="{drawing_id(Game.TAVRELI, name, prefix)}">{markup}</g>'
        for name, markup in _emblems().items()
    ]
    return f"<defs>{''.join(parts)}</defs>"


def piece_defs(game: Game) -> str:
    """An invisible SVG with the drawings of `game`, for a page whose boards are made with `defs=False`."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" class="board-defs" width="0" height="0" aria-hidden="true" '
        f'focusable="false">{drawings(Game(game))}</svg>'
    )
