"""Alternative sets of tavreli, drawn for this program.

In each of them, a ratnik has a different outline than its piece, and a promoted ratnik a third one.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from tavleya.rules.spec import Drawings, SetKey

#: From the name of a drawing, or from an emblem, to markup.
Refer = Callable[[str], str]

_SHIELD = "M17 15Q50 4 83 15V48C83 70 68 84 50 92C32 84 17 70 17 48Z"
_OCTAGON = "M34 8H66L92 34V66L66 92H34L8 66V34Z"
_TILE = "M24 18H76Q82 18 82 24V76Q82 82 76 82H24Q18 82 18 76V24Q18 18 24 18Z"
_STAR = (
    "M50 5L60.5 14.5L74 11L78.5 24.5L92 29L88.5 42.5L96 50"
    "L88.5 57.5L92 71L78.5 75.5L74 89L60.5 85.5L50 95L39.5 85.5L26 89L21.5 75.5L8 71"
    "L11.5 57.5L4 50L11.5 42.5L8 29L21.5 24.5L26 11L39.5 14.5Z"
)


def _shape(
    path: str, emblem: str, scale: float, *, edge: float = 3, halo: bool = False, inner: str = ""
) -> str:
    outline = f'<path d="{path}" stroke-linejoin="round"'
    around = f'{outline} class="halo" stroke-width="{edge + 6}"/>' if halo else ""
    shift = 50 - 50 * scale
    place = f'transform="translate({shift:.4g} {shift:.4g}) scale({scale})"'
    return (
        f'{around}{outline} stroke="currentColor" stroke-width="{edge}"/>{inner}'
        f'<g {place} fill="currentColor" stroke="none">{emblem}</g>'
    )


def _disc(radius: int) -> str:
    return f"M50 {50 - radius}a{radius} {radius} 0 1 0 .01 0Z"


def _ring(path: str, scale: float) -> str:
    shift = 50 - 50 * scale
    place = f'transform="translate({shift:.4g} {shift:.4g}) scale({scale})"'
    return f'<path d="{path}" {place} fill="none" stroke="currentColor" stroke-width="2.5"/>'


def _set(refer: Refer, piece: Refer, ratnik: Refer, promoted: Refer) -> Mapping[str, str]:
    emblems = {letter: refer(f"emblem-{letter}") for letter in "KQRBNH"}
    return (
        {letter: piece(emblem) for letter, emblem in emblems.items()}
        | {f"P{letter}": ratnik(emblems[letter]) for letter in "RNBQH"}
        | {f"+{letter}": promoted(emblems[letter]) for letter in "RNBQH"}
    )


def cut(refer: Refer) -> Mapping[str, str]:
    """Return flat discs; a ratnik is a shield, a promoted one a star."""
    return _set(
        refer,
        lambda emblem: _shape(_disc(42), emblem, 0.95),
        lambda emblem: _shape(_SHIELD, emblem, 0.66),
        lambda emblem: _shape(_STAR, emblem, 0.8),
    )


def tokens(refer: Refer) -> Mapping[str, str]:
    """Return octagons; a ratnik is a square tile, a promoted one has a ring inside its edge."""
    return _set(
        refer,
        lambda emblem: _shape(_OCTAGON, emblem, 0.95),
        lambda emblem: _shape(_TILE, emblem, 0.72),
        lambda emblem: _shape(_OCTAGON, emblem, 0.75, inner=_ring(_OCTAGON, 0.86)),
    )


def contrast(refer: Refer) -> Mapping[str, str]:
    """Return broad edges in a light halo, and plain emblems."""
    return _set(
        refer,
        lambda emblem: _shape(_disc(41), emblem, 0.86, edge=5, halo=True),
        lambda emblem: _shape(_SHIELD, emblem, 0.8, edge=5, halo=True),
        lambda emblem: _shape(_STAR, emblem, 0.85, edge=5, halo=True),
    )


SETS: Mapping[SetKey, Drawings] = MappingProxyType({"cut": cut, "tokens": tokens, "contrast": contrast})
