"""A board so small that its squares are one picture: a hundred of them on a page weigh little."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from tavleya.rules.contract import Figure
from tavleya.rules.pictures.pieces import on_square
from tavleya.rules.registry import spec_of
from tavleya.sides import Side

_DARK = "".join(
    f"M{column * 100} {row * 100}h100v100h-100z"
    for row in range(8)
    for column in range(8)
    if (row + column) % 2
)
_FIELDS = "mini-fields"


def mini_defs() -> str:
    """The empty board that `mini_svg` refers to, once a page; beside it `piece_defs` of each game on it."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" class="board-defs" width="0" height="0" aria-hidden="true" '
        f'focusable="false"><defs><g id="{_FIELDS}"><path class="mini-light" d="M0 0h800v800h-800z"/>'
        f'<path class="mini-dark" d="{_DARK}"/></g></defs></svg>'
    )


def mini_svg(
    figures: Mapping[str, tuple[Figure, ...]],
    *,
    game: str,
    title: str,
    orientation: Side = Side.WHITE,
    last_move: Sequence[str] = (),
) -> str:
    """A position without coordinates, for the eye; whoever cannot see it follows the link of its tile."""
    piece_set = spec_of(game).pieces
    head = 'xmlns="http://www.w3.org/2000/svg" class="mini board-screen" viewBox="0 0 800 800" role="img"'
    parts = [f'<svg {head} aria-label="{escape(title)}"><use href="#{_FIELDS}"/>']
    for square in dict.fromkeys(last_move):
        x, y = _place(square, orientation)
        parts.append(f'<path class="mini-last" d="M{x} {y}h100v100h-100z"/>')
    for square, pieces in sorted(figures.items()):
        x, y = _place(square, orientation)
        parts.append(f'<g transform="translate({x} {y})">{on_square(pieces, piece_set, "screen", "")}</g>')
    return "".join([*parts, "</svg>"])


def _place(square: str, orientation: Side) -> tuple[int, int]:
    column, row = "abcdefgh".index(square[0]), 8 - int(square[1])
    return (700 - column * 100, 700 - row * 100) if orientation is Side.BLACK else (column * 100, row * 100)
