"""Russian draughts 64 (pure).  Start with `DraughtsRules`."""

from tavleya.rules.draughts.notation import read_position
from tavleya.rules.draughts.position import START, DraughtsMove, DraughtsPosition
from tavleya.rules.draughts.rules import DraughtsRules

__all__ = ["START", "DraughtsMove", "DraughtsPosition", "DraughtsRules", "read_position"]
