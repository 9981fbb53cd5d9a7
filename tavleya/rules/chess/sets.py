"""Alternative chess sets, drawn for this program: cut silhouettes, the same on discs, and with a halo."""

from collections.abc import Mapping
from types import MappingProxyType

from tavleya.rules.spec import Drawings, SetKey

_BASE = "M25 78H75V90H25Z"
_STEM = "M35 64H65L70 78H30Z"

SILHOUETTES: Mapping[str, tuple[str, ...]] = {
    "K": (
        "M45.5 6H54.5V13.5H62V22.5H54.5V32H45.5V22.5H38V13.5H45.5Z",
        "M26 34L50 30L74 34L65 64H35Z",
        _STEM,
        _BASE,
    ),
    "Q": ("M20 24L36 42L40 14L50 36L60 14L64 42L80 24L67 64H33Z", _STEM, _BASE),
    "R": ("M26 18H39V27H44.5V18H55.5V27H61V18H74V38L66 44V70L70 78H30L34 70V44L26 38Z", _BASE),
    "B": ("M50 11L69 42L59 60H41L31 42Z", "M41 60H59L68 78H32Z", _BASE),
    "N": ("M31 78L41 55L25 59L18 47L35 26V11L48 21L65 28L75 50L71 78Z", _BASE),
    "P": ("M50 19L65 34L57 49L68 78H32L43 49L35 34Z", "M28 78H72V90H28Z"),
}
_DETAILS = {
    "K": "M41 48H59",
    "Q": "M38 53H62",
    "R": "M37 46H63",
    "B": "M50 48L60 32",
    "N": "M38 36H43",
    "P": "",
}


def _paths(piece: str) -> str:
    return "".join(f'<path d="{outline}"/>' for outline in SILHOUETTES[piece])


def _detail(piece: str, width: float) -> str:
    if not _DETAILS[piece]:
        return ""
    return (
        f'<path d="{_DETAILS[piece]}" fill="none" stroke="currentColor" stroke-width="{width}" '
        'stroke-linecap="round"/>'
    )


def cut() -> Mapping[str, str]:
    """Return flat shapes with straight edges."""
    return {
        piece: f'<g stroke-width="3" stroke-linejoin="round">{_paths(piece)}</g>{_detail(piece, 4)}'
        for piece in SILHOUETTES
    }


def tokens() -> Mapping[str, str]:
    """Return the same shapes cut into discs."""
    return {
        piece: (
            '<g stroke="currentColor" stroke-width="3"><circle cx="50" cy="53" r="41"/>'
            '<circle cx="50" cy="49" r="41"/></g>'
            '<g transform="translate(16 13) scale(.68)" fill="currentColor" stroke="none">'
            + _paths(piece)
            + "</g>"
        )
        for piece in SILHOUETTES
    }


def contrast() -> Mapping[str, str]:
    """Return the same shapes with a broad edge and a light halo, for contrast on any square."""
    return {
        piece: (
            f'<g class="halo" stroke-width="11" stroke-linejoin="round">{_paths(piece)}</g>'
            f'<g stroke-width="5" stroke-linejoin="round">{_paths(piece)}</g>{_detail(piece, 6)}'
        )
        for piece in SILHOUETTES
    }


SETS: Mapping[SetKey, Drawings] = MappingProxyType(
    {"cut": lambda refer: cut(), "tokens": lambda refer: tokens(), "contrast": lambda refer: contrast()}
)
