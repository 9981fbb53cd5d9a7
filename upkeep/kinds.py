"""Kinds of acts that `upkeep` writes to the log."""

from tavleya.messages import N_
from tournaments.registry import Kind

PLAYER_ERASED = Kind("player.erased", N_("Personal data erased"))
