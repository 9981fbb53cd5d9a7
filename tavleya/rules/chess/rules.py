"""Chess as an implementation of the rules interface: FIDE Laws in force from 2023, with the `chess` library."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from tavleya.messages import Message
from tavleya.rules.chess import endings, fen, irregular_moves, mating, reading, touch_move, writing
from tavleya.rules.chess.position import ChessMove, ChessPosition, color_of
from tavleya.rules.contract import (
    AmbiguousMove,
    ClaimKind,
    ClaimVerdict,
    Ending,
    IllegalMove,
    LineOfPlay,
    Move,
    Position,
    Rules,
    Style,
    Touch,
    TouchObligation,
    UnreadableMove,
)
from tavleya.sides import Side


@dataclass(frozen=True, slots=True)
class ChessRules(Rules):
    """Chess has no options: the Laws leave nothing on the board to the organiser."""

    game: ClassVar[str] = "chess"
    chess960: ClassVar[bool] = False

    def start(self) -> ChessPosition:
        return ChessPosition.start()

    def position(self, text: str) -> ChessPosition:
        """Read FEN (its last fields may be missing).  Raises: BadPosition.  See also `objections`."""
        return fen.read(text)

    def standing(self, text: str) -> ChessPosition:
        """Read FEN as `position` does, but a king may be missing (7.5.1)."""
        return fen.read(text, chess960=self.chess960, kings_taken=True)

    def objections(self, position: Position) -> tuple[Message, ...]:
        """Return why `position` cannot be the start of a game (the side not to move is in check …)."""
        return fen.objections(_chess(position))

    def read(self, position: Position, text: str, *, language: str = "") -> ChessMove:
        return reading.read(_chess(position), text, language).move

    def read_token(self, position: Position, text: str, *, language: str = "") -> reading.Reading:
        """Read a move as `read` does, with draw offer, comment marks and warnings about wrong signs."""
        return reading.read(_chess(position), text, language)

    def write(self, position: Position, move: Move, style: Style) -> str:
        return writing.write(_chess(position), ChessMove(move.text), style)

    def explain(self, position: Position, text: str, *, language: str = "") -> Message | None:
        try:
            self.read(position, text, language=language)
        except (UnreadableMove, IllegalMove, AmbiguousMove) as problem:
            return problem.message
        return None

    def displace(self, position: Position, text: str) -> ChessPosition:
        return irregular_moves.displace(_chess(position), text)

    def touched_by(self, position: Position, text: str) -> tuple[Touch, ...]:
        return irregular_moves.touched_by(_chess(position), text)

    def stands_as(self, position: Position, text: str) -> ChessMove | None:
        return irregular_moves.stands_as(_chess(position), text)

    def both_in_check(self, position: Position) -> bool:
        return _chess(position).both_in_check

    def ending(self, line: LineOfPlay) -> Ending | None:
        return endings.ending(line)

    def claim(self, line: LineOfPlay, kind: ClaimKind, intended: str | None = None) -> ClaimVerdict:
        """Decide a claim (9.2, 9.3).  Raises: the errors of `read` for an `intended` move that is not legal."""
        after = None
        if intended is not None:
            position = _chess(line.position)
            after = position.play(self.read(position, intended))
        return endings.claim(line, kind, after)

    def bound_moves(self, position: Position, touches: Iterable[Touch]) -> TouchObligation:
        """Return the obligation of the player to move after touched pieces (4.2–4.5); see `touching`."""
        return touch_move.bound_moves(_chess(position), touches)

    def can_mate(self, position: Position, side: Side) -> bool:
        """Return whether `side` could mate by some series of legal moves (6.9, 7.5.5).

        False is proven, see `mating`.
        """
        return mating.can_mate(_chess(position).board, color_of(side))


def _chess(position: Position) -> ChessPosition:
    assert isinstance(position, ChessPosition), "chess rules are asked about chess positions"
    return position
