"""A separate game record for antichess: a player without pieces or moves wins; captures are compulsory."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import chess.variant

from tavleya.messages import label
from tavleya.rules.chess.position import ChessMove, ChessPosition
from tavleya.rules.chess.rules import ChessRules, candidates
from tavleya.rules.chess.spec import CHESS
from tavleya.rules.contract import (
    BadPosition,
    Ending,
    EndingKind,
    IllegalMove,
    LineOfPlay,
    Position,
    Status,
    StatusKind,
)
from tavleya.sides import Side

_ENDINGS = {StatusKind.NO_PIECES: EndingKind.NO_PIECES, StatusKind.BLOCKED: EndingKind.BLOCKED}


class AntichessPosition(ChessPosition):
    __slots__ = ()

    @classmethod
    def start(cls) -> AntichessPosition:
        return cls(chess.variant.AntichessBoard())

    def library_moves(self) -> tuple[chess.Move, ...]:
        if self._moves is None:
            self._moves = tuple(self._board.generate_legal_moves())
        return self._moves

    def _find_status(self) -> Status:
        if self.library_moves():
            return Status(StatusKind.ONGOING)
        own = self._board.occupied_co[self._board.turn]
        return Status(StatusKind.BLOCKED if own else StatusKind.NO_PIECES, self.turn)


@dataclass(frozen=True, slots=True)
class AntichessRules(ChessRules):
    game: ClassVar[str] = "antichess"

    def start(self) -> AntichessPosition:
        return AntichessPosition.start()

    def position(self, text: str) -> AntichessPosition:
        if text.strip() == "start":
            return self.start()
        try:
            return AntichessPosition(chess.variant.AntichessBoard(text))
        except ValueError:
            raise BadPosition(label("bad_position", "This is not a position.")) from None

    def standing(self, text: str) -> AntichessPosition:
        return self.position(text)

    def read(self, position: Position, text: str, *, language: str = "") -> ChessMove:
        assert isinstance(position, ChessPosition)
        if candidates(position, text, language)[1]:
            return ChessRules.read(self, position, text, language=language)
        if any(position.shared_board.is_capture(move) for move in position.library_moves()):
            raise IllegalMove(label("capture_compulsory", "A capture is compulsory."))
        raise IllegalMove(label("not_a_move", "The piece does not move like this."))

    def ending(self, line: LineOfPlay) -> Ending | None:
        status = line.position.status()
        return Ending(_ENDINGS[status.kind], status.winner, "5.1.1") if status.over else None

    def can_mate(self, position: Position, side: Side) -> bool:
        return True


ANTICHESS = replace(
    CHESS, game="antichess", name="Antichess", rules=AntichessRules, pgn_variant="Antichess",
    pgn_names=("giveaway",), report_words=("antichess",), fide_rated=False, mates=False, must_capture=True,
    mode=None,
)  # fmt: skip
