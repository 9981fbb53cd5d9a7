"""Tie-breaks from the opponents' ratings (C.07 10).  Only games over the board count; all forfeits are unplayed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from common.messages import N_, Message
from tournaments.tiebreaks.base import Contribution, OwnTieBreak, Source, Value, leave_out
from tournaments.tiebreaks.rating_tables import difference, expected_percent
from tournaments.tiebreaks.table import Encounter, Kind, Participant, Table

Measure = Callable[[Table, Participant], int]


def _games(participant: Participant) -> list[Encounter]:
    return [e for e in participant.encounters if e.kind is Kind.PLAYED and e.opponent is not None]


def _rating(table: Table, key: int | None) -> int:
    return (table.participants[key].rating or 0) if key is not None else 0


def _average(values: Sequence[int]) -> int:
    """To the nearest whole number, a half upwards; 0 of nothing."""
    return (2 * sum(values) + len(values)) // (2 * len(values)) if values else 0


class _RatingTieBreak(OwnTieBreak):
    def refusal(self, table: Table) -> Message | None:
        if not table.any_unrated:
            return None
        return Message(
            "tiebreak_needs_ratings",
            N_("%(name)s is left out because somebody has no rating (C.07 10)."),
            {"name": str(self.descriptor)},
        )


class AverageRating(_RatingTieBreak):
    """ARO: the average rating of the opponents met over the board (C.07 10.1)."""

    name, article, label = "ARO", "10.1", N_("Average rating of opponents")
    modifiers = frozenset("CM")

    def value(self, table: Table, participant: Participant) -> Value:
        parts = tuple(
            Contribution(
                e.round, e.opponent, _rating(table, e.opponent), Source.GAME, _rating(table, e.opponent)
            )
            for e in _games(participant)
        )
        parts = leave_out(parts, self.descriptor)
        average = _average([part.units for part in parts if not part.cut])
        return Value(average, self.scale, average, parts)


class PerformanceRating(_RatingTieBreak):
    """TPR: ARO and the difference that the percentage score stands for (C.07 10.2)."""

    name, article, label = "TPR", "10.2", N_("Tournament performance rating")

    def value(self, table: Table, participant: Participant) -> Value:
        performance = performance_rating(table, participant)
        return Value(performance, self.scale, performance)


def performance_rating(table: Table, participant: Participant) -> int:
    """0 without a game over the board.  The percentage is rounded to a whole one, a half upwards, before the table."""
    games = _games(participant)
    if not games:
        return 0
    got, most = sum(e.points for e in games), table.scoring.win * len(games)
    percent = (2 * 100 * got + most) // (2 * most)
    return _average([_rating(table, e.opponent) for e in games]) + difference(percent)


class PerfectPerformance(_RatingTieBreak):
    """PTP: the lowest rating whose expected score is no less than the score made (C.07 10.3)."""

    name, article, label = "PTP", "10.3", N_("Perfect tournament performance")

    def value(self, table: Table, participant: Participant) -> Value:
        performance = perfect_performance(table, participant)
        return Value(performance, self.scale, performance)


def perfect_performance(table: Table, participant: Participant) -> int:
    """0 without a game over the board; with no point at all, 800 below the lowest opponent."""
    games = _games(participant)
    if not games:
        return 0
    ratings = [_rating(table, e.opponent) for e in games]
    got = sum(e.points for e in games)
    if got == 0:
        return min(ratings) - 800
    # Expected scores grow with the rating, so the lowest that reaches the score is found by halving.
    low, high = min(ratings) - 800, max(ratings) + 800
    while low < high:
        middle = (low + high) // 2
        if sum(expected_percent(middle - rating) for rating in ratings) * table.scoring.win >= 100 * got:
            high = middle
        else:
            low = middle + 1
    return low


class AverageOpponentsPerformance(_RatingTieBreak):
    """APRO: the average TPR of the opponents met over the board (C.07 10.4)."""

    name, article, label = "APRO", "10.4", N_("Average performance rating of opponents")

    def value(self, table: Table, participant: Participant) -> Value:
        return _average_of_opponents(table, participant, performance_rating)


class AverageOpponentsPerfectPerformance(_RatingTieBreak):
    """APPO: the average PTP of the opponents met over the board (C.07 10.5)."""

    name, article, label = "APPO", "10.5", N_("Average perfect performance of opponents")

    def value(self, table: Table, participant: Participant) -> Value:
        return _average_of_opponents(table, participant, perfect_performance)


def _average_of_opponents(table: Table, participant: Participant, measure: Measure) -> Value:
    parts = []
    for encounter in _games(participant):
        if encounter.opponent is not None:
            units = measure(table, table.participants[encounter.opponent])
            parts.append(Contribution(encounter.round, encounter.opponent, units, Source.GAME, units))
    average = _average([part.units for part in parts])
    return Value(average, 1, average, tuple(parts))
