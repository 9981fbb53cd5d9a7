"""Boards as SVG strings; the same position gives the same string."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from html import escape
from math import hypot
from typing import Literal

from tavleya.rules.contract import FILES, Figure, Grid
from tavleya.rules.pictures.defs import (
    Theme,
    code,
    drawing_id,
    drawings,
    paint,
    piece_name,
    reference,
    side_role,
    square_words,
)
from tavleya.rules.registry import spec_of
from tavleya.rules.spec import GameSpec, PieceSet
from tavleya.sides import Side

# The pieces of one square.


def on_square(pieces: tuple[Figure, ...], piece_set: PieceSet, theme: Theme, prefix: str) -> str:
    """Return the markup of the pieces of one square, in a box of 100 by 100; `pieces` are from the top down."""
    if piece_set.stacked:
        return stack(pieces, piece_set.key, theme, prefix)
    return "".join(
        f'<use href="#{drawing_id(piece_set.key, code(figure), prefix)}" {paint(side_role(figure.side), theme)}/>'
        for figure in pieces
    )


# A small board whose squares are one picture, so that a page can show a hundred of them.


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
        f'focusable="false"><defs><g id="{_fields_id(size)}"><path class="mini-light" d="M0 0h{side}v{side}h-{side}z"/>'
        f'<path class="mini-dark" d="{dark}"/></g></defs></svg>'
    )


def _fields_id(size: int) -> str:
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
    head = f'xmlns="http://www.w3.org/2000/svg" class="mini board-screen" viewBox="0 0 {side} {side}" role="img"'
    parts = [f'<svg {head} aria-label="{escape(title)}"><use href="#{_fields_id(grid.size)}"/>']
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
    (`defs.style_sheet`).  `interactive` makes the squares labelled buttons, one of them (`selected`, or the first)
    in the tab order, for use by a script.
    """
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
    fills = ("", "") if theme == "screen" else (' fill="#fff"', f' fill="url(#{id_prefix}hatch)"')
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
        parts.append(f'<rect width="100" height="100"{fills[dark]}/>{marks}')
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
    file_labels = "".join(
        f'<text x="{index * 100 + 50}" y="{grid.size * 100 + 24}">{letter}</text>'
        for index, letter in enumerate(letters)
    )
    rank_labels = "".join(f'<text x="-17" y="{index * 100 + 58}">{digit}</text>' for index, digit in enumerate(digits))
    return f'<g {attributes} aria-hidden="true">{file_labels}{rank_labels}</g>'


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


# One enlarged tower for the side panel: every piece with its number from the top, its drum, letter and
# name.

_STEP = 44
_TEXT = 162


def tower_svg(
    figures: Sequence[Figure],
    *,
    game: str,
    title: str,
    description: str = "",
    theme: Theme = "screen",
    letters: Mapping[str, str] | None = None,
    names: bool = True,
    translate: Callable[[str], str] = str,
    id_prefix: str = "",
    defs: bool = True,
) -> str:
    """Return one tower from the side, the top first: number from the top, drum, letter and name of every piece.

    The number is the count in brackets in the notation of a move: how many pieces are lifted.  `letters` contains the
    letters of another language by piece code (`R`, `PR`, `+R`); `names=False` omits the names.  `defs=False` refers to
    the drawings of `piece_defs` elsewhere on the page.
    """
    prefix = id_prefix if defs else ""
    key = spec_of(game).pieces.key
    lines = [_line(figure, game, letters or {}, names, translate) for figure in figures]
    # 11 is a generous advance at 20 px for the reader's font; a minimum keeps towers of one page in scale.
    width = max(460 if names else 220, _TEXT + 11 * max(map(len, lines)) + 12)
    height = _STEP * len(figures) + 32
    parts = [
        _tower_head(width, height, f"tower tower-{theme}", title, description, id_prefix),
        drawings(game, prefix, "emblem-") if defs else "",
        *(_drum(number, *row, key, theme, prefix) for number, row in enumerate(zip(figures, lines, strict=True), 1)),
        f'<rect x="34" y="{height - 11}" width="116" height="6" rx="3" {paint("plinth", theme)}/></svg>',
    ]
    return "".join(parts)


def _tower_head(width: int, height: int, css: str, title: str, description: str, id_prefix: str) -> str:
    described = f' aria-describedby="{id_prefix}tower-desc"' if description else ""
    desc = f'<desc id="{id_prefix}tower-desc">{escape(description)}</desc>' if description else ""
    box = f'class="{css}" viewBox="0 0 {width} {height}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {box} role="img" aria-labelledby="{id_prefix}tower-title"{described}>'
        f'<title id="{id_prefix}tower-title">{escape(title)}</title>{desc}'
    )


