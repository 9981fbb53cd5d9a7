"""Tavreli, "Russian chess": nothing is captured, pieces are stacked into towers."""

from games.rules.tavreli.move import TavreliMove
from games.rules.tavreli.position import TavreliPosition
from games.rules.tavreli.rules import TavreliRules
from games.rules.tavreli.setup import doubts
from games.rules.tavreli.touching import released

__all__ = ["TavreliMove", "TavreliPosition", "TavreliRules", "doubts", "released"]
