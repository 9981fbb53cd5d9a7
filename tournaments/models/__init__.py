"""The models of `tournaments`, by subject; here they are found by Django."""

from tournaments.models import (
    access,
    activity,
    boards,
    entry,
    event,
    match,
    organisation,
    pairing,
    penalties,
    player,
    round,  # noqa: A004
    section,
    self_service,
    swiss,
    team,
)

__all__ = [
    "access",
    "activity",
    "boards",
    "entry",
    "event",
    "match",
    "organisation",
    "pairing",
    "penalties",
    "player",
    "round",
    "section",
    "self_service",
    "swiss",
    "team",
]