def _line(figure: Figure, game: str, letters: Mapping[str, str], names: bool, translate: Callable[[str], str]) -> str:
    letter = letters.get(code(figure), code(figure))
    return f"{letter} · {piece_name(figure, game).render(translate)}" if names else letter


def _drum(number: int, figure: Figure, line: str, key: str, theme: Theme, prefix: str) -> str:
    """Return one row: number, drum with the full emblem, text."""
    y = 12 + _STEP * (number - 1)
    emblem = reference(key, f"emblem-{figure.becomes or figure.kind}", prefix)
    picture = f'<g transform="translate(65 {y + 2}) scale(.54)">{emblem}</g>'
    return (
        f'<g class="drum" data-number="{number}"><text x="24" y="{y + 28}" {paint("number", theme)}>{number}</text>'
        f"<g {paint(side_role(figure.side), theme)}>{side_outline(figure, 36, y, 112, 42)}"
        f'<g fill="currentColor" stroke="none">{picture}</g></g>'
        f'<text x="{_TEXT}" y="{y + 28}" {paint("label", theme)}>{escape(line)}</text></g>'
    )


# The side of a drum, seen from a little above, so that its edges bend.
#
# A broad slab is a piece, a narrow one with round corners a ratnik, one with notched ends a promoted
# ratnik.

_NARROW = 0.72
_BEND = 0.07  # of the width


def side_width(figure: Figure, width: float) -> float:
    """Return the width of the drum if a full one has `width`."""
    return width * _NARROW if figure.becomes and not figure.promoted else width


def side_bend(width: float) -> float:
    """Return how far the middle of an edge is below its ends, for a full drum of this width."""
    return width * _BEND


def side_outline(figure: Figure, x: float, y: float, width: float, height: float) -> str:
    """Return the outline of a drum from its upper left corner; it inherits its paint.

    It reaches `side_bend(width)` below the box.
    """
    drum_width = side_width(figure, width)
    left = x + (width - drum_width) / 2
    bend = 2 * side_bend(drum_width)
    if figure.promoted:
        ends = _notches(left, y, drum_width, height)
    else:
        corner = height * (0.4 if figure.becomes else 0.12)
        ends = _corners(left, y, drum_width, height, corner)
    right, back = ends
    middle = left + drum_width / 2
    path = f"M{right[0]} Q{middle:.4g} {y + bend:.4g} {right[1]}{right[2]}Q{middle:.4g} {y + height + bend:.4g} {back}Z"
    return f'<path d="{path}" stroke="currentColor" stroke-width="1.6" stroke-linejoin="round"/>'


def _corners(left: float, y: float, width: float, height: float, corner: float) -> tuple[tuple[str, str, str], str]:
    """Return the ends of the upper edge with the path down on the right, and the path up on the left."""
    right, foot = left + width, y + height
    inset = min(corner, width / 4)
    down = (
        f"Q{right:.4g} {y:.4g} {right:.4g} {y + corner:.4g}V{foot - corner:.4g}"
        f"Q{right:.4g} {foot:.4g} {right - inset:.4g} {foot:.4g}"
    )
    up = (
        f"{left + inset:.4g} {foot:.4g}Q{left:.4g} {foot:.4g} {left:.4g} {foot - corner:.4g}"
        f"V{y + corner:.4g}Q{left:.4g} {y:.4g} {left + inset:.4g} {y:.4g}"
    )
    return (f"{left + inset:.4g} {y:.4g}", f"{right - inset:.4g} {y:.4g}", down), up


def _notches(left: float, y: float, width: float, height: float) -> tuple[tuple[str, str, str], str]:
    """Return the same with three teeth at either end, as on the edge of a promoted face."""
    depth, tooth = height / 6, height / 6
    teeth = [(depth * (step % 2 == 0), y + tooth * step) for step in range(7)]
    down = "".join(f"L{left + width - inward:.4g} {level:.4g}" for inward, level in teeth[1:])
    up = "".join(f"L{left + inward:.4g} {level:.4g}" for inward, level in reversed(teeth[:-1]))
    foot = f"{left + depth:.4g} {y + height:.4g}"
    return (f"{left + depth:.4g} {y:.4g}", f"{left + width - depth:.4g} {y:.4g}", down), foot + up


# The pieces of one square of a tavleya, small: a lone tavrel, or a tower with all its pieces recognisable.
#
# Seen from a little above. The top drum always shows its face. One or two drums beneath it show their sides
# under it, as in a tower on a table; more of them are placed next to it in columns, from the top down and
# continued in the next column, so that the base of the tower is always at the lower right.

