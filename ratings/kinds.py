"""Kinds of acts that `ratings` writes to the log."""

from tavleya.messages import N_
from tournaments.registry import Kind

NORMS_TERMS = Kind("norms.terms", N_("Title norms: kind of event and publication set"), table=True)
PLAYERS_IMPORTED = Kind("players.imported", N_("List of players imported"))
RATINGS_RENEWED = Kind("ratings.renewed", N_("Ratings taken from the rating list"))
