"""Boards as SVG: one picture, one string, the same for the same position."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from html import escape
from math import hypot
from typing import Literal

from tavleya.rules.contract import Figure
from tavleya.rules.pictures.defs import drawings
from tavleya.rules.pictures.descriptions import square_words
from tavleya.rules.pictures.paint import Theme, paint
from tavleya.rules.pictures.pieces import on_square
from tavleya.rules.registry import spec_of
from tavleya.sides import Side

Files = Literal["latin", "cyrillic"]

# Appendix Г.1 of the tavreli rules names the files by these letters.
_FILES = {"latin": "abcdefgh", "cyrillic": "абвгдежз"}

# Hatching keeps white and black figures apart on any printer and copier; a grey may come out white or black.
_HATCH = (
    '<defs><pattern id="{}hatch" width="10" height="10" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<rect width="10" height="10" fill="#fff"/><rect width="1.4" height="10" fill="#000"/></pattern></defs>'
)
_CORNERS = "M4 28V4H28M72 4H96V28M96 72V96H72M28 96H4V72"
_WEDGES = "M0 0H24L0 24ZM100 0V24L76 0ZM100 100H76L100 76ZM0 100V76L24 100Z"


def board_svg(
    figures: Mapping[str, tuple[Figure, ...]],
    *,
    game: str,
    title: str,
    description: str = "",
    orientation: Side = Side.WHITE,
    last_move: Sequence[str] = (),
    check: str | None = None,
    selected: str | None = None,
    targets: Sequence[str] = (),
    arrows: Sequence[tuple[str, str]] = (),
    coordinates: bool = True,
    files: Files = "latin",
    theme: Theme = "screen",
    id_prefix: str = "",
    defs: bool = True,
    interactive: bool = False,
    style: str = "",
    translate: Callable[[str], str] = str,
) -> str:
    """A board with its pieces as a standalone SVG document.

    `title` and `description` are text in the reader's language; `translate` renders the names of pieces that the
    picture itself needs.  Every square is `<g class="sq …" data-square="e4">`, whichever way the board is turned.
    The screen theme has classes only (`static/css/board.css` colours them); the print theme carries its own black
    and white.  `defs=False` refers to the drawings of `piece_defs(game)` elsewhere on the page.  `style`: a style sheet
    of its own, for a picture that is given away (`colours.style_sheet`).  `interactive` makes
    the squares buttons with labels, one of them (`selected`, or the first) in the tab order, for a script to drive.
    """
    game = game
    piece_set = spec_of(game).pieces
    prefix = id_prefix if defs else ""
    marked = _marks(last_move, check, selected, targets)
    focus = selected or ("a1" if orientation is Side.WHITE else "h8")
    parts = [_head(game, theme, title, description, coordinates, id_prefix, interactive)]
    if style:
        parts.append(f"<style>{style}</style>")
    if defs:
        parts.append(drawings(game, prefix))
    fields = ("", "") if theme == "screen" else (' fill="#fff"', f' fill="url(#{id_prefix}hatch)"')
    if theme == "print":
        parts.append(_HATCH.format(id_prefix))
    for square, x, y, dark in _squares(orientation is Side.BLACK):
        pieces = figures.get(square, ())
        css, marks = _marking(marked.get(square, ()), bool(pieces), theme)
        shade = "dark" if dark else "light"
        attributes = f'class="sq {shade}{css}" data-square="{square}" transform="translate({x} {y})"'
        words = ""
        if interactive or len(pieces) > 1:
            words = escape(square_words(square, pieces, game).render(translate))
        if interactive:
            attributes += f' role="button" tabindex="{0 if square == focus else -1}" aria-label="{words}"'
        parts.append(f"<g {attributes}>")
        if len(pieces) > 1:
            parts.append(f"<title>{words}</title>")
        parts.append(f'<rect width="100" height="100"{fields[dark]}/>{marks}')
        if pieces:
            parts.append(on_square(pieces, piece_set, theme, prefix))
        parts.append("</g>")
    parts.append(f'<rect width="800" height="800" pointer-events="none" {paint("frame", theme)}/>')
    if coordinates:
        parts.append(_coordinates(orientation is Side.BLACK, files, theme))
    parts += [_arrow(start, end, orientation is Side.BLACK, theme) for start, end in arrows]
    parts.append("</svg>")
    return "".join(parts)


def _head(
    game: str,
    theme: Theme,
    title: str,
    description: str,
    coordinates: bool,
    prefix: str,
    interactive: bool,
) -> str:
    box = "-30 -6 836 836" if coordinates else "-6 -6 812 812"
    css = f"board board-{theme} board-{spec_of(game).pieces.key}"
    described = f' aria-describedby="{prefix}board-desc"' if description else ""
    desc = f'<desc id="{prefix}board-desc">{escape(description)}</desc>' if description else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{css}" viewBox="{box}" '
        f'role="{"group" if interactive else "img"}" aria-labelledby="{prefix}board-title"{described}>'
        f'<title id="{prefix}board-title">{escape(title)}</title>{desc}'
    )


@cache
def _squares(turned: bool) -> tuple[tuple[str, int, int, bool], ...]:
    """Square, left, top, dark: in reading order of the picture."""
    cells = []
    for row in range(8):
        for column in range(8):
            file, rank = (7 - column, row) if turned else (column, 7 - row)
            cells.append((f"{'abcdefgh'[file]}{rank + 1}", column * 100, row * 100, (file + rank) % 2 == 0))
    return tuple(cells)


def _marks(
    last_move: Sequence[str], check: str | None, selected: str | None, targets: Sequence[str]
) -> dict[str, list[str]]:
    marked: dict[str, list[str]] = {}
    for square in last_move:
        if "last" not in marked.setdefault(square, []):
            marked[square].append("last")
    for name, marked_square in (("check", check), ("selected", selected)):
        if marked_square:
            marked.setdefault(marked_square, []).append(name)
    for square in targets:
        marked.setdefault(square, []).append("target")
    return marked


def _marking(names: Sequence[str], occupied: bool, theme: Theme) -> tuple[str, str]:
    """The classes and the shapes of a square's marks."""
    shapes = {
        "last": '<rect x="2" y="2" width="96" height="96"',
        "check": f'<path d="{_CORNERS}"',
        "selected": '<rect x="4" y="4" width="92" height="92" rx="4"',
        "target": f'<path d="{_WEDGES}"' if occupied else '<circle cx="50" cy="50" r="15"',
    }
    css = "".join(f" {name}" for name in names)
    return css, "".join(f"{shapes[name]} {paint(name + '-mark', theme)}/>" for name in names)


