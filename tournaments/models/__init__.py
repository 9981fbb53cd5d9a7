"""The models of `tournaments`, by subject; here they are found by Django."""

from tournaments.models import (
    access,
    boards,
    entry,
    event,
    job,
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
    "boards",
    "entry",
    "event",
    "job",
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
