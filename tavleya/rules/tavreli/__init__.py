"""Tavreli, "Russian chess": nothing is captured; pieces are stacked into towers."""

from tavleya.rules.tavreli.pieces import TavreliMove
from tavleya.rules.tavreli.position import TavreliPosition
from tavleya.rules.tavreli.rules import TavreliRules

__all__ = ["TavreliMove", "TavreliPosition", "TavreliRules"]
