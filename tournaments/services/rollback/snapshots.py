"""The state of a section as JSON, and its storage in restore points: few in full, the others as differences."""

import json
import zlib
from collections.abc import Mapping
from typing import Any

from django.db import models

from tavleya.deltas import applied, difference
from tournaments.models.round import Round
from tournaments.models.section import Section
from tournaments.models.swiss import RequestedBye, RestorePoint
from tournaments.models.team_swiss import TeamBye
from tournaments.services.shared import plain

_REGISTRATION = ("status", "from_round", "fixed_board", "number")

#: A difference is stored if it is so many times smaller than the whole.
_WORTH_IT = 4


def snapshot_of(section: Section) -> dict[str, Any]:
    """Return all inputs of pairing, as JSON."""
    rounds = (
        section.rounds.order_by("number")
        .prefetch_related("pairings__match", "pairings__team_match", "matches", "team_matches__line_ups")
        .select_related("provenance")
    )
    return {
        "first_colour": section.first_colour,
        "registrations": {
            str(registration.pk): {name: getattr(registration, name) for name in _REGISTRATION}
            for registration in section.registrations.order_by("pk")
        },
        "rounds": [_plain_round(registration) for registration in rounds],
        "rules": [_values(registration, "section") for registration in section.pair_rules.order_by("pk")],
        "byes": [
            _values(registration)
            for registration in RequestedBye.objects.filter(registration__section=section).order_by("pk")
        ],
        "team_rules": [
            {
                **_values(registration, "section", "one", "other"),
                "one_team": registration.one_id,
                "other_team": registration.other_id,
            }
            for registration in section.team_rules.order_by("pk")
        ],
        "team_byes": [
            _values(registration)
            for registration in TeamBye.objects.filter(team__section=section).order_by("pk")
        ],
    }


def _plain_round(row: Round) -> dict[str, Any]:
    source = getattr(row, "provenance", None)
    return {
        **_values(row, "section"),
        "matches": [_values(match, "round") for match in row.matches.all()],
        "team_matches": [
            {
                **_values(match, "round", "first", "second"),
                "first_team": match.first_id,
                "second_team": match.second_id,
                "line_ups": [_values(seat, "match") for seat in match.line_ups.all()],
            }
            for match in row.team_matches.all()
        ],
        "boards": [
            {
                **_values(
                    match, "round", "match", "team_match", "public_result", "public_from", "in_schedule"
                ),
                "match": match.match.number if match.match else None,
                "team_match": match.team_match.number if match.team_match else None,
            }
            for match in sorted(row.pairings.all(), key=lambda match: match.board)
        ],
        "source": _values(source, "round") if source is not None else None,
    }


def _values(row: models.Model, *without: str) -> dict[str, Any]:
    """The fields of a row for JSON, but for its key and those named."""
    return {
        field.attname: plain(getattr(row, field.attname))
        for field in row._meta.concrete_fields
        if not field.primary_key and field.name not in without
    }


def packed(section: Section, *, whole: bool) -> tuple[bytes, RestorePoint | None]:
    """Return the state of the section in bytes, and its base: `whole`, or the difference from the last whole restore
    point.

    If the difference is too large to save space, the state is whole too, and the next ones differ from it.
    """
    snapshot = snapshot_of(section)
    base = None if whole else section.restore_points.filter(base__isnull=True).first()
    if base is not None:
        part = as_bytes(difference(unpacked(base), snapshot))
        if len(part) * _WORTH_IT < len(base.data):
            return part, base
    return as_bytes(snapshot), None


def unpacked(point: RestorePoint) -> dict[str, Any]:
    """Return the state of the section at a restore point."""
    data = json.loads(zlib.decompress(point.data))
    result: dict[str, Any] = applied(unpacked(point.base), data) if point.base is not None else data
    return result


def as_bytes(value: Mapping[str, Any]) -> bytes:
    """Return a snapshot, or a difference from one, as a restore point stores it."""
    return zlib.compress(json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode())
