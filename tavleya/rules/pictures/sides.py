"""The side of a drum, seen from a little above, so that its edges bend.

A broad slab is a piece, a narrow one with round corners a ratnik, one with notched ends a promoted ratnik.
"""

from tavleya.rules.contract import Figure

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
    own = side_width(figure, width)
    left = x + (width - own) / 2
    bend = 2 * side_bend(own)
    if figure.promoted:
        ends = _notches(left, y, own, height)
    else:
        corner = height * (0.4 if figure.becomes else 0.12)
        ends = _corners(left, y, own, height, corner)
    right, back = ends
    middle = left + own / 2
    path = (
        f"M{right[0]} Q{middle:.4g} {y + bend:.4g} {right[1]}{right[2]}"
        f"Q{middle:.4g} {y + height + bend:.4g} {back}Z"
    )
    return f'<path d="{path}" stroke="currentColor" stroke-width="1.6" stroke-linejoin="round"/>'


def _corners(
    left: float, y: float, width: float, height: float, corner: float
) -> tuple[tuple[str, str, str], str]:
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
    down = "".join(f"L{left + width - inward:.4g} {at:.4g}" for inward, at in teeth[1:])
    up = "".join(f"L{left + inward:.4g} {at:.4g}" for inward, at in reversed(teeth[:-1]))
    foot = f"{left + depth:.4g} {y + height:.4g}"
    return (f"{left + depth:.4g} {y:.4g}", f"{left + width - depth:.4g} {y:.4g}", down), foot + up
