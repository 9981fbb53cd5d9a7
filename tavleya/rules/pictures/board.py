"""Boards as SVG strings; the same position gives the same string."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from html import escape
from math import hypot
from typing import Literal

from tavleya.rules.contract import FILES, Figure, Grid
from tavleya.rules.pictures.defs import Theme, drawings, paint, square_words
from tavleya.rules.pictures.tower import on_square
from tavleya.rules.registry import spec_of
from tavleya.rules.spec import GameSpec
from tavleya.sides import Side

Files = Literal["latin", "cyrillic"]

# Appendix Г.1 of the tavreli rules names the files with these letters.
_FILES = {"latin": FILES, "cyrillic": "абвгдежзик"}

# Hatching distinguishes white and black figures on any printer and copier; a grey may become white or black.
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
    """Return a board with its pieces as a standalone SVG document.

    `title` and `description` are text in the reader's language; `translate` renders the names of pieces inside the
    picture.  Every square is `<g class="sq …" data-square="e4">`, in either orientation.  The screen theme has only
    classes (`static/css/board.css` colours them); the print theme includes black and white.  `defs=False` refers to the
    drawings of `piece_defs(game)` elsewhere on the page.  `style`: an embedded style sheet, for a published picture
    (`colours.style_sheet`).  `interactive` makes the squares labelled buttons, one of them (`selected`, or the first)
    in the tab order, for use by a script.
    """
    game = game
    spec = spec_of(game)
    grid, piece_set, turned = spec.grid, spec.pieces, orientation is Side.BLACK
    prefix = id_prefix if defs else ""
    marked = _marks(last_move, check, selected, targets)
    focus = selected or grid.names[-1 if turned else 0]
    parts = [_head(spec, theme, title, description, coordinates, turned, id_prefix, interactive)]
    if style:
        parts.append(f"<style>{style}</style>")
    if defs:
        parts.append(drawings(game, prefix))
    fields = ("", "") if theme == "screen" else (' fill="#fff"', f' fill="url(#{id_prefix}hatch)"')
    if theme == "print":
        parts.append(_HATCH.format(id_prefix))
    for square, x, y, dark in _squares(grid, turned):
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
    width = grid.size * 100
    parts.append(f'<rect width="{width}" height="{width}" pointer-events="none" {paint("frame", theme)}/>')
    if coordinates:
        parts.append(_coordinates(grid, turned, files, theme))
    parts += [_arrow(grid, start, end, turned, theme) for start, end in arrows]
    parts.append("</svg>")
    return "".join(parts)


def _head(
    spec: GameSpec,
    theme: Theme,
    title: str,
    description: str,
    coordinates: bool,
    turned: bool,
    prefix: str,
    interactive: bool,
) -> str:
    side = spec.grid.size * 100
    margins = coordinates and not spec.grid.numbered
    box = f"-30 -6 {side + 36} {side + 36}" if margins else f"-6 -6 {side + 12} {side + 12}"
    css = f"board board-{theme} board-{spec.pieces.key}{' turned' if turned else ''}"
    described = f' aria-describedby="{prefix}board-desc"' if description else ""
    desc = f'<desc id="{prefix}board-desc">{escape(description)}</desc>' if description else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{css}" viewBox="{box}" '
        f'role="{"group" if interactive else "img"}" aria-labelledby="{prefix}board-title"{described}>'
        f'<title id="{prefix}board-title">{escape(title)}</title>{desc}'
    )


@cache
def _squares(grid: Grid, turned: bool) -> tuple[tuple[str, int, int, bool], ...]:
    """Return square, left, top, dark: in reading order of the picture."""
    last, cells = grid.size - 1, []
    for row in range(grid.size):
        for column in range(grid.size):
            file, rank = (last - column, row) if turned else (column, last - row)
            cells.append((grid.names[rank * grid.size + file], column * 100, row * 100, (file + rank) % 2 == 0))
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
    """Return the classes and the shapes of a square's marks."""
    shapes = {
        "last": '<rect x="2" y="2" width="96" height="96"',
        "check": f'<path d="{_CORNERS}"',
        "selected": '<rect x="4" y="4" width="92" height="92" rx="4"',
        "target": f'<path d="{_WEDGES}"' if occupied else '<circle cx="50" cy="50" r="15"',
    }
    css = "".join(f" {name}" for name in names)
    return css, "".join(f"{shapes[name]} {paint(name + '-mark', theme)}/>" for name in names)


def _coordinates(grid: Grid, turned: bool, files: Files, theme: Theme) -> str:
    if grid.numbered:
        return _numbers(grid, turned, theme)
    letters, digits = _FILES[files][: grid.size], [str(rank) for rank in range(grid.size, 0, -1)]
    if turned:
        letters, digits = letters[::-1], digits[::-1]
    attributes = paint("coord", theme)
    below = "".join(
        f'<text x="{place * 100 + 50}" y="{grid.size * 100 + 24}">{letter}</text>'
        for place, letter in enumerate(letters)
    )
    beside = "".join(f'<text x="-17" y="{place * 100 + 58}">{digit}</text>' for place, digit in enumerate(digits))
    return f'<g {attributes} aria-hidden="true">{below}{beside}</g>'


def _numbers(grid: Grid, turned: bool, theme: Theme) -> str:
    """Return the number of each dark square in its corner, clear of a man."""
    numbers = "".join(
        f'<text x="{x + 14}" y="{y + 20}">{name}</text>' for name, x, y, dark in _squares(grid, turned) if dark
    )
    return f'<g {paint("square-number", theme)} pointer-events="none" aria-hidden="true">{numbers}</g>'


def _arrow(grid: Grid, start: str, end: str, turned: bool, theme: Theme) -> str:
    """Return a straight arrow from the middle of one square to the middle of another."""
    (x1, y1), (x2, y2) = _middle(grid, start, turned), _middle(grid, end, turned)
    length = hypot(x2 - x1, y2 - y1)
    if not length:
        return ""
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    outline = (
        (22, 8), (length - 40, 8), (length - 40, 22), (length - 6, 0), (length - 40, -22), (length - 40, -8), (22, -8)
    )  # fmt: skip
    points = " ".join(
        f"{x1 + along * ux - across * uy:.1f},{y1 + along * uy + across * ux:.1f}" for along, across in outline
    )
    return f'<polygon points="{points}" pointer-events="none" {paint("arrow", theme)}/>'


def _middle(grid: Grid, square: str, turned: bool) -> tuple[int, int]:
    (file, rank), last = grid.places[square], grid.size - 1
    column, row = (last - file, rank) if turned else (file, last - rank)
    return column * 100 + 50, row * 100 + 50
