"""The specification of Russian draughts for the rest of the program."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from importlib import resources
from types import MappingProxyType
from typing import ClassVar

from tavleya.messages import N_
from tavleya.rules.contract import EndingKind, LineOfPlay, Move, Ply, Position, RegulatedMode, Rules, Style, numbered
from tavleya.rules.draughts.draws import SEED003, DrawLaw
from tavleya.rules.draughts.generator import RUSSIAN, Board
from tavleya.rules.draughts.notation import matches, read_written
from tavleya.rules.draughts.position import START, DraughtsMove, DraughtsPosition, quiet_moves
from tavleya.rules.draughts.rules import DraughtsRules
from tavleya.rules.draughts.sets import DRAWINGS
from tavleya.rules.draughts.sets import SETS
from tavleya.rules.filegame import DASH
from tavleya.rules.spec import (
    Choice,
    FileForm,
    GameSpec,
    Notation,
    OpeningTable,
    PieceSet,
    SheetForm,
    WrittenMoves,
)
from tavleya.sides import Side

# Opening tables: the games of an event may begin with drawn moves, or from a drawn position.


@dataclass(frozen=True, slots=True)
class Opening:
    """One line of a table, such as `12-VII`.

    Either `moves` are played from the start position, or men are moved elsewhere first (`flying`: `a1-a5`, `a7-h4`).
    `first` is the side to move in the resulting position; White in all but a few lines.
    """

    table: str
    code: str
    moves: tuple[str, ...] = ()
    flying: tuple[str, ...] = ()
    first: Side = Side.WHITE

    @property
    def set_up(self) -> bool:
        return bool(self.flying)

    @property
    def words(self) -> str:
        """The text `1. ab4 ba5 2. ed4`, or `a1-e5, d6-g5` if men are moved elsewhere before play."""
        if self.flying:
            return ", ".join(self.flying)
        pairs = [self.moves[at : at + 2] for at in range(0, len(self.moves), 2)]
        return " ".join(f"{number}. {' '.join(pair)}" for number, pair in enumerate(pairs, start=1))

    @property
    def start(self) -> DraughtsPosition:
        """The position with which the game record opens."""
        origins = RUSSIAN.squares(text[:2] for text in self.flying)
        targets = dict.fromkeys(Side, 0)
        for text in self.flying:
            side = Side.WHITE if RUSSIAN.bit[text[:2]] & START.white_men else Side.BLACK
            targets[side] |= RUSSIAN.bit[text[3:]]
        # Both men are lifted before either is placed: one may be placed where the other was.
        return DraughtsPosition(
            START.white_men & ~origins | targets[Side.WHITE],
            0,
            START.black_men & ~origins | targets[Side.BLACK],
            0,
            self.first,
        )

    def line(self) -> LineOfPlay:
        """Return the opening as played; the players continue from its last position."""
        line = LineOfPlay(self.start)
        position = self.start
        for text in self.moves:
            (move,) = matches(position, read_written(text))
            position = position.play(move)
            line = line.add(Ply(move.text, position))
        return line


@cache
def tables() -> Mapping[str, Mapping[str, Opening]]:
    """Return every table by name, with openings by code in the order of the table."""
    text = resources.files(__package__).joinpath("openings.txt").read_text(encoding="utf-8")
    openings: dict[str, dict[str, Opening]] = {}
    for entry in _openings(text):
        openings.setdefault(entry.table, {})[entry.code] = entry
    return MappingProxyType({name: MappingProxyType(table) for name, table in openings.items()})


def _openings(text: str) -> Iterator[Opening]:
    table = ""
    for line in text.splitlines():
        if line.startswith("["):
            table = line.strip("[]")
        elif line and not line.startswith("#"):
            code, *words = line.split()
            if words[:1] == ["*"]:
                first = Side.BLACK if words[-1] == "B" else Side.WHITE
                flying = tuple(word for word in words[1:] if word not in ("---", "B"))
                yield Opening(table, code, flying=flying, first=first)
            else:
                yield Opening(table, code, moves=tuple(words))


def _lines(table: str) -> Mapping[str, Opening]:
    return tables()[table]


#: The tables from which openings of draughts games are drawn.
OPENINGS = tuple(
    OpeningTable(key, title, partial(_lines, key), both_colours=True)
    for key, title in (
        ("fmjd", N_("FMJD opening table")),
        ("idf", N_("IDF opening table")),
        ("idf-basic", N_("IDF basic opening table")),
    )
)

_NAMES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {"M": (N_("white man"), N_("black man")), "D": (N_("white draughts king"), N_("black draughts king"))}
)

#: The table of colours and the points apply to a whole tournament; its organiser announces the rest.
_MODE = RegulatedMode(N_("Federation mode"), "Federation mode", frozenset({"edition", "scoring", "tiebreaks"}))

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


# International draughts: 100 numbered squares; a capture must remove as many men as possible.

BOARD = Board(
    numbered(10),
    rows=4,
    majority=True,
    crowned_in_passing=False,
    take_sign="x",
    examples=("32-28", "32x23", "W:W31,32,K40:B8"),
)


@dataclass(frozen=True, slots=True)
class InternationalPosition(DraughtsPosition):
    board: ClassVar[Board] = BOARD
    quiet: ClassVar[Mapping[tuple[int, int], DraughtsMove]] = quiet_moves(BOARD)


@dataclass(frozen=True, slots=True)
class InternationalRules(DraughtsRules):
    """Its draws are those that the draughts text counts equally on both boards: repetition, and short endings."""

    game: ClassVar[str] = "draughts100"
    kind: ClassVar[type[DraughtsPosition]] = InternationalPosition
    laws: ClassVar[Mapping[str, DrawLaw]] = MappingProxyType(
        {
            "international": replace(
                SEED003, counters=tuple(c for c in SEED003.counters if c.kind is EndingKind.SHORT_ENDING)
            )
        }
    )

    variant: str = "international"


_INTERNATIONAL_MOVE = rf"\d\d?(?:\s*(?:{DASH}|[:xх×])\s*\d\d?)+(?:[xх=]|\s*[!?]{{1,2}})*(?!\w)"

INTERNATIONAL = replace(
    DRAUGHTS,
    game=InternationalRules.game,
    name=N_("International draughts"),
    rules=InternationalRules,
    grid=BOARD.grid,
    optional=True,
    written=replace(
        DRAUGHTS.written, pattern=rf"(?P<move>{_INTERNATIONAL_MOVE})|(?P<number>\d{{1,3}}(?:\s*[.…]+|(?=\s)))"
    ),
    position_help=N_("As in W31,32,K40:B8."),
    pdn_type="20,W,10,10,N2,0",
    openings=(),
    report_words=("international draughts", "draughts 100", "draughts-100", "стоклет", "шашки-100", "шашки 100"),
    mode=None,
)  # fmt: skip