_FOOT = 97.5
_FACE = 40  # radius of a face as drawn
_LYING = 0.8  # of its width: the apparent height of a tower's face


@lru_cache(maxsize=4096)
def stack(figures: tuple[Figure, ...], key: str, theme: Theme, prefix: str) -> str:
    """Return the markup of one occupied square, in a box of 100 by 100.  `figures` are from the top down.

    `key` is that of their set.
    """
    top, beneath = figures[0], figures[1:]
    if not beneath:
        return _face(top, key, theme, prefix)
    if len(beneath) <= 2:
        return _pile(top, beneath, key, theme, prefix)
    return _columns(top, beneath, key, theme, prefix) + _badge(len(figures), theme)


def _slab(figure: Figure, box: tuple[float, float, float, float], key: str, theme: Theme, prefix: str) -> str:
    """Return one drum from the side, with the mark of its piece as large as fits in `box`: left, top, width, height."""
    x, y, width, height = box
    room = side_width(figure, width) - (height / 2 if figure.promoted else 3)
    scale = min(height * 0.076, room / 16)
    href = drawing_id(key, "mark-" + (figure.becomes or figure.kind), prefix)
    bend = side_bend(side_width(figure, width))
    transform = f"translate({x + width / 2:.4g} {y + height / 2 + bend:.4g}) scale({scale:.3g})"
    return (
        f"<g {paint(side_role(figure.side), theme)}>{side_outline(figure, x, y, width, height)}"
        f'<use href="#{href}" transform="{transform}"/></g>'
    )


def _face(figure: Figure, key: str, theme: Theme, prefix: str, transform: str = "") -> str:
    attribute = f' transform="{transform}"' if transform else ""
    href = drawing_id(key, code(figure), prefix)
    return f'<use href="#{href}" {paint(side_role(figure.side), theme)}{attribute}/>'


def _pile(top: Figure, beneath: tuple[Figure, ...], key: str, theme: Theme, prefix: str) -> str:
    """Return a tower from the front: the sides of the lower drums under the face of the top one."""
    height, width = ((21, 82), (18, 76))[len(beneath) - 1]
    shoulder = _FOOT - side_bend(width) - height * len(beneath)
    scale_y = (shoulder + 4) / 86.5  # of the face as drawn; the near edge of its rim touches the drum beneath
    scale_x = min(1.02, scale_y / _LYING)
    parts = [_face(top, key, theme, prefix, _face_transform(50, 1 + 41.5 * scale_y, scale_x, scale_y / scale_x))]
    for index, figure in enumerate(beneath):
        box = (50 - width / 2, shoulder + height * index, width, height - 0.8)
        parts.append(_slab(figure, box, key, theme, prefix))
    return "".join(parts)


def _columns(top: Figure, beneath: tuple[Figure, ...], key: str, theme: Theme, prefix: str) -> str:
    """Return the face on the left, and the tower beneath it in columns on the right."""
    count = 1 if len(beneath) <= 6 else 2 if len(beneath) <= 12 else 3
    width, tallest = ((35, 23.5), (21, 21), (15.5, 14))[count - 1]
    left = 99 - count * width
    parts = [_face(top, key, theme, prefix, _face_transform(left / 2, 39, (left - 2) / 2 / (_FACE + 2)))]
    rows = -(-len(beneath) // count)
    height = min(tallest, 93 / rows)
    spare = rows * count - len(beneath)  # the first column is the short one
    foot = _FOOT - side_bend(width)
    for index, figure in enumerate(beneath, spare):
        column, row = divmod(index, rows)
        x, y = left + column * width, foot - height * (rows - row)
        parts.append(_slab(figure, (x, y, width - 1.2, height - 1.2), key, theme, prefix))
    return "".join(parts)


def _face_transform(x: float, y: float, scale: float, lying: float = 1) -> str:
    """Return the transform that moves the middle of a face to a point; `lying`: its height relative to its width."""
    size = f"{scale:.3g}" if lying == 1 else f"{scale:.3g} {scale * lying:.3g}"
    return f"translate({x - 50 * scale:.4g} {y - 48 * scale * lying:.4g}) scale({size})"


def _badge(count: int, theme: Theme) -> str:
    """Return the height of a tower that is too high to be counted at a glance."""
    return (
        f'<rect x="3" y="76" width="28" height="21" rx="10.5" {paint("badge", theme)}/>'
        f'<text x="17" y="92.5" {paint("badge-text", theme)}>{count}</text>'
    )
