"""Tie-breaks from the opponents' ratings (C.07 10).  Only games over the board count; all forfeits are unplayed.

(The edition of 2024 counts forfeits of a round robin as games here too.)
"""

from abc import abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence

from tavleya.messages import N_, Message
from tavleya.ratings.elo import average, perfect_performance, performance
from tavleya.tiebreaks.base import Contribution, OwnTieBreak, PointSource, Value, leave_out, source_of
from tavleya.tiebreaks.messages import say
from tavleya.tiebreaks.table import Encounter, EncounterKind, Participant, Table


def _games(table: Table, participant: Participant) -> list[Encounter]:
    forfeits = table.predetermined and table.of_2024
    return [
        e
        for e in participant.encounters
        if e.opponent is not None and (e.kind is EncounterKind.PLAYED or (forfeits and e.kind.forfeit))
    ]


def _counted(table: Table, participant: Participant) -> list[tuple[Encounter, int]]:
    """Return the games that count by the opponent's rating, with that rating."""
    results = []
    for e in _games(table, participant):
        rating = table.participants[e.opponent].rating_in(e.round) if e.opponent is not None else None
        rating = rating or table.unrated_rating
        if rating or not table.without_unrated:
            results.append((e, rating or 0))
    return results


def _rated_games(table: Table, participant: Participant) -> tuple[Contribution, ...]:
    """Return the opponents' ratings, round by round."""
    return tuple(
        Contribution(e.round, e.opponent, rating, source_of(e), rating) for e, rating in _counted(table, participant)
    )


class _RatingTieBreak(OwnTieBreak):
    def refusal(self, table: Table) -> Message | None:
        if not table.any_unrated or table.treats_unrated:
            return super().refusal(table)
        return say("tiebreak_needs_ratings", name=str(self.descriptor))


class AverageRating(_RatingTieBreak):
    """ARO: the average rating of the opponents met over the board (C.07 10.1)."""

    name, article, label = "ARO", "10.1", N_("Average rating of opponents")
    modifiers = frozenset("CM")

    def value(self, table: Table, participant: Participant) -> Value:
        parts = leave_out(_rated_games(table, participant), self.descriptor)
        units = average([part.units for part in parts if not part.cut])
        return Value(units, self.scale, units, parts)


class _FromScore(_RatingTieBreak):
    """A rating from the score against the opponents met over the board."""

    measure: Callable[[Sequence[int], int], int]

    def value(self, table: Table, participant: Participant) -> Value:
        units = _measured(type(self).measure, table, participant)
        return Value(units, self.scale, units, _rated_games(table, participant))


class PerformanceRating(_FromScore):
    """TPR: ARO plus the rating difference of the percentage score (C.07 10.2)."""

    name, article, label = "TPR", "10.2", N_("Tournament performance rating")
    measure = staticmethod(performance)


class PerfectPerformance(_FromScore):
    """PTP: the lowest rating whose expected score is at least the actual score (C.07 10.3)."""

    name, article, label = "PTP", "10.3", N_("Perfect tournament performance")
    measure = staticmethod(perfect_performance)


def performance_of(table: Table, participant: Participant) -> int:
    """Return the TPR; 0 without a game over the board."""
    return _measured(performance, table, participant)


def perfect_performance_of(table: Table, participant: Participant) -> int:
    """Return the PTP; 0 without a game over the board.  Without a point it is 800 below the lowest opponent."""
    return _measured(perfect_performance, table, participant)


def _measured(measure: Callable[[Sequence[int], int], int], table: Table, participant: Participant) -> int:
    """Return the measure by the points of the usual scoring, the only one for which expected scores are defined."""
    games = _counted(table, participant)
    usual = table.scoring.standard
    return measure([rating for _, rating in games], sum(usual(e.points) for e, _ in games))


class _AverageOfOpponents(_RatingTieBreak):
    """The average of a measure of the opponents met over the board."""

    def values(self, table: Table, group: Collection[int]) -> Mapping[int, Value]:
        table = table.by(self.descriptor.reference)
        met = {key: _games(table, table.participants[key]) for key in group}
        opponents = {e.opponent for games in met.values() for e in games if e.opponent is not None}
        measured = {key: self.measure(table, table.participants[key]) for key in opponents}
        return {key: self._average(games, measured) for key, games in met.items()}

    def value(self, table: Table, participant: Participant) -> Value:
        return self.values(table, [participant.id])[participant.id]

    def _average(self, games: list[Encounter], measured: Mapping[int, int]) -> Value:
        parts = tuple(
            Contribution(e.round, e.opponent, measured[e.opponent], PointSource.GAME, measured[e.opponent])
            for e in games
            if e.opponent is not None
        )
        units = average([part.units for part in parts])
        return Value(units, self.scale, units, parts)

    @abstractmethod
    def measure(self, table: Table, participant: Participant) -> int: ...


class AverageOpponentsPerformance(_AverageOfOpponents):
    """APRO: the average TPR of the opponents met over the board (C.07 10.4)."""

    name, article, label = "APRO", "10.4", N_("Average performance rating of opponents")

    def measure(self, table: Table, participant: Participant) -> int:
        return performance_of(table, participant)


class AverageOpponentsPerfectPerformance(_AverageOfOpponents):
    """APPO: the average PTP of the opponents met over the board (C.07 10.5)."""

    name, article, label = "APPO", "10.5", N_("Average perfect performance of opponents")

    def measure(self, table: Table, participant: Participant) -> int:
        return perfect_performance_of(table, participant)
