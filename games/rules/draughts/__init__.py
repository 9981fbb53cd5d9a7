"""Russian draughts 64 (pure).  Start with `DraughtsRules`."""

from games.rules.draughts.fen import read_position
from games.rules.draughts.position import START, DraughtsMove, DraughtsPosition
from games.rules.draughts.rules import DraughtsRules

__all__ = ["START", "DraughtsMove", "DraughtsPosition", "DraughtsRules", "read_position"]
