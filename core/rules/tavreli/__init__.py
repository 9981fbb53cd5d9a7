"""Tavreli, "Russian chess": nothing is captured, pieces are stacked into towers."""

from core.rules.tavreli.move import TavreliMove
from core.rules.tavreli.position import TavreliPosition
from core.rules.tavreli.rules import TavreliRules
from core.rules.tavreli.setup import doubts
from core.rules.tavreli.touching import released

__all__ = ["TavreliMove", "TavreliPosition", "TavreliRules", "doubts", "released"]
