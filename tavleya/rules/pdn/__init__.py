"""Portable Draughts Notation 3.0 for draughts (pure): `read_pdn` and `write_pdn`."""

from tavleya.rules.pdn.reader import decode, read_pdn
from tavleya.rules.pdn.writer import write_pdn

__all__ = ["decode", "read_pdn", "write_pdn"]
