"""Alternative draughts sets, drawn for this program."""

from collections.abc import Mapping
from types import MappingProxyType

from tavleya.rules.spec import Drawings, SetKey

_CROWN = "M27 66L21 34L37 47L50 26L63 47L79 34L73 66Z"
_PETAL = "M50 48C44 40 44 30 50 22C56 30 56 40 50 48Z"


def _disc(radius: int, width: float, *, halo: bool = False) -> str:
    circle = f'<circle cx="50" cy="50" r="{radius}"'
    around = f'{circle} class="halo" stroke-width="{width + 6}"/>' if halo else ""
    return f'{around}{circle} stroke="currentColor" stroke-width="{width}"/>'


def _ring(radius: int, width: float) -> str:
    return f'<circle cx="50" cy="50" r="{radius}" fill="none" stroke="currentColor" stroke-width="{width}"/>'


def _crown(scale: float) -> str:
    shift = 50 - 50 * scale
    place = f'transform="translate({shift:.4g} {shift + 2:.4g}) scale({scale})"'
    return f'<path d="{_CROWN}" {place} fill="currentColor" stroke="none"/>'


def cut() -> Mapping[str, str]:
    """Return flat discs; a king wears a crown."""
    return {"M": _disc(38, 3) + _ring(25, 3), "D": _disc(40, 3) + _crown(0.8)}


def tokens() -> Mapping[str, str]:
    """Return discs with a carved rosette; a king's disc has a crown in a ring."""
    petals = "".join(
        f'<path d="{_PETAL}" transform="rotate({turn} 50 50)" fill="currentColor" stroke="none"/>'
        for turn in range(0, 360, 60)
    )
    return {"M": _disc(39, 3) + petals, "D": _disc(41, 3) + _ring(34, 2.5) + _crown(0.66)}


def contrast() -> Mapping[str, str]:
    """Return discs with broad edges and a light halo; a king's crown fills its disc."""
    return {"M": _disc(36, 5, halo=True), "D": _disc(39, 5, halo=True) + _crown(0.95)}


SETS: Mapping[SetKey, Drawings] = MappingProxyType(
    {"cut": lambda refer: cut(), "tokens": lambda refer: tokens(), "contrast": lambda refer: contrast()}
)


# The draughts set: a turned man, and a king with a second man on top as its crown, as the rules say.


def _shapes_disc(y: int, radius: int = 38) -> str:
    """Return a man seen from a little above: its rim, then its face."""
    return f'<circle cx="50" cy="{y + 5}" r="{radius}"/><circle cx="50" cy="{y}" r="{radius}"/>'


def _groove(y: int, radius: int) -> str:
    ring = f'<circle cx="50" cy="{y}" r="{radius}"'
    return f'{ring} fill="none" stroke="currentColor" stroke-width="2.6" stroke-opacity=".55"/>'


_SHAPES_CROWN = (
    '<path d="M31 57L27 32L40 43L50 26L60 43L73 32L69 57Z" fill="currentColor" stroke="none"/>'
    '<path d="M32 61H68V66.5H32Z" fill="currentColor" stroke="none"/>'
)

DRAWINGS: Mapping[str, str] = {
    "M": f'<g stroke="currentColor" stroke-width="3">{_shapes_disc(48)}</g>{_groove(48, 28)}{_groove(48, 17)}',
    "D": f'<g stroke="currentColor" stroke-width="3">{_shapes_disc(55)}{_shapes_disc(46)}</g>'
    f"{_groove(46, 31)}{_SHAPES_CROWN}",
}
"""Piece letter → markup."""
