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
