"""The specification of Russian draughts for the rest of the program."""

from collections.abc import Mapping
from types import MappingProxyType

from tavleya.messages import N_
from tavleya.rules.contract import Move, Position, Rules, Style
from tavleya.rules.draughts.openings import OPENINGS
from tavleya.rules.draughts.position import DraughtsMove
from tavleya.rules.draughts.rules import DraughtsRules
from tavleya.rules.draughts.sets import SETS
from tavleya.rules.draughts.shapes import DRAUGHTS as DRAWINGS
from tavleya.rules.letters import DASH
from tavleya.rules.modes import RegulatedMode
from tavleya.rules.spec import Choice, FileForm, GameSpec, Notation, PieceSet, SheetForm, WrittenMoves
from tavleya.sides import Side

_NAMES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "M": (N_("white man"), N_("black man")),
        "D": (N_("white draughts king"), N_("black draughts king")),
    }
)

#: The table of colours and the points apply to a whole tournament; its organiser announces the rest.
_MODE = RegulatedMode(
    N_("Federation mode"), "Federation mode", frozenset({"edition", "scoring", "tiebreaks"})
)

_FIELD = r"[a-hA-HасеАСЕвВнН][1-8]"
_MOVE = (
    rf"(?:{_FIELD}(?:(?:\s*(?:{DASH}|[:xх×])\s*)?{_FIELD})+|\d\d?\s*(?:{DASH}|[:xх])\s*\d\d?|[a-h][a-h][1-8])"
    rf"(?:[xх=]|\s*[!?]{{1,2}})*(?!\w)"
)


def _spellings(rules: Rules, position: Position, move: Move, language: str) -> set[str]:
    return {move.text, rules.write(position, move, Style("long"))}


def _way(move: Move, position: Position) -> str:
    assert isinstance(move, DraughtsMove)
    return move.full_text


def _complete(text: str, turn: Side) -> str:
    """Return FEN with `turn` to move, if only the men were entered."""
    return text if text[:2].upper() in ("W:", "B:") else f"{turn.value[0].upper()}:{text}"


DRAUGHTS = GameSpec(
    game="draughts",
    name=N_("Russian draughts"),
    rules=DraughtsRules,
    icon="draughts",
    laws="draughts",
    pieces=PieceSet("draughts", lambda refer: DRAWINGS, _NAMES, sets=SETS),
    agreement_article="result.3",
    notations=(
        Notation("letters", "short", N_("Short notation")),
        Notation("long", "long", N_("Long notation")),
    ),
    written=WrittenMoves(
        pattern=rf"(?P<move>{_MOVE})|(?P<number>\d{{1,3}}(?:\s*[.…]+|(?=\s)))",
        spellings=_spellings,
        result_signs=True,
    ),
    sheet=SheetForm(2, 36, (("number", 0.5), ("move", 1.75), ("time", 0.7), ("move", 1.75), ("time", 0.7))),
    choice=Choice("way", _way),
    complete_position=_complete,
    position_help=N_("As in Wa3,c3,Kd4:Bb8."),
    file=FileForm.PDN,
    pdn_type="25,W,8,8,A0,0",
    openings=OPENINGS,
    castles=False,
    report_words=("draughts", "checkers", "шашк", "шашек", "шашечн"),
    mates=False,
    must_capture=True,
    draws_claimed=False,
    mode=_MODE,
)  # fmt: skip
