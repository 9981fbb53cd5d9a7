"""Input of tie-breaks: all encounters and their points.

In a tournament of teams each match gives match points and game points (C.07 11), so there are two tables: a `Table` has
a reference to its `TeamTable`, which creates it in either score.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from functools import cached_property

from tavleya.errors import BadInput
from tavleya.record.results import GameOutcome, game_points
from tavleya.sides import Side
from tavleya.tiebreaks.messages import say

POINT = 2  # units in one point: scores are kept in half-points


class TieBreakEdition(StrEnum):
    """The edition of C.07, by the month from which it is in force."""

    MARCH_2026 = "2026-03"
    AUGUST_2024 = "2024-08"


class EncounterKind(StrEnum):
    """The way in which a participant got their points of one round."""

    PLAYED = "played"
    FORFEIT_WIN = "forfeit_win"
    FORFEIT_LOSS = "forfeit_loss"
    PAIRING_BYE = "pairing_allocated"
    FULL_BYE = "full"
    HALF_BYE = "half"
    ZERO_BYE = "zero"

    @property
    def requested(self) -> bool:
        """Whether it is a requested bye, C.07 16.1.1, which includes the rounds after a withdrawal."""
        return self in (EncounterKind.HALF_BYE, EncounterKind.ZERO_BYE)

    @property
    def voluntary(self) -> bool:
        """Whether it is a voluntarily unplayed round (VUR), C.07 16.1.2."""
        return self.requested or self is EncounterKind.FORFEIT_LOSS

    @property
    def forfeit(self) -> bool:
        return self in (EncounterKind.FORFEIT_WIN, EncounterKind.FORFEIT_LOSS)


@dataclass(frozen=True, slots=True)
class Scoring:
    """Half-points for each outcome of a game and each kind of bye."""

    win: int = 2
    draw: int = 1
    loss: int = 0
    forfeit_win: int = 2
    forfeit_loss: int = 0
    pairing_bye: int = 2
    full_bye: int = 2
    half_bye: int = 1
    zero_bye: int = 0

    @classmethod
    def read(cls, values: Mapping[str, object]) -> Scoring:
        """Read plain JSON; missing values have their defaults.  Raises: BadInput ("bad_scoring")."""
        names = {field.name for field in fields(cls)}
        for name, value in values.items():
            valid = name in names and isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 200
            if not valid:
                raise BadInput(say("bad_scoring", name=name, value=value))
        scoring = cls(**{name: value for name, value in values.items() if isinstance(value, int)})
        if not scoring.win > scoring.draw >= scoring.loss:
            raise BadInput(say("bad_scoring_order"))
        return scoring

    def check_regular(self, games: int = 1) -> None:
        """Check the points against the regulations.

        A bye gives at most the points of winning all the `games` that opponents play in a round, and two draws at most
        those of a win and a loss together.  Raises: BadInput ("bad_scoring_bye", "bad_scoring_draws").
        """
        if max(self.pairing_bye, self.full_bye, self.half_bye, self.zero_bye) > self.win * games:
            raise BadInput(say("bad_scoring_bye"))
        if 2 * self.draw > self.win + self.loss:
            raise BadInput(say("bad_scoring_draws"))

    @property
    def game(self) -> int:
        """The points of one game, for both players together (FIDE 10.2)."""
        return game_points(self.win, self.draw, self.loss)

    def standard(self, points: int) -> int:
        """Return half-points of 1, ½, 0 for the points of a game, for ratings, whatever the scoring."""
        return 2 if points >= self.win else 1 if points >= self.draw else 0

    def plain(self) -> dict[str, int]:
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def of_outcome(self, outcome: GameOutcome) -> int:
        points: int = getattr(self, outcome.value)
        return points

    def of_bye(self, kind: EncounterKind) -> int:
        return {
            EncounterKind.PAIRING_BYE: self.pairing_bye,
            EncounterKind.FULL_BYE: self.full_bye,
            EncounterKind.HALF_BYE: self.half_bye,
            EncounterKind.ZERO_BYE: self.zero_bye,
        }[kind]


@dataclass(frozen=True, slots=True)
class Encounter:
    """One round of one participant: a game, a forfeit or a bye.

    `round` is 0 if the rounds were not recorded.  `points` are the participant's, `against` the opponent's, in
    half-points.
    """

    round: int
    kind: EncounterKind
    points: int
    opponent: int | None = None
    colour: Side | None = None
    against: int = 0


@dataclass(frozen=True, slots=True)
class Participant:
    """`number` is the tournament pairing number; `encounters` are in order of rounds.

    `rating`: the first one; `later_ratings`: changes from a round on, as (round, rating), in order.  `external_value`:
    hundredths of a tie-break computed elsewhere; `hand_order`: the place among the tied decided by an arbiter.
    """

    id: int
    number: int
    rating: int | None
    encounters: tuple[Encounter, ...]
    later_ratings: tuple[tuple[int, int], ...] = ()
    external_value: int | None = None
    hand_order: int | None = None

    def rating_in(self, round_number: int) -> int | None:
        ratings = [rating for first, rating in self.later_ratings if first <= round_number]
        return ratings[-1] if ratings else self.rating


@dataclass(frozen=True)
class Table:
    """A tournament so far.

    `rounds`: how many count (0 if they were not recorded).  `predetermined`: a round robin or the like, where forfeits
    are the only unplayed rounds (C.07 15.2); otherwise Article 16 applies.  `games`: the total number of games of each
    participant, for Koya's limit.  `teams`: for teams, their matches with both scores; the encounters are then the
    matches in the score that ranks.  `unrated_rating`: the rating of unrated opponents in tie-breaks by ratings;
    `without_unrated`: games against them do not count there (C.07, 10).
    """

    participants: Mapping[int, Participant]
    rounds: int
    scoring: Scoring
    predetermined: bool
    games: int = 0
    edition: TieBreakEdition = TieBreakEdition.MARCH_2026
    teams: TeamTable | None = None
    unrated_rating: int | None = None
    without_unrated: bool = False

    @property
    def treats_unrated(self) -> bool:
        """Whether the treatment of unrated opponents in tie-breaks by ratings is defined."""
        return self.without_unrated or self.unrated_rating is not None

    def by(self, reference: str) -> Table:
        """Return the same matches in match points (`MP`) or game points (`GP`); without a reference, this table."""
        return self.teams.in_score(reference) if self.teams is not None and reference else self

    @property
    def of_2024(self) -> bool:
        return self.edition is TieBreakEdition.AUGUST_2024

    @cached_property
    def fore(self) -> Table:
        """The table with every paired game of the last round drawn (C.07 8.3); byes are unchanged."""
        participants = {
            key: replace(
                participant, encounters=tuple(self._with_draw(encounter) for encounter in participant.encounters)
            )
            for key, participant in self.participants.items()
        }
        return replace(self, participants=participants)

    def _with_draw(self, encounter: Encounter) -> Encounter:
        if encounter.round != self.rounds or encounter.opponent is None:
            return encounter
        draw = self.scoring.draw
        return replace(encounter, kind=EncounterKind.PLAYED, points=draw, against=draw)

    @cached_property
    def scores(self) -> dict[int, int]:
        """The half-points of each participant."""
        return {key: sum(e.points for e in participant.encounters) for key, participant in self.participants.items()}

    @cached_property
    def seen_scores(self) -> dict[int, int]:
        """The half-points of each participant in the tie-breaks of their opponents (C.07 16.3)."""
        if self.predetermined:
            return self.scores
        return {
            key: sum(
                self.scoring.draw if final else e.points
                for e, final in zip(participant.encounters, _final_requested_byes(participant), strict=True)
            )
            for key, participant in self.participants.items()
        }

    @cached_property
    def any_unrated(self) -> bool:
        return any(participant.rating is None for participant in self.participants.values())


class ScoreType(StrEnum):
    """The score that ranks, or that a tie-break uses."""

    MATCH = "MP"
    GAME = "GP"

    @property
    def other(self) -> ScoreType:
        return ScoreType.GAME if self is ScoreType.MATCH else ScoreType.MATCH


@dataclass(frozen=True, slots=True)
class TeamEncounter:
    """One round of one team; points in half-points.

    `boards`: its half-points board by board, the first board first; empty if they were not recorded and for byes.
    """

    round: int
    kind: EncounterKind
    match_points: int
    game_points: int
    opponent: int | None = None
    colour: Side | None = None
    match_against: int = 0
    game_against: int = 0
    boards: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TeamParticipant:
    """`number` is the team's pairing number."""

    id: int
    number: int
    matches: tuple[TeamEncounter, ...]


