"""The specification of tavreli for the rest of the program."""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from tavleya.clocks.controls import Carry
from tavleya.languages import DEFAULT, Script, first_in, is_cyrillic
from tavleya.messages import N_, Message
from tavleya.rules.contract import Move, Position, RegulatedMode, Rules
from tavleya.rules.filegame import DASH
from tavleya.rules.spec import Choice, Drawings, GameSpec, Notation, PieceSet, SetKey, SheetForm, WrittenMoves
from tavleya.rules.tavreli.messages import say
from tavleya.rules.tavreli.pieces import ALL, TavreliMove
from tavleya.rules.tavreli.rules import TavreliRules
from tavleya.sides import Side

# The tavreli: stackable drums with an emblem on the face, and the small mark that each shows on its side.
#
# Emblems are silhouettes in a box of 100 by 100, marks in a box of 16 by 10 around the origin; neither sets
# a paint. Edges are `currentColor`: ink round a light drum, light round a dark one. A ratnik is a smaller
# drum whose shield has the emblem of its piece; a promoted ratnik is a full drum with a notched edge. Light
# or dark shows the owner, shape the rank: nothing depends on a hue.

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
_EMBLEM_SHIELD = "M25 25Q50 18 75 25V48C75 63 64 72 50 78C36 72 25 63 25 48Z"


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
    shield = f'<path d="{_EMBLEM_SHIELD}" fill="currentColor"/>{small}'
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


# Alternative sets of tavreli, drawn for this program.
#
# In each of them, a ratnik has a different outline than its piece, and a promoted ratnik a third one.

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


def _shape(path: str, emblem: str, scale: float, *, edge: float = 3, halo: bool = False, inner: str = "") -> str:
    outline = f'<path d="{path}" stroke-linejoin="round"'
    halo_outline = f'{outline} class="halo" stroke-width="{edge + 6}"/>' if halo else ""
    shift = 50 - 50 * scale
    transform = f'transform="translate({shift:.4g} {shift:.4g}) scale({scale})"'
    return (
        f'{halo_outline}{outline} stroke="currentColor" stroke-width="{edge}"/>{inner}'
        f'<g {transform} fill="currentColor" stroke="none">{emblem}</g>'
    )


def _disc(radius: int) -> str:
    return f"M50 {50 - radius}a{radius} {radius} 0 1 0 .01 0Z"


def _ring(path: str, scale: float) -> str:
    shift = 50 - 50 * scale
    transform = f'transform="translate({shift:.4g} {shift:.4g}) scale({scale})"'
    return f'<path d="{path}" {transform} fill="none" stroke="currentColor" stroke-width="2.5"/>'


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

_NAMES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "K": (N_("white volhv"), N_("black volhv")),
        "Q": (N_("white knyaz"), N_("black knyaz")),
        "R": (N_("white ratoborets"), N_("black ratoborets")),
        "B": (N_("white luchnik"), N_("black luchnik")),
        "N": (N_("white vsadnik"), N_("black vsadnik")),
        "H": (N_("white helgi"), N_("black helgi")),
        "PQ": (N_("white ratnik of the knyaz"), N_("black ratnik of the knyaz")),
        "PR": (N_("white ratnik of the ratoborets"), N_("black ratnik of the ratoborets")),
        "PB": (N_("white ratnik of the luchnik"), N_("black ratnik of the luchnik")),
        "PN": (N_("white ratnik of the vsadnik"), N_("black ratnik of the vsadnik")),
        "PH": (N_("white ratnik of the helgi"), N_("black ratnik of the helgi")),
        "+Q": (N_("white knyaz, a promoted ratnik"), N_("black knyaz, a promoted ratnik")),
        "+R": (N_("white ratoborets, a promoted ratnik"), N_("black ratoborets, a promoted ratnik")),
        "+B": (N_("white luchnik, a promoted ratnik"), N_("black luchnik, a promoted ratnik")),
        "+N": (N_("white vsadnik, a promoted ratnik"), N_("black vsadnik, a promoted ratnik")),
        "+H": (N_("white helgi, a promoted ratnik"), N_("black helgi, a promoted ratnik")),
    }
)

#: The rules of tournaments settle the points of a game (11.1).
_MODE = RegulatedMode(N_("Federation mode"), "Federation mode", frozenset({"scoring"}))

