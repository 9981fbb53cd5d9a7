"""The drawings that boards refer to, once a document."""

from __future__ import annotations

from functools import cache

from games.rules.contract import Figure, Game
from games.rules.pictures.shapes_chess import CHESS
from games.rules.pictures.shapes_draughts import DRAUGHTS
from games.rules.pictures.shapes_tavreli import MARKS, TAVRELI

_SETS = {Game.CHESS: CHESS, Game.DRAUGHTS: DRAUGHTS, Game.TAVRELI: TAVRELI}


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
    parts = [f'<g id="{drawing_id(game, name, prefix)}">{markup}</g>' for name, markup in _SETS[game].items()]
    if game is Game.TAVRELI:
        parts += [
            f'<g id="{drawing_id(game, "mark-" + name, prefix)}" fill="currentColor" stroke="none">{markup}</g>'
            for name, markup in MARKS.items()
        ]
    return f"<defs>{''.join(parts)}</defs>"


def piece_defs(game: Game) -> str:
    """An invisible SVG with the drawings of `game`, for a page whose boards are made with `defs=False`."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" class="board-defs" width="0" height="0" aria-hidden="true" '
        f'focusable="false">{drawings(Game(game))}</svg>'
    )
