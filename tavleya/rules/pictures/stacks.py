"""The pieces of one square of a tavleya, small: a lone tavrel, or a tower with all its pieces recognisable.

Seen from a little above.  The top drum always shows its face.  One or two drums beneath it show their sides under it,
as in a tower on a table; more of them are placed next to it in columns, from the top down and continued in the next
column, so that the base of the tower is always at the lower right.
"""

from functools import lru_cache

from tavleya.rules.contract import Figure
from tavleya.rules.pictures.defs import code, drawing_id
from tavleya.rules.pictures.paint import Theme, paint, side_role
from tavleya.rules.pictures.sides import side_bend, side_outline, side_width

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
    place = f"translate({x + width / 2:.4g} {y + height / 2 + bend:.4g}) scale({scale:.3g})"
    return (
        f"<g {paint(side_role(figure.side), theme)}>{side_outline(figure, x, y, width, height)}"
        f'<use href="#{href}" transform="{place}"/></g>'
    )


def _face(figure: Figure, key: str, theme: Theme, prefix: str, transform: str = "") -> str:
    text = f' transform="{transform}"' if transform else ""
    href = drawing_id(key, code(figure), prefix)
    return f'<use href="#{href}" {paint(side_role(figure.side), theme)}{text}/>'


def _pile(top: Figure, beneath: tuple[Figure, ...], key: str, theme: Theme, prefix: str) -> str:
    """Return a tower from the front: the sides of the lower drums under the face of the top one."""
    height, broad = ((21, 82), (18, 76))[len(beneath) - 1]
    shoulder = _FOOT - side_bend(broad) - height * len(beneath)
    high = (shoulder + 4) / 86.5  # of the face as drawn; the near edge of its rim touches the drum beneath
    wide = min(1.02, high / _LYING)
    parts = [_face(top, key, theme, prefix, _placed(50, 1 + 41.5 * high, wide, high / wide))]
    for place, figure in enumerate(beneath):
        box = (50 - broad / 2, shoulder + height * place, broad, height - 0.8)
        parts.append(_slab(figure, box, key, theme, prefix))
    return "".join(parts)


def _columns(top: Figure, beneath: tuple[Figure, ...], key: str, theme: Theme, prefix: str) -> str:
    """Return the face on the left, and the tower beneath it in columns on the right."""
    count = 1 if len(beneath) <= 6 else 2 if len(beneath) <= 12 else 3
    width, tallest = ((35, 23.5), (21, 21), (15.5, 14))[count - 1]
    left = 99 - count * width
    parts = [_face(top, key, theme, prefix, _placed(left / 2, 39, (left - 2) / 2 / (_FACE + 2)))]
    rows = -(-len(beneath) // count)
    height = min(tallest, 93 / rows)
    spare = rows * count - len(beneath)  # the first column is the short one
    foot = _FOOT - side_bend(width)
    for place, figure in enumerate(beneath, spare):
        column, row = divmod(place, rows)
        x, y = left + column * width, foot - height * (rows - row)
        parts.append(_slab(figure, (x, y, width - 1.2, height - 1.2), key, theme, prefix))
    return "".join(parts)


def _placed(x: float, y: float, scale: float, lying: float = 1) -> str:
    """Return the transform that moves the middle of a face to a point; `lying`: its height relative to its width."""
    size = f"{scale:.3g}" if lying == 1 else f"{scale:.3g} {scale * lying:.3g}"
    return f"translate({x - 50 * scale:.4g} {y - 48 * scale * lying:.4g}) scale({size})"


def _badge(count: int, theme: Theme) -> str:
    """Return the height of a tower that is too high to be counted at a glance."""
    return (
        f'<rect x="3" y="76" width="28" height="21" rx="10.5" {paint("badge", theme)}/>'
        f'<text x="17" y="92.5" {paint("badge-text", theme)}>{count}</text>'
    )
