"""Towers: what stands on one square of a tavleya, and one tower enlarged.

On the board the top drum is seen from above; the drums beneath it stand in columns to its right, seen from the side:
full width a piece, narrow a ratnik, three studs on the rim a promoted one.  The order is from the top down, then on
in the next column, so that the base of the tower is always at the lower right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from html import escape

from games.rules.contract import Figure, Game
from games.rules.pictures.defs import code, drawing_id, drawings
from games.rules.pictures.names import piece_name
from games.rules.pictures.paint import Theme, paint, side_role

_FOOT = 97.5
_SLAB = 15.5
_BADGE_FROM = 5


@lru_cache(maxsize=4096)
def stack(figures: tuple[Figure, ...], theme: Theme, prefix: str) -> str:
    """The markup of one occupied square of a tavleya, in a box of 100 by 100."""
    top, beneath = figures[0], figures[1:]
    if not beneath:
        return _use(top, theme, prefix)
    columns = 1 if len(beneath) <= 6 else 2 if len(beneath) <= 12 else 3
    width = {1: 29.0, 2: 20.0, 3: 15.5}[columns]
    scale = {1: 0.8, 2: 0.69, 3: 0.6}[columns]
    left = 98.5 - columns * width
    face_x, face_y = left / 2 - 50 * scale, 42 - 50 * scale
    parts = [_use(top, theme, prefix, f"translate({face_x:.4g} {face_y:.4g}) scale({scale})")]
    rows = -(-len(beneath) // columns)
    height = min(_SLAB, 95 / rows)
    spare = rows * columns - len(beneath)  # the first column is the short one
    for place, figure in enumerate(beneath, spare):
        column, row = divmod(place, rows)
        x, y = left + column * width, _FOOT - height * (rows - row)
        parts.append(_slab(figure, x, y, width - 1, height - 1, theme, prefix))
    if len(figures) >= _BADGE_FROM:
        parts.append(_badge(len(figures), theme))
    return "".join(parts)


def _use(figure: Figure, theme: Theme, prefix: str, transform: str = "") -> str:
    where = f' transform="{transform}"' if transform else ""
    href = drawing_id(Game.TAVRELI, code(figure), prefix)
    return f'<use href="#{href}" {paint(side_role(figure.side), theme)}{where}/>'


def _slab(figure: Figure, x: float, y: float, width: float, height: float, theme: Theme, prefix: str) -> str:
    """One drum from the side, with the mark of its piece."""
    own = width * (0.7 if figure.becomes and not figure.promoted else 1)
    centre, middle = x + width / 2, y + height / 2
    mark = min((height - 3.4) / 10, (own - 3) / 16)
    letter = figure.becomes or figure.kind
    rim = (
        f'<rect x="{centre - own / 2:.4g}" y="{y:.4g}" width="{own:.4g}" height="{height:.4g}" '
        f'rx="{min(3.5, height / 4):.3g}" stroke-width="1.4"/>'
    )
    href = drawing_id(Game.TAVRELI, "mark-" + letter, prefix)
    glyph = f'<use href="#{href}" transform="translate({centre:.4g} {middle:.4g}) scale({mark:.3g})"/>'
    studs = ""
    if figure.promoted:
        studs = "".join(
            f'<circle cx="{centre + side * (own / 2 - 2.2):.4g}" cy="{middle:.4g}" r="1.6" fill="currentColor"/>'
            for side in (-1, 1)
        )
    return f"<g {paint(side_role(figure.side), theme)}>{rim}{glyph}{studs}</g>"


def _badge(count: int, theme: Theme) -> str:
    return (
        f'<rect x="3" y="78" width="26" height="19" rx="9.5" {paint("badge", theme)}/>'
        f'<text x="16" y="93.5" {paint("badge-text", theme)}>{count}</text>'
    )


def tower_svg(
    figures: Sequence[Figure],
    *,
    title: str,
    description: str = "",
    theme: Theme = "screen",
    letters: Mapping[str, str] | None = None,
    names: bool = True,
    translate: Callable[[str], str] = str,
    id_prefix: str = "",
    defs: bool = True,
) -> str:
    """One tower from the side, the top first: number from the top, drum, letter and name of every piece.

    The number is what the notation of a move writes in brackets: how many pieces are lifted.  `letters` gives the
    letters of another language by piece code (`R`, `PR`, `+R`); `names=False` leaves the names out.
    """
    prefix = id_prefix if defs else ""
    width = 460 if names else 210
    height = 44 * len(figures) + 24
    parts = [
        _head(width, height, f"tower tower-{theme}", title, description, id_prefix),
        drawings(Game.TAVRELI, prefix) if defs else "",
        *_drums(figures, theme, letters or {}, names, translate, prefix),
        f'<rect x="34" y="{height - 12}" width="116" height="6" rx="3" {paint("plinth", theme)}/></svg>',
    ]
    return "".join(parts)


def _head(width: int, height: int, css: str, title: str, description: str, id_prefix: str) -> str:
    described = f' aria-describedby="{id_prefix}tower-desc"' if description else ""
    desc = f'<desc id="{id_prefix}tower-desc">{escape(description)}</desc>' if description else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{css}" viewBox="0 0 {width} {height}" role="img" '
        f'aria-labelledby="{id_prefix}tower-title"{described}><title id="{id_prefix}tower-title">{escape(title)}</title>{desc}'
    )


def _drums(
    figures: Sequence[Figure],
    theme: Theme,
    letters: Mapping[str, str],
    names: bool,
    translate: Callable[[str], str],
    prefix: str,
) -> Iterator[str]:
    for number, figure in enumerate(figures, 1):
        y = 12 + 44 * (number - 1)
        yield f'<text x="26" y="{y + 28}" {paint("number", theme)}>{number}</text>'
        yield _slab(figure, 40, y, 104, 43, theme, prefix)
        text = escape(letters.get(code(figure), code(figure)))
        if names:
            text = f"{text} · {escape(piece_name(figure, Game.TAVRELI).render(translate))}"
        yield f'<text x="162" y="{y + 29}" {paint("label", theme)}>{text}</text>'
