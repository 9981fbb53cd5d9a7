"""The specifications of Russian and international draughts for the rest of the program, with drawn pieces."""

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
from tavleya.rules.filegame import DASH
from tavleya.rules.spec import (
    Choice,
    Drawings,
    FileForm,
    GameSpec,
    Notation,
    OpeningTable,
    PieceSet,
    SetKey,
    SheetForm,
    WrittenMoves,
)
from tavleya.sides import Side

# Alternative draughts sets, drawn for this program.

_CROWN = "M27 66L21 34L37 47L50 26L63 47L79 34L73 66Z"
_PETAL = "M50 48C44 40 44 30 50 22C56 30 56 40 50 48Z"


def _disc(radius: int, width: float, *, halo: bool = False) -> str:
    circle = f'<circle cx="50" cy="50" r="{radius}"'
    halo_circle = f'{circle} class="halo" stroke-width="{width + 6}"/>' if halo else ""
    return f'{halo_circle}{circle} stroke="currentColor" stroke-width="{width}"/>'


def _ring(radius: int, width: float) -> str:
    return f'<circle cx="50" cy="50" r="{radius}" fill="none" stroke="currentColor" stroke-width="{width}"/>'


def _crown(scale: float) -> str:
    shift = 50 - 50 * scale
    transform = f'transform="translate({shift:.4g} {shift + 2:.4g}) scale({scale})"'
    return f'<path d="{_CROWN}" {transform} fill="currentColor" stroke="none"/>'


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


# The draughts set: a turned man, and a king with a second man on top as its crown, as the rules say.


def _raised_disc(y: int, radius: int = 38) -> str:
    """Return a man seen from a little above: its rim, then its face."""
    return f'<circle cx="50" cy="{y + 5}" r="{radius}"/><circle cx="50" cy="{y}" r="{radius}"/>'


def _groove(y: int, radius: int) -> str:
    ring = f'<circle cx="50" cy="{y}" r="{radius}"'
    return f'{ring} fill="none" stroke="currentColor" stroke-width="2.6" stroke-opacity=".55"/>'


_KING_CROWN = (
    '<path d="M31 57L27 32L40 43L50 26L60 43L73 32L69 57Z" fill="currentColor" stroke="none"/>'
    '<path d="M32 61H68V66.5H32Z" fill="currentColor" stroke="none"/>'
)

DRAWINGS: Mapping[str, str] = {
    "M": f'<g stroke="currentColor" stroke-width="3">{_raised_disc(48)}</g>{_groove(48, 28)}{_groove(48, 17)}',
    "D": f'<g stroke="currentColor" stroke-width="3">{_raised_disc(55)}{_raised_disc(46)}</g>'
    f"{_groove(46, 31)}{_KING_CROWN}",
}
"""Piece letter → markup."""

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
        pairs = [self.moves[index : index + 2] for index in range(0, len(self.moves), 2)]
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
    for opening in _openings(text):
        openings.setdefault(opening.table, {})[opening.code] = opening
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
    notations=(Notation("letters", "short", N_("Short notation")), Notation("long", "long", N_("Long notation"))),
    written=WrittenMoves(
        pattern=rf"(?P<move>{_MOVE})|(?P<number>\d{{1,3}}(?:\s*[.…]+|(?=\s)))", spellings=_spellings, result_signs=True
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
)


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
)
