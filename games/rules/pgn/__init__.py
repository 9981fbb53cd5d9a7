"""PGN in and out, for chess and for tavreli (whose dialect docs/formats/tavreli-pgn.md describes)."""

from games.rules.filegame import Notes
from games.rules.pgn.reading import read_games
from games.rules.pgn.writing import write_game

__all__ = ["Notes", "read_games", "write_game"]
