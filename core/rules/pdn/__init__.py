"""Portable Draughts Notation 3.0 for Russian draughts (pure): `read_games` and `write_game`."""

from core.rules.pdn.reader import decode, read_games
from core.rules.pdn.writer import GAME_TYPE, write_game

__all__ = ["GAME_TYPE", "decode", "read_games", "write_game"]
