"""Pairing records of a TRF other than results: byes, accelerated points, forbidden pairs."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from django.db.models import QuerySet

from reports.selectors.remarks import play_off_remarks, remarks
from tavleya.formats.trf.records import TrfRecord
from tavleya.formats.trf.results import ResultMark
from tavleya.formats.trf.swiss_records import AccelerationRecord, ByesRecord, ForbiddenRecord
from tavleya.pairing import baku
from tavleya.pairing.state import SwissPlayer, SwissState
from tournaments.models.byes import REQUESTED, Bye
from tournaments.models.player import Registration, RegistrationStatus
from tournaments.models.round import RoundStatus
from tournaments.models.section import Section
from tournaments.models.swiss import PairConstraint, PairConstraintKind, RequestedBye
from tournaments.models.team import TeamMatch
from tournaments.models.team_swiss import TeamBye, TeamRestriction
from tournaments.systems.board import Board

_MARKS = {Bye.HALF: ResultMark.HALF_BYE, Bye.FULL: ResultMark.FULL_BYE, Bye.ZERO: ResultMark.ZERO_BYE}


def pairing_records(
    section: Section, registrations: Sequence[Registration], boards: Sequence[Board], games: int = 1
) -> list[TrfRecord]:
    """Return lines 240, 250, 260 and comments; without pairing round by round only the remarks on play-offs.

    `games`: the number of columns per round.
    """
    if not section.system.by_round:
        return list(play_off_remarks(section))
    by_round = (
        *_byes(section, registrations, boards),
        *_acceleration(section, registrations, boards),
        *_forbidden_pairs(section),
    )
    return [
        *(_in_columns(registration, games) for registration in by_round),
        *remarks(section, {registration.pk: registration.number for registration in registrations}, boards),
    ]


def _in_columns(trf_record: TrfRecord, games: int) -> TrfRecord:
    """Return a record with the file's rounds instead of the section's: a match of two games has two."""
    if isinstance(trf_record, ByesRecord):
        return replace(trf_record, round=games * (trf_record.round - 1) + 1)
    if isinstance(trf_record, (AccelerationRecord, ForbiddenRecord)) and trf_record.first_round is not None:
        last = None if trf_record.last_round is None else games * trf_record.last_round
        values: dict[str, Any] = {"first_round": games * (trf_record.first_round - 1) + 1, "last_round": last}
        return replace(trf_record, **values)
    return trf_record


# Byes


def _byes(
    section: Section, registrations: Sequence[Registration], boards: Sequence[Board]
) -> Iterator[ByesRecord]:
    numbers = {registration.pk: registration.number for registration in registrations}
    played = max((board.round for board in boards), default=0)
    if section.system.teams:
        yield from _by_kind(_team_byes(section, played))
        return
    result_marks = {
        (board.round, numbers[board.white]): _MARKS[Bye(board.bye)]
        for board in boards
        if board.black is None and Bye(board.bye) in _MARKS
    }
    last = section.rounds_planned or played + 1
    for registration in registrations:
        is_gone = registration.status != RegistrationStatus.ACTIVE
        until = last if is_gone else min(registration.from_round - 1, last)
        result_marks |= {
            (at, registration.number): ResultMark.ZERO_BYE for at in range(played + 1, until + 1)
        }
    requested_byes = RequestedBye.objects.filter(
        registration__section=section, registration__status=RegistrationStatus.ACTIVE, round_number__gt=played
    )
    for number, at, kind in requested_byes.values_list("registration__number", "round_number", "kind"):
        result_marks.setdefault((at, number), _MARKS[Bye(kind)])
    yield from _by_kind(result_marks)


def _team_byes(section: Section, played: int) -> dict[tuple[int, int], ResultMark]:
    """Return requested byes of teams, past and future, by round and team number."""
    had = TeamMatch.objects.filter(round__section=section, bye__in=REQUESTED).exclude(
        round__status=RoundStatus.DRAFT
    )
    team_byes = TeamBye.objects.filter(team__section=section, round_number__gt=played)
    rows = [
        *had.values_list("round__number", "first__number", "bye"),
        *team_byes.values_list("round_number", "team__number", "kind"),
    ]
    return {(at or 0, number): _MARKS[Bye(kind)] for at, number, kind in rows}


def _by_kind(result_marks: Mapping[tuple[int, int], ResultMark]) -> Iterator[ByesRecord]:
    ordered = sorted((at, str(mark), number) for (at, number), mark in result_marks.items())
    for (at, kind), same in groupby(ordered, key=lambda row: row[:2]):
        yield ByesRecord(kind=kind, round=at, ids=tuple(number for *_, number in same))


# Acceleration


def _acceleration(
    section: Section, registrations: Sequence[Registration], boards: Sequence[Board]
) -> Iterator[AccelerationRecord]:
    """Yield a line for each run of starting ranks with equal points in a round; `trf_teams` has those of teams."""
    if section.system.teams:
        return
    points: Mapping[int, Sequence[int]] = {
        registration.number: registration.virtual_points
        for registration in registrations
        if registration.virtual_points
    }
    if not points and section.accelerated and section.system.has("accelerated"):
        points = _baku(section, registrations, boards)
    numbers = [registration.number for registration in registrations]
    for at in range(1, max(map(len, points.values()), default=0) + 1):
        worth = [(points.get(number, ())[at - 1 : at] or (0,))[0] for number in numbers]
        for value, run in groupby(zip(worth, numbers, strict=True), key=lambda row: row[0]):
            ids = [number for _, number in run]
            if value:
                yield AccelerationRecord(
                    game_points=value, first_round=at, last_round=at, first_id=ids[0], last_id=ids[-1]
                )


def _baku(
    section: Section, registrations: Sequence[Registration], boards: Sequence[Board]
) -> Mapping[int, Sequence[int]]:
    numbers = {registration.pk: registration.number for registration in registrations}
    entrants = {
        numbers[key]
        for board in boards
        if board.round == 1 and board.bye in ("", Bye.PAIRING_ALLOCATED)
        for key in (board.white, board.black)
        if key is not None
    }
    if not any(board.round == 1 for board in boards):
        requested_byes = RequestedBye.objects.filter(registration__section=section, round_number=1)
        away = set(requested_byes.values_list("registration", flat=True))
        entrants = {
            item.number
            for item in registrations
            if item.status == RegistrationStatus.ACTIVE and item.from_round <= 1 and item.pk not in away
        }
    rounds = section.rounds_planned or 1
    players = tuple(SwissPlayer(item.number) for item in registrations)
    swiss_state = baku.accelerated(SwissState(players, rounds, win=section.points.win), entrants)
    return {player.number: player.virtual for player in swiss_state.players if player.virtual}


# Pairs


def _forbidden_pairs(section: Section) -> Iterator[ForbiddenRecord]:
    rules: QuerySet[PairConstraint] | QuerySet[TeamRestriction] = (
        TeamRestriction.objects.filter(section=section)
        if section.system.teams
        else PairConstraint.objects.filter(section=section, kind=PairConstraintKind.APART)
    )
    for first, last, number, other in rules.values_list(
        "first_round", "last_round", "one__number", "other__number"
    ):
        ends = last or section.rounds_planned
        yield ForbiddenRecord(first_round=first, last_round=ends, ids=tuple(sorted((number, other))))
