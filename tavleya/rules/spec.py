"""What a game is to the rest of the program: one record, from which every page, file and document takes its share.

A game's own package says how it is played (`Rules`); its record says everything that others must know of it: what it
is called, how it is drawn, written, filed and timed.  Nobody else
asks which game it is: capabilities are fields here, named for what they mean.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from re import Pattern
from types import MappingProxyType
from typing import Literal, Protocol

from tavleya.clocks.controls import Carry
from tavleya.errors import NotFound
from tavleya.messages import Message
from tavleya.rules.contract import LineOfPlay, Move, Position, Rules
from tavleya.rules.grid import CHESSBOARD, Grid
from tavleya.rules.messages import say
from tavleya.rules.modes import RegulatedMode
from tavleya.sides import Side

#: Markup by name, in a box of 100 by 100; the argument makes a reference to another drawing of the set.
Drawings = Callable[[Callable[[str], str]], Mapping[str, str]]
#: Sets of drawings beside the usual one: flat silhouettes, silhouettes on discs, and what is seen from far away.
SetKey = Literal["cut", "tokens", "contrast"]


def _none() -> Mapping[str, str]:
    return MappingProxyType({})


def _no_glyphs() -> Mapping[str, tuple[str, str]]:
    return MappingProxyType({})


def _no_sets() -> Mapping[SetKey, Drawings]:
    return MappingProxyType({})


def _no_letters() -> Mapping[str, frozenset[str]]:
    return MappingProxyType({})


class FileForm(StrEnum):
    """The form of the files in which games of this kind travel; the value is the ending of their names."""

    PGN = "pgn"
    PDN = "pdn"


@dataclass(frozen=True, slots=True)
class PieceSet:
    """How the pieces are drawn and what they are called.

    `key` begins the ids of the drawings; games with the same pieces share it.  `drawings` gives the markup of each by
    name, in a box of 100 by 100; its argument makes a reference to another drawing of the set.  `names` are those of
    White's and Black's piece by its code (`R`, `PR`, `+R`), `glyphs` the signs for them in print, where there are any.
    `stacked`: several pieces may stand on one square.  `sets` are other drawings that a reader may choose, by key; what
    one of them does not draw is drawn as usual.
    """

    key: str
    drawings: Drawings
    names: Mapping[str, tuple[str, str]]
    stacked: bool = False
    glyphs: Mapping[str, tuple[str, str]] = field(default_factory=_no_glyphs)
    sets: Mapping[SetKey, Drawings] = field(default_factory=_no_sets)


@dataclass(frozen=True, slots=True)
class Notation:
    """A form of notation that a reader may choose: `key` in addresses, the `form` of `Style`, its name on pages."""

    key: str
    form: str
    name: str


@dataclass(frozen=True, slots=True)
class WrittenMoves:
    """How players write moves on a score sheet, for those who read one.

    `pattern` has the groups `move` and `number`; `move_like` is what else a word must be to be a move.
    `spellings(rules, position, move, language)` are the ways to write a legal move, marks aside.  `by_squares`: a move
    names both its squares, which may stand apart; else it is one word.  `capture_sign`: the sign between the squares
    must say whether something stood on the second.  `letters`: language to the letters that it uses on a sheet, for a
    reader to choose from; empty where a sheet has none.  `telltale`: letters that only sheets in that language have.
    `result_signs`: a sign behind the last move may say the result (draughts).
    """

    pattern: str
    spellings: Callable[[Rules, Position, Move, str], Iterable[str]]
    by_squares: bool = True
    capture_sign: bool = True
    move_like: Pattern[str] | None = None
    letters: Mapping[str, str] = field(default_factory=_none)
    telltale: Mapping[str, frozenset[str]] = field(default_factory=_no_letters)
    result_signs: bool = False


#: What stands in a column of a score sheet: the number of the move, a move, a clock's reading, a note on a tower.
Column = Literal["number", "move", "time", "tower"]


@dataclass(frozen=True, slots=True)
class SheetForm:
    """The lined part of a printed score sheet: `blocks` side by side of `lines` moves; `columns` with their shares.

    Of two columns of one kind the first is White's.
    """

    blocks: int
    lines: int
    columns: tuple[tuple[Column, float], ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """What tells moves between the same two squares apart, where a player taps squares.

    `asks`: how many pieces to lift, what to promote to, which way to take.  `words` are the answers, as text or as a
    message to translate; answers come in the `order` of the moves.
    """

    asks: Literal["lift", "promote", "way"]
    words: Callable[[Move, Position], Message | str]
    order: Callable[[Move], int] = lambda move: 0


class Opening(Protocol):
    """One line of a table: `words` are its moves as a sheet has them, or what is set up before play (`set_up`)."""

    @property
    def code(self) -> str: ...

    @property
    def words(self) -> str: ...

    @property
    def set_up(self) -> bool: ...

    def line(self) -> LineOfPlay:
        """The opening as played; the players go on from its last position."""
        ...


@dataclass(frozen=True, slots=True)
class OpeningTable:
    """Openings that are drawn from: `lines` by code, in the order of the table; `title` is for people.

    `both_colours`: an opening may favour a side, so opponents play it with either colour, in a match.
    """

    key: str
    title: str
    lines: Callable[[], Mapping[str, Opening]]
    both_colours: bool = False

    @property
    def codes(self) -> tuple[str, ...]:
        return tuple(self.lines())

    def opening(self, code: str) -> Opening:
        """Raises NotFound `no_such_opening`."""
        try:
            return self.lines()[code]
        except KeyError:
            raise NotFound(say("no_such_opening", table=self.key, code=code)) from None


@dataclass(frozen=True, slots=True)
class GameSpec:
    """One game.

    `icon` is a symbol of `static/img/icons.svg`.  `rules` makes the game's `Rules` from its options; `grid` is its
    board.  `laws` is the game whose law books and regimes are in force here; `agreement_article` and
    `reconstruction_article` are the numbers in those laws of a draw agreed and of a game put together from its score
    sheets.  `join` stands between two squares where a move is only tapped.  `castles`: `0-0` is a move and no result.
    `complete_position(text, turn)` is the position text that the rules read, where only the board was typed;
    `position_help` says what to type.  `openings` are the tables that a game may begin from by lot.  `start_words`
    names a start position, in a game that has no usual one (see `start_varies`).

    `pdn_type` is the tag `GameType` of PDN, whose first number is the game's.  `pgn_variant` is the value of the tag
    `Variant`, empty for the game that PGN is made for; `pgn_names` are other values of it in small letters;
    `pgn_moves` is the form of `Style` in PGN.  `report_words` tell the game in the header of a tournament report
    (small letters).  `fide_rated`: FIDE rates it, and a report that says nothing means it.  `games_imported`: whole
    tournaments are taken from files of games.

    `carry`: what happens to unused time where a control does not say; `presets` are keys of `clocks.presets`.

    `mates`: the aim is mate, so that a player short of time may claim that the opponent cannot win (the quickplay
    finish).  `must_capture`: violations are those of compulsory captures.  `draws_claimed`: players claim draws; else
    they come about by themselves.  `increment_on_request`: a player short of time may ask for time with each move.
    `acts_counted`: some acts at the board count as illegal moves.

    `mode`: what the regulations of its federation settle about tournaments; every new Swiss is run by them.
    `optional`: new sections can be of this game only where the operator of the service offers it.
    """

    game: str
    name: str
    icon: str
    rules: Callable[..., Rules]
    laws: str
    pieces: PieceSet
    agreement_article: str
    notations: tuple[Notation, ...]
    written: WrittenMoves
    sheet: SheetForm
    choice: Choice
    complete_position: Callable[[str, Side], str]
    position_help: str
    presets: tuple[str, ...]
    grid: Grid = CHESSBOARD
    reconstruction_article: str = ""
    file: FileForm = FileForm.PGN
    pdn_type: str = ""
    openings: tuple[OpeningTable, ...] = ()
    start_words: Callable[[Position], str] | None = None
    join: str = "-"
    castles: bool = True
    pgn_variant: str = ""
    pgn_names: tuple[str, ...] = ()
    pgn_moves: str = "canonical"
    report_words: tuple[str, ...] = ()
    fide_rated: bool = False
    games_imported: bool = True
    carry: Carry = Carry.ALWAYS
    mates: bool = True
    must_capture: bool = False
    draws_claimed: bool = True
    increment_on_request: bool = False
    acts_counted: bool = False
    mode: RegulatedMode | None = None
    optional: bool = False

    @property
    def start_varies(self) -> bool:
        """No start position is the usual one: a section says where its games begin, or has it drawn.

        Files and score sheets always show it.
        """
        return self.start_words is not None
