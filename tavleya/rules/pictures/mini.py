"""A small board whose squares are one picture, so that a page can show a hundred of them."""

from collections.abc import Mapping, Sequence
from html import escape

from tavleya.rules.contract import Figure
from tavleya.rules.grid import Grid
from tavleya.rules.pictures.pieces import on_square
from tavleya.rules.registry import spec_of
from tavleya.sides import Side


def mini_defs(game: str) -> str:
    """Return the empty board that `mini_svg` refers to, once per page, next to `piece_defs` of each game on it."""
    size = spec_of(game).grid.size
    dark = "".join(
        f"M{column * 100} {row * 100}h100v100h-100z"
        for row in range(size)
        for column in range(size)
        if (row + column) % 2
    )
    side = size * 100
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" class="board-defs" width="0" height="0" aria-hidden="true" '
        f'focusable="false"><defs><g id="{_fields(size)}"><path class="mini-light" d="M0 0h{side}v{side}h-{side}z"/>'
        f'<path class="mini-dark" d="{dark}"/></g></defs></svg>'
    )


def _fields(size: int) -> str:
    return f"mini-fields-{size}"


def mini_svg(
    figures: Mapping[str, tuple[Figure, ...]],
    *,
    game: str,
    title: str,
    orientation: Side = Side.WHITE,
    last_move: Sequence[str] = (),
) -> str:
    """Return a position without coordinates, only visual; the link of its tile is the accessible alternative."""
    spec = spec_of(game)
    grid, side = spec.grid, spec.grid.size * 100
    head = (
        f'xmlns="http://www.w3.org/2000/svg" class="mini board-screen" viewBox="0 0 {side} {side}" role="img"'
    )
    parts = [f'<svg {head} aria-label="{escape(title)}"><use href="#{_fields(grid.size)}"/>']
    for square in dict.fromkeys(last_move):
        x, y = _place(grid, square, orientation)
        parts.append(f'<path class="mini-last" d="M{x} {y}h100v100h-100z"/>')
    for square, pieces in sorted(figures.items()):
        x, y = _place(grid, square, orientation)
        parts.append(f'<g transform="translate({x} {y})">{on_square(pieces, spec.pieces, "screen", "")}</g>')
    return "".join([*parts, "</svg>"])


def _place(grid: Grid, square: str, orientation: Side) -> tuple[int, int]:
    (file, rank), last = grid.places[square], grid.size - 1
    column, row = (last - file, rank) if orientation is Side.BLACK else (file, last - rank)
    return column * 100, row * 100