@dataclass(frozen=True)
class TeamTable:
    """`match_scoring` and `game_scoring`: half-points for a match won, drawn, lost and for byes, in either score.

    `boards`: the number of boards of a match.  `primary`: the score that ranks.
    """

    teams: Mapping[int, TeamParticipant]
    rounds: int
    boards: int
    match_scoring: Scoring
    game_scoring: Scoring
    primary: ScoreType = ScoreType.MATCH
    predetermined: bool = False
    matches_each: int = 0
    edition: TieBreakEdition = TieBreakEdition.MARCH_2026

    @classmethod
    def usual_scoring(cls, boards: int, win: int = 2) -> tuple[Scoring, Scoring]:
        """Return two, one and no match points; an allocated bye is a drawn match (C.04.6, 1.4).  `win`: of one game."""
        most, half = win * boards, win * boards // 2
        return (
            Scoring(4, 2, 0, forfeit_win=4, forfeit_loss=0, pairing_bye=2, full_bye=4, half_bye=2),
            Scoring(most, half, 0, forfeit_win=most, forfeit_loss=0, pairing_bye=half, full_bye=most, half_bye=half),
        )

    @property
    def table(self) -> Table:
        """The table in the score that ranks."""
        return self.in_score(self.primary)

    def in_score(self, reference: str) -> Table:
        return self._in_game_points if reference == ScoreType.GAME else self._in_match_points

    @cached_property
    def _in_match_points(self) -> Table:
        return self._table(ScoreType.MATCH)

    @cached_property
    def _in_game_points(self) -> Table:
        return self._table(ScoreType.GAME)

    def _table(self, score: ScoreType) -> Table:
        participants = {
            key: Participant(key, team.number, None, tuple(_encounter(match, score) for match in team.matches))
            for key, team in self.teams.items()
        }
        scoring = self.match_scoring if score is ScoreType.MATCH else self.game_scoring
        return Table(participants, self.rounds, scoring, self.predetermined, self.matches_each, self.edition, self)


def _encounter(match: TeamEncounter, score: ScoreType) -> Encounter:
    got, against = (
        (match.match_points, match.match_against)
        if score is ScoreType.MATCH
        else (match.game_points, match.game_against)
    )
    return Encounter(match.round, match.kind, got, match.opponent, match.colour, against)


def _final_requested_byes(participant: Participant) -> list[bool]:
    """Return for each encounter whether it is a requested bye with only VURs after it (C.07 16.2.5)."""
    result, only_voluntary_after = [], True
    for encounter in reversed(participant.encounters):
        result.append(encounter.kind.requested and only_voluntary_after)
        only_voluntary_after = only_voluntary_after and encounter.kind.voluntary
    return result[::-1]


def points_text(half_points: int) -> str:
    """Return `9½`, `½`, `0`."""
    whole, half = divmod(half_points, POINT)
    return f"{whole or ''}½" if half else str(whole)


def signed_points(half_points: int) -> str:
    """Return `+½`, `−1`."""
    return ("−" if half_points < 0 else "+") + points_text(abs(half_points))
