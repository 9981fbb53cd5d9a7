"""The specification of chess for the rest of the program, and the drawings of its pieces."""

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from tavleya.languages import DEFAULT
from tavleya.messages import N_, Message, label
from tavleya.rules.chess.rules import ChessRules
from tavleya.rules.contract import Move, Position, RegulatedMode, Rules, Style
from tavleya.rules.filegame import KINDS, PIECE_LETTERS
from tavleya.rules.spec import Choice, Drawings, GameSpec, Notation, PieceSet, SetKey, SheetForm, WrittenMoves
from tavleya.sides import Side

# Alternative chess sets, drawn for this program: cut silhouettes, the same on discs, and with a halo.

_BASE = "M25 78H75V90H25Z"
_STEM = "M35 64H65L70 78H30Z"

SILHOUETTES: Mapping[str, tuple[str, ...]] = {
    "K": ("M45.5 6H54.5V13.5H62V22.5H54.5V32H45.5V22.5H38V13.5H45.5Z", "M26 34L50 30L74 34L65 64H35Z", _STEM, _BASE),
    "Q": ("M20 24L36 42L40 14L50 36L60 14L64 42L80 24L67 64H33Z", _STEM, _BASE),
    "R": ("M26 18H39V27H44.5V18H55.5V27H61V18H74V38L66 44V70L70 78H30L34 70V44L26 38Z", _BASE),
    "B": ("M50 11L69 42L59 60H41L31 42Z", "M41 60H59L68 78H32Z", _BASE),
    "N": ("M31 78L41 55L25 59L18 47L35 26V11L48 21L65 28L75 50L71 78Z", _BASE),
    "P": ("M50 19L65 34L57 49L68 78H32L43 49L35 34Z", "M28 78H72V90H28Z"),
}
_DETAILS = {"K": "M41 48H59", "Q": "M38 53H62", "R": "M37 46H63", "B": "M50 48L60 32", "N": "M38 36H43", "P": ""}


def _paths(piece: str) -> str:
    return "".join(f'<path d="{outline}"/>' for outline in SILHOUETTES[piece])


def _detail(piece: str, width: float) -> str:
    if not _DETAILS[piece]:
        return ""
    return (
        f'<path d="{_DETAILS[piece]}" fill="none" stroke="currentColor" stroke-width="{width}" stroke-linecap="round"/>'
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
            '<g transform="translate(16 13) scale(.68)" fill="currentColor" stroke="none">' + _paths(piece) + "</g>"
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


# The chess set: six figures drawn for this program, each in a box of 100 by 100.
#
# Every part is a closed outline: fill is the paint of its side, stroke is ink for both sides. Inner details
# of a figure (turnings, eyes, slits) are drawn in `currentColor`, which is ink on white and light on black.
# Thus one drawing serves both sides and both themes.

_FOOT = "M21 91C21 84 25 80 31 80H69C75 80 79 84 79 91Z"
_RING = "M29 80C29 75 31 72 35 72H65C69 72 71 75 71 80Z"
_COLLAR = "M38 49H62A3.5 3.5 0 0 1 62 56H38A3.5 3.5 0 0 1 38 49Z"


def _figure(*outlines: str, turnings: str = "M36.5 72H63.5M31 80H69", detail: str = "") -> str:
    parts = "".join(f'<path d="{outline}"/>' for outline in outlines)
    lines = f'<path d="{turnings}" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round"/>'
    return f'<g stroke-width="3" stroke-linejoin="round">{parts}</g>{lines}{detail}'


def _slit(path: str) -> str:
    return f'<path d="{path}" fill="none" stroke="currentColor" stroke-width="3.6" stroke-linecap="round"/>'


_COLLARED = "M36.5 72H63.5M31 80H69M40 49H60M40 56H60"

DRAWINGS: Mapping[str, str] = {
    "K": _figure(
        "M46.5 6.5H53.5V12H60V18.5H53.5V25H46.5V18.5H40V12H46.5Z",
        "M36 49L29 31C36 24 43 22 50 22C57 22 64 24 71 31L64 49Z",
        "M40 56H60C59 63 61 68 65 72H35C39 68 41 63 40 56Z",
        _COLLAR,
        _RING,
        _FOOT,
        turnings=_COLLARED + "M43 22.5Q50 21.5 57 22.5",
        detail=_slit("M38.5 40.5C46 38 54 38 61.5 40.5"),
    ),
    "Q": _figure(
        "M36 49L23 25L36 32L41 16L50 29L59 16L64 32L77 25L64 49Z",
        "M40 56H60C59 63 61 68 65 72H35C39 68 41 63 40 56Z",
        "M41 16m-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0",
        "M59 16m-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0",
        "M23 25m-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0",
        "M77 25m-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0",
        _COLLAR,
        _RING,
        _FOOT,
        turnings=_COLLARED,
        detail=_slit("M37 42.5C45 40.5 55 40.5 63 42.5"),
    ),
    "R": _figure(
        "M37 46H63L66 72H34Z",
        "M28 22H38V30H45V22H55V30H62V22H72V40C72 44 69 47 65 47H35C31 47 28 44 28 40Z",
        _RING,
        _FOOT,
        turnings="M36.5 72H63.5M31 80H69M38 47H62",
    ),
    "B": _figure(
        "M50 19C59 26 65 33 65 40C65 46 61 50 57 50H43C39 50 35 46 35 40C35 33 41 26 50 19Z",
        "M41 56H59C58 63 60 68 64 72H36C40 68 42 63 41 56Z",
        "M50 15m-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0",
        _COLLAR,
        _RING,
        _FOOT,
        turnings=_COLLARED,
        detail=_slit("M50 41L57.5 31.5"),
    ),
    "N": _figure(
        "M33 80C31 66 46 62 46 50C42 54 38 58 32 59C25 60 20 53 23 47C28 41 30 35 33 29L34 14L45 22"
        "C62 24 73 38 73 60C73 68 72 75 71 80Z",
        _FOOT,
        turnings="M34 80H70",
        detail=_slit("M49 31C58 37 62 47 62 62") + '<circle cx="40" cy="36" r="3" fill="currentColor" stroke="none"/>',
    ),
    "P": _figure(
        "M43 53H57C57 62 61 68 66 73H34C39 68 43 62 43 53Z",
        "M50 35m-14 0a14 14 0 1 0 28 0a14 14 0 1 0-28 0",
        "M39 49H61A3.2 3.2 0 0 1 61 55.4H39A3.2 3.2 0 0 1 39 49Z",
        "M25 91C25 80 30 73 37 73H63C70 73 75 80 75 91Z",
        turnings="M38 73H62M41 49H59M43 55.4H57",
    ),
}
"""Piece letter → markup."""

_NAMES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "K": (N_("white king"), N_("black king")),
        "Q": (N_("white queen"), N_("black queen")),
        "R": (N_("white rook"), N_("black rook")),
        "B": (N_("white bishop"), N_("black bishop")),
        "N": (N_("white knight"), N_("black knight")),
        "P": (N_("white pawn"), N_("black pawn")),
    }
)

