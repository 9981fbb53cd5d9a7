"""The tavreli: stackable drums with an emblem on the face, and the small mark that each shows on its side.

Emblems are silhouettes in a box of 100 by 100, marks in a box of 16 by 10 around the origin; neither sets a paint.
Edges are `currentColor`: ink round a light drum, light round a dark one.  A ratnik is a smaller drum whose shield has
the emblem of its piece; a promoted ratnik is a full drum with a notched edge.  Light or dark shows the owner, shape the
rank: nothing depends on a hue.
"""

from collections.abc import Callable, Mapping

_HORSE = (
    "M36 77C33 66 45 61 46 51C42 55 38 58 33 58C26 58 22 52 24.5 46.5C29 41 31 36 33.5 31L34.5 18L43.5 25.5"
    "C61 27 72 43 72 77ZM37.5 38.5a3 3 0 1 0 6 0a3 3 0 1 0-6 0Z"
)

EMBLEMS: Mapping[str, str] = {
    "K": (
        '<circle cx="50" cy="50" r="12"/>'
        '<path d="M45.4 35.2L50 19L54.6 35.2ZM57.2 36.3L69.1 30.9L63.7 42.8ZM64.8 45.4L81 50L64.8 54.6Z'
        "M63.7 57.2L69.1 69.1L57.2 63.7ZM54.6 64.8L50 81L45.4 64.8ZM42.8 63.7L30.9 69.1L36.3 57.2Z"
        'M35.2 54.6L19 50L35.2 45.4ZM36.3 42.8L30.9 30.9L42.8 36.3Z"/>'
    ),
    "Q": '<path d="M27 64L20 35L36 47L50 25L64 47L80 35L73 64ZM28 69H72V76H28Z"/>',
    "R": (
        '<path fill-rule="evenodd" d="M28 77V68H33V47L28 42V23L34.5 28L41 23V33H43.5V23L50 28L56.5 23V33H59V23'
        'L65.5 28L72 23V42L67 47V68H72V77ZM45 68V58C45 55 47 53 50 53C53 53 55 55 55 58V68Z"/>'
    ),
    "B": (
        '<path transform="rotate(45 50 50)" d="M50 14L60 30H53.5V70L60 76V86L50 78L40 86V76L46.5 70V30H40Z"/>'
        '<path transform="rotate(45 50 50)" fill-rule="evenodd" '
        'd="M18 63C20 42 32 32 50 32C68 32 80 42 82 63L50 74ZM25 59L50 68L75 59C72 46 64 39 50 39C36 39 28 46 25 59Z"/>'
    ),
    "N": f'<path fill-rule="evenodd" d="{_HORSE}"/>',
    "H": (
        f'<path transform="translate(11 24) scale(.78 .72)" fill-rule="evenodd" d="{_HORSE}"/>'
        '<path d="M35 36L26.5 15L39.5 23L50 9L60.5 23L73.5 15L65 36Z"/>'
    ),
}

MARKS: Mapping[str, str] = {
    "K": '<path d="M0-5L2-2L6-3L4 0L6 3L2 2L0 5L-2 2L-6 3L-4 0L-6-3L-2-2Z"/>',
    "Q": '<path d="M-7 5L-8-4L-3.7.2L0-5L3.7.2L8-4L7 5Z"/>',
    "R": '<path d="M-7 5V-5H-3.7V-1.5H-1.7V-5H1.7V-1.5H3.7V-5H7V5Z"/>',
    "B": '<path d="M-7.5 3.400L0-1.5L-2-4.5L7.5-5L4 4L2.200 1.5L-5.7 6Z"/>',
    "N": '<path d="M-5 5C-5 1.5-1.5 1-1 -.8L-5.5 1.5L-7-.5L-2.5-5L2-4.5C5.5-3 6.5 1 6 5Z"/>',
    "H": (
        '<path d="M-7.6 5L-8.5-4L-6-1L-4.3-5L-2.6-1L-.1-4L-1 5Z"/>'
        '<path d="M2.4 5C2.4 2 4.5 1.2 4.6-.4L2.4 1.3L1-.6L3.6-5L6-4.4C8-2.6 8.8 1 8.5 5Z"/>'
    ),
}

_NOTCHED = (
    "M50 7L56.5 13.1L64.7 9.6L68.8 17.5L77.6 17.1L78.7 25.9L87.2 28.5L85.2 37.2L92.3 42.5L87.5 50L92.3 57.5"
    "L85.2 62.8L87.2 71.5L78.7 74.1L77.6 82.9L68.8 82.5L64.7 90.4L56.5 86.9L50 93L43.5 86.9L35.3 90.4L31.2 82.5"
    "L22.4 82.9L21.3 74.1L12.8 71.5L14.8 62.8L7.7 57.5L12.5 50L7.7 42.5L14.8 37.2L12.8 28.5L21.3 25.9L22.4 17.1"
    "L31.3 17.5L35.3 9.6L43.5 13.1Z"
)
_SHIELD = "M25 25Q50 18 75 25V48C75 63 64 72 50 78C36 72 25 63 25 48Z"


def _drum(radius: int) -> str:
    return (
        f'<g stroke="currentColor" stroke-width="3"><circle cx="50" cy="53" r="{radius}"/>'
        f'<circle cx="50" cy="48" r="{radius}"/></g>'
        f'<circle cx="50" cy="48" r="{radius - 5}" fill="none" stroke="currentColor" stroke-width="1.6" '
        'stroke-opacity=".5"/>'
    )


def _piece(emblem: str) -> str:
    return f'{_drum(40)}<g transform="translate(0 -2)" fill="currentColor" stroke="none">{emblem}</g>'


def _ratnik(emblem: str) -> str:
    small = f'<g transform="translate(21 17) scale(.58)">{emblem}</g>'
    shield = f'<path d="{_SHIELD}" fill="currentColor"/>{small}'
    return f'{_drum(34)}<g transform="translate(5 3.5) scale(.9)" stroke="none">{shield}</g>'


def _promoted(emblem: str) -> str:
    edge = f'<path d="{_NOTCHED}" stroke="currentColor" stroke-width="3" stroke-linejoin="round"/>'
    ring = '<circle cx="50" cy="50" r="34" fill="none" stroke="currentColor" stroke-width="2.4"/>'
    inner = f'<g transform="translate(4 4) scale(.92)" fill="currentColor" stroke="none">{emblem}</g>'
    return edge + ring + inner


def drums(emblem: Callable[[str], str]) -> dict[str, str]:
    """Return piece code as in the position text (`R`, `PR`, `+R`) → markup; `emblem` returns a reference to one."""
    return (
        {letter: _piece(emblem(letter)) for letter in "KQRBNH"}
        | {f"P{letter}": _ratnik(emblem(letter)) for letter in "RNBQH"}
        | {f"+{letter}": _promoted(emblem(letter)) for letter in "RNBQH"}
    )
