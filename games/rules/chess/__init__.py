"""Chess: the rules on the board by the FIDE Laws, and the notation of their appendix C."""

from games.rules.chess.position import ChessMove, ChessPosition
from games.rules.chess.reading import Reading
from games.rules.chess.rules import ChessRules

__all__ = ["ChessMove", "ChessPosition", "ChessRules", "Reading"]
