"""Chess: the rules on the board by the FIDE Laws, and the notation of their appendix C."""

from tavleya.rules.chess.position import ChessMove, ChessPosition
from tavleya.rules.chess.rules import ChessRules, Reading

__all__ = ["ChessMove", "ChessPosition", "ChessRules", "Reading"]
