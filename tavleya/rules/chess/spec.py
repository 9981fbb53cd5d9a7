"""The specification of chess for the rest of the program."""

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from tavleya.languages import DEFAULT
from tavleya.messages import N_, Message, label
from tavleya.rules.chess.rules import ChessRules
from tavleya.rules.chess.sets import DRAWINGS
from tavleya.rules.chess.sets import SETS
from tavleya.rules.contract import Move, Position, RegulatedMode, Rules, Style
from tavleya.rules.filegame import KINDS, PIECE_LETTERS
from tavleya.rules.spec import Choice, GameSpec, Notation, PieceSet, SheetForm, WrittenMoves
from tavleya.sides import Side

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
        {
            "accelerated",
            "correction_rounds",
            "edition",
            "restrictions",
            "rounds_planned",
            "scoring",
            "tiebreaks",
        }
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
            {code: f"{' '.join(of[kind] for kind in KINDS)} ({code})" for code, of in PIECE_LETTERS.items()}
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
)  # fmt: skip
