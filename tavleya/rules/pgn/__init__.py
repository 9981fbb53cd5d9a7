"""PGN in and out, for chess and for tavreli (whose dialect docs/formats/tavreli-pgn.md describes)."""

from tavleya.rules.filegame import Notes
from tavleya.rules.pgn.reading import read_pgn
from tavleya.rules.pgn.writing import write_pgn

__all__ = ["Notes", "read_pgn", "write_pgn"]
