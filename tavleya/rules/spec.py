"""The specification of a game for the rest of the program: one record for all pages, files and documents.

A game's package implements its rules (`Rules`); its record has all other properties: names, drawings, notation, files
and time controls.  Other code does not test for a game: capabilities are fields here, named for their meaning.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from re import Pattern
from typing import Literal, Protocol

from tavleya.clocks.controls import Carry
from tavleya.errors import NotFound
from tavleya.messages import Message
from tavleya.rules.contract import CHESSBOARD, Grid, LineOfPlay, Move, Position, RegulatedMode, Rules
from tavleya.rules.messages import say
from tavleya.sides import Side

#: Markup by name, in a box of 100 by 100; the argument creates a reference to another drawing of the set.
Drawings = Callable[[Callable[[str], str]], Mapping[str, str]]
#: Alternative sets of drawings: flat silhouettes, silhouettes on discs, and high contrast.
SetKey = Literal["cut", "tokens", "contrast"]


class FileForm(StrEnum):
    """The file format of games of this kind; the value is the file extension."""

    PGN = "pgn"
    PDN = "pdn"


@dataclass(frozen=True, slots=True)
class PieceSet:
    """The drawings and names of the pieces.

    `key` is the prefix of the ids of the drawings; games with the same pieces share it.  `drawings` returns the markup
    of each by name, in a box of 100 by 100; its argument creates a reference to another drawing of the set.  `names`
    are those of White's and Black's piece by its code (`R`, `PR`, `+R`), `glyphs` their signs in print, if any.
    `stacked`: several pieces may be on one square.  `sets` are alternative drawings for the reader, by key; missing
    ones fall back to the usual drawings.
    """

    key: str
    drawings: Drawings
    names: Mapping[str, tuple[str, str]]
    stacked: bool = False
    glyphs: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    sets: Mapping[SetKey, Drawings] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Notation:
    """A notation that a reader may choose: `key` in addresses, the `form` of `Style`, its name on pages."""

    key: str
    form: str
    name: str


@dataclass(frozen=True, slots=True)
class WrittenMoves:
    """The notation of moves on score sheets, for their readers.

    `pattern` has the groups `move` and `number`; `move_like` is a further condition for words that are moves.
    `spellings(rules, position, move, language)` are the ways to write a legal move, without marks.  `by_squares`: a
    move has both its squares, which may be separated; else it is one word.  `capture_sign`: the sign between the
    squares must say whether the second was occupied.  `letters`: language to its letters on a sheet, for a reader to
    choose from; empty if sheets have no letters.  `telltale`: letters that only sheets in that language have.
    `result_signs`: a sign behind the last move may be the result (draughts).
    """

    pattern: str
    spellings: Callable[[Rules, Position, Move, str], Iterable[str]]
    by_squares: bool = True
    capture_sign: bool = True
    move_like: Pattern[str] | None = None
    letters: Mapping[str, str] = field(default_factory=dict)
    telltale: Mapping[str, frozenset[str]] = field(default_factory=dict)
    result_signs: bool = False


#: The content of a column of a score sheet: move number, move, clock reading, note on a tower.
Column = Literal["number", "move", "time", "tower"]


@dataclass(frozen=True, slots=True)
class SheetForm:
    """The ruled part of a printed score sheet: adjacent `blocks` of `lines` moves; `columns` with their shares.

    Among two columns of one kind the first is White's.
    """

    blocks: int
    lines: int
    columns: tuple[tuple[Column, float], ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """The difference of moves between the same two squares, for players who tap squares.

    `asks`: how many pieces to lift, the promotion, or the way of a capture.  `words` are the answers, as text or as a
    message to translate; answers are in the `order` of the moves.
    """

    asks: Literal["lift", "promote", "way"]
    words: Callable[[Move, Position], Message | str]
    order: Callable[[Move], int] = lambda move: 0


class Opening(Protocol):
    """One line of a table: `words` are its moves in sheet notation, or the set-up before play (`set_up`)."""

    @property
    def code(self) -> str: ...

    @property
    def words(self) -> str: ...

    @property
    def set_up(self) -> bool: ...

    def line(self) -> LineOfPlay:
        """Return the opening as played; the players continue from its last position."""
        ...


@dataclass(frozen=True, slots=True)
class OpeningTable:
    """Openings to draw from: `lines` by code, in the order of the table; `title` is for display.

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
        """Return the opening.  Raises: NotFound ("no_such_opening")."""
        try:
            return self.lines()[code]
        except KeyError:
            raise NotFound(say("no_such_opening", table=self.key, code=code)) from None


@dataclass(frozen=True, slots=True)
class GameSpec:
    """One game.

    `icon` is a symbol of `static/img/icons.svg`.  `rules` creates the game's `Rules` from its options; `grid` is its
    board.  `laws` is the game whose law books and regimes apply here; `agreement_article` and `reconstruction_article`
    are the numbers in those laws of a draw by agreement and of a game reconstructed from its score sheets.  `join` is
    the sign between two squares of a tapped move.  `castles`: `0-0` is a move and not a result.
    `complete_position(text, turn)` completes an entered board to the position text of the rules; `position_help`
    explains the input.  `openings` are the tables from which the opening of a game may be drawn.  `start_words` names a
    start position, in a game without a usual one (see `start_varies`).

    `pdn_type` is the tag `GameType` of PDN, whose first number is the game's.  `pgn_variant` is the value of the tag
    `Variant`, empty for the default game of PGN; `pgn_names` are other values of it in small letters; `pgn_moves` is
    the form of `Style` in PGN.  `report_words` identify the game in the header of a tournament report (small letters).
    `fide_rated`: FIDE rates it, and it is the default for reports.  `games_imported`: whole tournaments can be imported
    from files of games.

    `carry`: the default treatment of unused time.

    `mates`: the aim is mate, so that a player short of time may claim that the opponent cannot win (the quickplay
    finish).  `must_capture`: violations are those of compulsory captures.  `draws_claimed`: players claim draws; else
    draws are automatic.  `increment_on_request`: a player short of time may request an increment.  `acts_counted`: some
    acts at the board count as illegal moves.

    `mode`: the restrictions of its federation's regulations on tournaments; every new Swiss follows them.  `optional`:
    new sections can be of this game only if the operator of the service offers it.
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
        """Whether there is no usual start position: a section defines the start of its games, or has it drawn.

        Files and score sheets always show it.
        """
        return self.start_words is not None
