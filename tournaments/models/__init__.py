"""The models of `tournaments`, by subject; here they are found by Django."""

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
