"""Portable Draughts Notation 3.0 for Russian draughts (pure): `read_pdn` and `write_pdn`."""

from tavleya.rules.pdn.reader import decode, read_pdn
from tavleya.rules.pdn.writer import GAME_TYPE, write_pdn

__all__ = ["GAME_TYPE", "decode", "read_pdn", "write_pdn"]
