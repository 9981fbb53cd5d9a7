"""PGN in and out, for chess and for tavreli (whose dialect docs/formats/tavreli-pgn.md describes)."""

from core.rules.filegame import Notes
from core.rules.pgn.reading import read_pgn
from core.rules.pgn.writing import write_pgn

__all__ = ["Notes", "read_pgn", "write_pgn"]
