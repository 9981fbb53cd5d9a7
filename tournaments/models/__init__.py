"""The models of `tournaments`, by subject, imported where Django looks for them."""

from tournaments.models import (
    access,
    activity,
    boards,
    entry,
    event,
    pairing,
    player,
    round,  # noqa: A004
    section,
    swiss,
)

__all__ = ["access", "activity", "boards", "entry", "event", "pairing", "player", "round", "section", "swiss"]
