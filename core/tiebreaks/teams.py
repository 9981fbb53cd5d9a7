"""Tournaments of teams: each match gives match points and game points (C.07 11)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from common.sides import Side
from core.tiebreaks.table import Edition, Encounter, Kind, Participant, Scoring, Table


class Score(StrEnum):
    """The score that ranks, or that a tie-break goes by."""

    MATCH = "MP"
    GAME = "GP"

    @property
    def other(self) -> Score:
        return Score.GAME if self is Score.MATCH else Score.MATCH


@dataclass(frozen=True, slots=True)
class Match:
    """One round of one team; points in half-points.

    `boards`: its half-points board by board, the first board first; empty where they were not recorded and for byes.
    """

    round: int
    kind: Kind
    match_points: int
    game_points: int
    opponent: int | None = None
    colour: Side | None = None
    match_against: int = 0
    game_against: int = 0
    boards: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Team:
    """`number` is the team's pairing number."""

    id: int
    number: int
    matches: tuple[Match, ...]


@dataclass(frozen=True)
class TeamTable:
    """`match_scoring` and `game_scoring`: half-points for a match won, drawn, lost and for byes, in either score.

    `boards`: how many a match has.  `primary`: the score that ranks.
    """

    teams: Mapping[int, Team]
    rounds: int
    boards: int
    match_scoring: Scoring
    game_scoring: Scoring
    primary: Score = Score.MATCH
    predetermined: bool = False
    matches_each: int = 0
    edition: Edition = Edition.MARCH_2026

    @classmethod
    def usual_scoring(cls, boards: int, win: int = 2) -> tuple[Scoring, Scoring]:
        """Two, one and no match points; an allocated bye gives a drawn match (C.04.6, 1.4).  `win`: of one game."""
        most, half = win * boards, win * boards // 2
        return (
            Scoring(4, 2, 0, forfeit_win=4, forfeit_loss=0, pairing_bye=2, full_bye=4, half_bye=2),
            Scoring(
                most,
                half,
                0,
                forfeit_win=most,
                forfeit_loss=0,
                pairing_bye=half,
                full_bye=most,
                half_bye=half,
            ),
        )

    @property
    def table(self) -> Table:
        """In the score that ranks."""
        return self.in_score(self.primary)

    def in_score(self, reference: str) -> Table:
        return self._in_game_points if reference == Score.GAME else self._in_match_points

    @cached_property
    def _in_match_points(self) -> Table:
        return self._table(Score.MATCH)

    @cached_property
    def _in_game_points(self) -> Table:
        return self._table(Score.GAME)

    def _table(self, score: Score) -> Table:
        participants = {
            key: Participant(key, team.number, None, tuple(_encounter(one, score) for one in team.matches))
            for key, team in self.teams.items()
        }
        scoring = self.match_scoring if score is Score.MATCH else self.game_scoring
        return Table(
            participants, self.rounds, scoring, self.predetermined, self.matches_each, self.edition, self
        )


def _encounter(one: Match, score: Score) -> Encounter:
    got, against = (
        (one.match_points, one.match_against) if score is Score.MATCH else (one.game_points, one.game_against)
    )
    return Encounter(one.round, one.kind, got, one.opponent, one.colour, against)
