"""Chess960 as an implementation of the rules interface: chess with other start positions and castling."""

from dataclasses import dataclass
from typing import ClassVar

from tavleya.rules.chess import fen
from tavleya.rules.chess.position import ChessPosition
from tavleya.rules.chess.rules import ChessRules
from tavleya.rules.chess960.starts import CHESS, start_of


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
        return self._read(str(self.start_position) or str(CHESS))

    def position(self, text: str) -> ChessPosition:
        """Read a number, Shredder-FEN or X-FEN (castling by the files of the rooks, or KQkq for the outermost)."""
        return self.start() if text.strip() == "start" else self._read(text)

    def _read(self, text: str) -> ChessPosition:
        bare = text.strip()
        if bare.isdecimal() and len(bare) <= 3:
            return start_of(int(bare)).position
        return fen.read(text, chess960=True)