# A square, with the signs that a scanner may read instead.
_TOWER = r"[а-зА-Зa-hA-H6][1-8ЗзбБlIiіІ|]"
_COUNT = r"\(\s*\d{1,2}\s*\)"
_SIGNS = r"(?:\s*(?:\+\s?\+|[+#]|[!?]{1,2}|\(\s*=\s*\)|=))*"
_CASTLING = rf"[0OoОо]\s*{DASH}\s*[0OoОо](?:\s*{DASH}\s*[0OoОо])?(?![\w/])"
_MOVE = (
    rf"(?:{_COUNT}\s*)?[♔-♟]?\ufe0e?{_TOWER}(?:\s*(?:{DASH}|[xXхХ×:])\s*)?{_TOWER}"
    # A count behind the squares is adjacent to them, or ends the line; otherwise it belongs to the next move.
    rf"(?:{_COUNT}|\s*{_COUNT}(?=\s*(?:$|\d+\s*\.)))?"
)
_TO_BOOK = str.maketrans("abcdefghx", "абвгдежзх")


def _drawings(refer: Callable[[str], str]) -> dict[str, str]:
    """Return emblems, drums with emblems, and the small marks on the sides of drums."""
    marks = {f"mark-{letter}": f'<g fill="currentColor" stroke="none">{markup}</g>' for letter, markup in MARKS.items()}
    emblems = {f"emblem-{letter}": markup for letter, markup in EMBLEMS.items()}
    return emblems | drums(lambda letter: refer(f"emblem-{letter}")) | marks


_BOOK_LANGUAGE = first_in(Script.CYRILLIC)  # the book of the rules has Cyrillic files


def _spellings(rules: Rules, position: Position, move: Move, language: str) -> Iterator[str]:
    """Yield the book's form and today's, with Cyrillic files on Cyrillic sheets and Latin ones on others."""
    squares, bracket, count = move.text.partition("(")
    if position.figures().get(move.squares[1]) and "0" not in squares:
        squares = squares.replace("-", "x")
    for text in {squares + bracket + count, bracket + count + squares}:
        if not language or is_cyrillic(language):
            yield text.translate(_TO_BOOK)
        if not is_cyrillic(language):
            yield text


def _lifted(move: Move, position: Position) -> Message | str:
    assert isinstance(move, TavreliMove)
    height = len(position.figures()[move.squares[0]])
    return say("piece_count_all", count=height) if move.lifted == ALL else str(move.lifted)


def _fewest_first(move: Move) -> int:
    """Return a sort key by the number lifted, with the whole tower last."""
    assert isinstance(move, TavreliMove)
    return move.lifted or 64


def _complete(text: str, turn: Side) -> str:
    """Return the position text with `turn` to move and no special rights, if only the board was entered."""
    return text if " " in text or not text or text == "start" else f"{text} {turn.value[0]} - - - 0 1"


TAVRELI = GameSpec(
    game="tavreli",
    name=N_("Tavreli"),
    rules=TavreliRules,
    icon="tavreli",
    laws="tavreli",
    pieces=PieceSet("tavreli", _drawings, _NAMES, stacked=True, sets=SETS),
    agreement_article="5.3",
    reconstruction_article="8.5",
    notations=(
        Notation("letters", "short", N_("Squares")),
        Notation("figurines", "figurine", N_("Figurines")),
        Notation("book", "book", N_("As in the rule book")),
    ),
    written=WrittenMoves(
        pattern=rf"(?P<move>(?:{_MOVE}|{_CASTLING}){_SIGNS})|(?P<number>\d(?:\s?\d){{0,2}}\s*[.…]+|\d{{1,3}}(?=\s))",
        spellings=_spellings,
        letters=MappingProxyType({DEFAULT: "a b c d e f g h", _BOOK_LANGUAGE: "а б в г д е ж з"}),
        telltale=MappingProxyType({_BOOK_LANGUAGE: frozenset("бгджБГДЖ")}),
    ),
    sheet=SheetForm(
        1,
        38,
        (("number", 0.5), ("move", 2.2), ("tower", 2.0), ("time", 0.9), ("move", 2.2), ("tower", 2.0), ("time", 0.9)),
    ),
    choice=Choice("lift", _lifted, _fewest_first),
    complete_position=_complete,
    position_help=N_(
        "The board from the eighth rank to the first; with the whole text where castling, a double step or en passant "
        "is still possible."
    ),
    pgn_variant="Tavreli",
    report_words=("tavreli", "таврел"),
    games_imported=False,
    carry=Carry.UNLESS_BONUS,
    mode=_MODE,
)