def _coordinates(turned: bool, files: Files, theme: Theme) -> str:
    letters, digits = _FILES[files], "87654321"
    if turned:
        letters, digits = letters[::-1], digits[::-1]
    attributes = paint("coord", theme)
    below = "".join(
        f'<text x="{place * 100 + 50}" y="824">{letter}</text>' for place, letter in enumerate(letters)
    )
    beside = "".join(
        f'<text x="-17" y="{place * 100 + 58}">{digit}</text>' for place, digit in enumerate(digits)
    )
    return f'<g {attributes} aria-hidden="true">{below}{beside}</g>'


def _arrow(start: str, end: str, turned: bool, theme: Theme) -> str:
    """A straight arrow from the middle of one square to the middle of another."""
    (x1, y1), (x2, y2) = _middle(start, turned), _middle(end, turned)
    length = hypot(x2 - x1, y2 - y1)
    if not length:
        return ""
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    outline = (
        (22, 8), (length - 40, 8), (length - 40, 22), (length - 6, 0), (length - 40, -22), (length - 40, -8), (22, -8)
    )  # fmt: skip
    points = " ".join(
        f"{x1 + along * ux - across * uy:.1f},{y1 + along * uy + across * ux:.1f}"
        for along, across in outline
    )
    return f'<polygon points="{points}" pointer-events="none" {paint("arrow", theme)}/>'


def _middle(square: str, turned: bool) -> tuple[int, int]:
    file, rank = "abcdefgh".index(square[0]), int(square[1]) - 1
    return ((7 - file) * 100 + 50, rank * 100 + 50) if turned else (file * 100 + 50, (7 - rank) * 100 + 50)
