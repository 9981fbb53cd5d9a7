"""Tavreli, "Russian chess": nothing is captured; pieces are stacked into towers."""

from tavleya.rules.tavreli.move import TavreliMove
from tavleya.rules.tavreli.position import TavreliPosition
from tavleya.rules.tavreli.rules import TavreliRules
from tavleya.rules.tavreli.setup import doubts
from tavleya.rules.tavreli.touch_move import released

__all__ = ["TavreliMove", "TavreliPosition", "TavreliRules", "doubts", "released"]
