"""Chess960: chess from one of 960 start positions, each with a number (FIDE Laws, Guidelines II).

Bishops are on squares of both colours, the king is between the rooks, Black's pieces are opposite White's.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType
from typing import ClassVar

import chess

from tavleya.messages import N_
from tavleya.rules.chess.position import ChessPosition, read_fen
from tavleya.rules.chess.rules import ChessRules
from tavleya.rules.chess.spec import CHESS
from tavleya.rules.contract import BadPosition, LineOfPlay, Position
from tavleya.rules.messages import say
from tavleya.rules.spec import OpeningTable

#: The number of start positions; their numbers run from 0.
COUNT = 960
#: The number of the position of chess.
CHESS_NUMBER = 518


@dataclass(frozen=True, slots=True)
class Start:
    """One start position that can be drawn: its `code` is its number."""

    number: int

    @property
    def code(self) -> str:
        return str(self.number)

    @property
    def words(self) -> str:
        """The pieces of White from a1 to h1: `RNBQKBNR`."""
        return str(chess.Board.from_chess960_pos(self.number).board_fen()).rpartition("/")[2]

    @property
    def set_up(self) -> bool:
        return True

    @property
    def position(self) -> ChessPosition:
        return ChessPosition(chess.Board.from_chess960_pos(self.number))

    def line(self) -> LineOfPlay:
        return LineOfPlay(self.position)


def start_of(number: int) -> Start:
    """Return the start position.  Raises: BadPosition for a number outside 0 to 959."""
    if not 0 <= number < COUNT:
        raise BadPosition(say("no_start_position"), number=number)
    return Start(number)


def number_of(position: ChessPosition) -> int | None:
    """Return the number of a start position, or None."""
    number: int | None = position.board.chess960_pos(ignore_turn=False, ignore_castling=False)
    return number


@cache
def _starts() -> Mapping[str, Start]:
    return MappingProxyType({str(number): Start(number) for number in range(COUNT)})


#: The positions that can be drawn for a round or a board.
STARTS = OpeningTable("chess960", N_("Start positions of Chess960"), _starts)


# Chess960 as an implementation of the rules interface: chess with other start positions and castling.


@dataclass(frozen=True, slots=True)
class Chess960Rules(ChessRules):
    """`start_position`: the default start of games, a number from 0 to 959 or FEN.

    Empty: number 518, the position of chess.  Raises: BadPosition.
    """

    game: ClassVar[str] = "chess960"
    chess960: ClassVar[bool] = True

    start_position: str | int = ""

    def __post_init__(self) -> None:
        if type(self.start_position) not in (str, int):
            raise TypeError(f"start_position {self.start_position!r}")
        self.start()

    def start(self) -> ChessPosition:
        return self._read(str(self.start_position) or str(CHESS_NUMBER))

    def position(self, text: str) -> ChessPosition:
        """Read a number, Shredder-FEN or X-FEN (castling by the files of the rooks, or KQkq for the outermost)."""
        return self.start() if text.strip() == "start" else self._read(text)

    def _read(self, text: str) -> ChessPosition:
        bare = text.strip()
        if bare.isdecimal() and len(bare) <= 3:
            return start_of(int(bare)).position
        return read_fen(text, chess960=True)


def _start_words(position: Position) -> str:
    """Return the number and White's pieces from a1 on, `518: RNBQKBNR`; FEN if it is not one of the 960."""
    assert isinstance(position, ChessPosition)
    number = number_of(position)
    return position.text() if number is None else f"{number}: {Start(number).words}"


CHESS960 = replace(
    CHESS,
    game="chess960",
    name=N_("Chess960"),
    icon="chess960",
    rules=Chess960Rules,
    openings=(STARTS,),
    start_words=_start_words,
    pgn_variant="Chess960",
    pgn_names=("fischerandom", "fischerrandom", "fischer random", "fischer random chess", "freestyle chess"),
    report_words=("chess960", "chess 960", "fischer random", "freestyle chess", "шахматы 960", "шахи 960", "фишер"),
    fide_rated=False,
)
