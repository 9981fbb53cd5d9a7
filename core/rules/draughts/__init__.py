"""Russian draughts 64 (pure).  Start with `DraughtsRules`."""

from core.rules.draughts.fen import read_position
from core.rules.draughts.position import START, DraughtsMove, DraughtsPosition
from core.rules.draughts.rules import DraughtsRules

__all__ = ["START", "DraughtsMove", "DraughtsPosition", "DraughtsRules", "read_position"]
