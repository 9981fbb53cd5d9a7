"""Chess: the rules on the board by the FIDE Laws, and the notation of their appendix C."""

from core.rules.chess.position import ChessMove, ChessPosition
from core.rules.chess.reading import Reading
from core.rules.chess.rules import ChessRules

__all__ = ["ChessMove", "ChessPosition", "ChessRules", "Reading"]
