"""The specification of tavreli for the rest of the program."""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from tavleya.clocks.controls import Carry
from tavleya.languages import DEFAULT, Script, first_in, is_cyrillic
from tavleya.messages import N_, Message
from tavleya.rules.contract import Move, Position, Rules
from tavleya.rules.letters import DASH
from tavleya.rules.modes import RegulatedMode
from tavleya.rules.spec import Choice, GameSpec, Notation, PieceSet, SheetForm, WrittenMoves
from tavleya.rules.tavreli.messages import say
from tavleya.rules.tavreli.move import ALL, TavreliMove
from tavleya.rules.tavreli.rules import TavreliRules
from tavleya.rules.tavreli.sets import SETS
from tavleya.rules.tavreli.shapes import EMBLEMS, MARKS, drums
from tavleya.sides import Side

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

# A square with everything that a scanner is known to leave of it.
#: The rules of tournaments settle the points of a game (11.1).
_MODE = RegulatedMode(N_("Federation mode"), "Federation mode", frozenset({"scoring"}))

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
    marks = {
        f"mark-{letter}": f'<g fill="currentColor" stroke="none">{markup}</g>'
        for letter, markup in MARKS.items()
    }
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
        (
            ("number", 0.5), ("move", 2.2), ("tower", 2.0), ("time", 0.9),
            ("move", 2.2), ("tower", 2.0), ("time", 0.9),
        ),
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
)  # fmt: skip