_GLYPHS = MappingProxyType(dict(zip("KQRBNP", zip("♔♕♖♗♘♙", "♚♛♜♝♞♟", strict=True), strict=True)))

_WORD = r"[^\s.…]\S*"
_MOVE = rf"{_WORD}(?:\s+(?:\(?[eе]\.\s?[pр]\.?\)?|\(\s*=\s*\)|=|\+\+?|\#|[!?]{{1,2}})(?=\s|$))*"
#: A word without a digit is not a move, except castling and a rank that was misread as a letter.
_LIKE_MOVE = re.compile(r".*\d|[OoОо]\s?[-–]|[A-ZА-Я♔-♟]?[a-h]?[x:х]?[a-hасе][ЗзбБlIiіІ](?!\w)")


def _spellings(rules: Rules, position: Position, move: Move, language: str) -> Iterator[str]:
    for form in ("short", "long"):
        yield rules.write(position, move, Style(form, language or DEFAULT))


def _promotion(move: Move, position: Position) -> Message | str:
    letter = move.text[4:].upper()
    return label("piece", _NAMES[letter][position.turn is Side.BLACK]) if letter else move.text


#: C.04.1 1, C.04.2 4.3, C.05 5.2, C.07 4.1.1: announced before the tournament, and not changed during it.
_MODE = RegulatedMode(
    N_("FIDE mode"),
    "FIDE mode",
    frozenset(
        {"accelerated", "correction_rounds", "edition", "restrictions", "rounds_planned", "scoring", "tiebreaks"}
    ),
    correction_rounds=2,
)


def _complete(text: str, turn: Side) -> str:
    """Return FEN with `turn` to move and no castling rights, if only the first field was entered."""
    return text if " " in text or not text or text == "start" else f"{text} {turn.value[0]} - - 0 1"


CHESS = GameSpec(
    game="chess",
    name=N_("Chess"),
    rules=ChessRules,
    icon="chess",
    laws="chess",
    pieces=PieceSet("chess", lambda refer: DRAWINGS, _NAMES, glyphs=_GLYPHS, sets=SETS),
    agreement_article="5.2.3",
    reconstruction_article="8.5",
    notations=(
        Notation("letters", "short", N_("Letters")),
        Notation("figurines", "figurine", N_("Figurines")),
        Notation("long", "long", N_("Long notation")),
    ),
    written=WrittenMoves(
        pattern=rf"(?P<number>\d{{1,3}}(?:\s*[.…]+|(?=\s)))|(?P<move>{_MOVE})",
        spellings=_spellings,
        by_squares=False,
        capture_sign=False,  # optional (C.9)
        move_like=_LIKE_MOVE,
        letters=MappingProxyType(
            {code: f"{' '.join(letters[kind] for kind in KINDS)} ({code})" for code, letters in PIECE_LETTERS.items()}
        ),
    ),
    sheet=SheetForm(2, 40, (("number", 0.55), ("move", 1.5), ("time", 0.8), ("move", 1.5), ("time", 0.8))),
    choice=Choice("promote", _promotion),
    complete_position=_complete,
    position_help=N_(
        "The board from the eighth rank to the first; with the whole text where castling, a double step or en passant "
        "is still possible."
    ),
    join="",
    pgn_names=("standard", "chess", "normal", "from position"),
    pgn_moves="pgn",
    fide_rated=True,
    increment_on_request=True,
    acts_counted=True,
    mode=_MODE,
)
