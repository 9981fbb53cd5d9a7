"""PGN reader and writer for chess and tavreli (whose dialect is described in docs/formats/tavreli-pgn.md)."""

from tavleya.rules.filegame import Notes
from tavleya.rules.pgn.reading import read_pgn
from tavleya.rules.pgn.writing import write_pgn

__all__ = ["Notes", "read_pgn", "write_pgn"]
