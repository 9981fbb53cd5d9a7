"""The side of a drum: a broad slab for a piece, a narrow round one for a ratnik, notched ends for a promoted one."""

from __future__ import annotations

from core.rules.contract import Figure

_NARROW = 0.72


def side_width(figure: Figure, width: float) -> float:
    """How broad the drum is where a full one is `width`."""
    return width * _NARROW if figure.becomes and not figure.promoted else width


def side_outline(figure: Figure, x: float, y: float, width: float, height: float) -> str:
    """The outline in the middle of a box whose left upper corner is given; its paint comes from around it."""
    if figure.promoted:
        outline = f'<path d="{_notched(x, y, width, height)}"'
    else:
        own = side_width(figure, width)
        bend = height / (2 if figure.becomes else 7)
        left = x + (width - own) / 2
        outline = f'<rect x="{left:.4g}" y="{y:.4g}" width="{own:.4g}" height="{height:.4g}" rx="{bend:.3g}"'
    return f'{outline} stroke="currentColor" stroke-width="1.6"/>'


def _notched(x: float, y: float, width: float, height: float) -> str:
    """Three teeth at either end, as on the edge of a promoted face."""
    depth, tooth = height / 6, height / 6
    right = "".join(f"L{x + width - depth * (step % 2 == 0):.4g} {y + tooth * step:.4g}" for step in range(7))
    left = "".join(f"L{x + depth * (step % 2 == 0):.4g} {y + tooth * step:.4g}" for step in range(6, -1, -1))
    return f"M{x + depth:.4g} {y:.4g}{right}{left}Z"
