"""Tie-breaks from the opponents.

Their scores: Buchholz and its variants (C.07 8), Sonneborn-Berger and Koya (C.07 9); their ratings (C.07 10).
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

from tavleya.messages import N_, Message
from tavleya.ratings import average, perfect_performance, performance
from tavleya.tiebreaks.base import Contribution, OwnTieBreak, PointSource, SumTieBreak, Value, leave_out, source_of
from tavleya.tiebreaks.messages import say
from tavleya.tiebreaks.table import POINT, Encounter, EncounterKind, Participant, Table

# Tie-breaks from the opponents' ratings (C.07 10). Only games over the board count; all forfeits are
# unplayed.
#
# (The edition of 2024 counts forfeits of a round robin as games here too.)


def _games(table: Table, participant: Participant) -> list[Encounter]:
    forfeits = table.predetermined and table.of_2024
    return [
        game
        for game in participant.encounters
        if game.opponent is not None and (game.kind is EncounterKind.PLAYED or (forfeits and game.kind.forfeit))
    ]


def _counted(table: Table, participant: Participant) -> list[tuple[Encounter, int]]:
    """Return the games that count by the opponent's rating, with that rating."""
    games = []
    for game in _games(table, participant):
        rating = table.participants[game.opponent].rating_in(game.round) if game.opponent is not None else None
        rating = rating or table.unrated_rating
        if rating or not table.without_unrated:
            games.append((game, rating or 0))
    return games


def _rated_games(table: Table, participant: Participant) -> tuple[Contribution, ...]:
    """Return the opponents' ratings, round by round."""
    return tuple(
        Contribution(game.round, game.opponent, rating, source_of(game), rating)
        for game, rating in _counted(table, participant)
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


def _measured(measure: Callable[[Sequence[int], int], int], table: Table, participant: Participant) -> int:
    """Return the measure by the points of the usual scoring, the only one for which expected scores are defined."""
    games = _counted(table, participant)
    usual = table.scoring.standard
    return measure([rating for _, rating in games], sum(usual(game.points) for game, _ in games))


class PerformanceRating(_FromScore):
    """TPR: ARO plus the rating difference of the percentage score (C.07 10.2)."""

    name, article, label = "TPR", "10.2", N_("Tournament performance rating")
    measure = staticmethod(performance)


class PerfectPerformance(_FromScore):
    """PTP: the lowest rating whose expected score is at least the actual score (C.07 10.3)."""

    name, article, label = "PTP", "10.3", N_("Perfect tournament performance")
    measure = staticmethod(perfect_performance)


class _AverageOfOpponents(_RatingTieBreak):
    """The average of a measure of the opponents met over the board."""

    measure: Callable[[Sequence[int], int], int]

    def values(self, table: Table, group: Collection[int]) -> Mapping[int, Value]:
        table = table.by(self.descriptor.reference)
        met = {key: _games(table, table.participants[key]) for key in group}
        opponents = {game.opponent for games in met.values() for game in games if game.opponent is not None}
        measured = {key: _measured(type(self).measure, table, table.participants[key]) for key in opponents}
        return {key: self._average(games, measured) for key, games in met.items()}

    def value(self, table: Table, participant: Participant) -> Value:
        return self.values(table, [participant.id])[participant.id]

    def _average(self, games: list[Encounter], measured: Mapping[int, int]) -> Value:
        parts = tuple(
            Contribution(game.round, game.opponent, measured[game.opponent], PointSource.GAME, measured[game.opponent])
            for game in games
            if game.opponent is not None
        )
        units = average([part.units for part in parts])
        return Value(units, self.scale, units, parts)


class AverageOpponentsPerformance(_AverageOfOpponents):
    """APRO: the average TPR of the opponents met over the board (C.07 10.4)."""

    name, article, label = "APRO", "10.4", N_("Average performance rating of opponents")
    measure = staticmethod(performance)


class AverageOpponentsPerfectPerformance(_AverageOfOpponents):
    """APPO: the average PTP of the opponents met over the board (C.07 10.5)."""

    name, article, label = "APPO", "10.5", N_("Average perfect performance of opponents")
    measure = staticmethod(perfect_performance)


def opponent_score(
    table: Table, participant: Participant, encounter: Encounter, *, forfeits: bool
) -> tuple[int, PointSource]:
    """Return the half-points for the opponent of one round: their score, or the dummy's (C.07 16.3, 16.4)."""
    opponent = encounter.opponent
    if opponent is not None and (encounter.kind is EncounterKind.PLAYED or table.predetermined or forfeits):
        return table.seen_scores[opponent], source_of(encounter)
    own = table.scores[participant.id]
    if table.of_2024:
        return own, PointSource.DUMMY  # the caps were introduced in 2026
    if opponent is not None:
        return min(own, table.seen_scores[opponent]), PointSource.DUMMY
    return min(own, table.scoring.draw * table.rounds), PointSource.DUMMY


def voluntary(table: Table, encounter: Encounter, *, forfeits: bool) -> bool:
    """Return whether the cut exception (16.5) covers this round; /P makes a forfeit a game, as a round robin does."""
    kind = encounter.kind
    return kind.voluntary and not table.predetermined and not (forfeits and kind.forfeit)


class _NotInRoundRobin(OwnTieBreak):
    """A tie-break that is unavailable in round robins; the note to Article 8 was introduced in 2026."""

    def refusal(self, table: Table) -> Message | None:
        if not table.predetermined or table.of_2024:
            return super().refusal(table)
        return say("tiebreak_not_in_round_robin", name=str(self.descriptor))


class Buchholz(SumTieBreak, _NotInRoundRobin):
    """BH: the sum of the opponents' scores (C.07 8.1)."""

    name, article, label, scale = "BH", "8.1", N_("Buchholz"), 2
    modifiers = frozenset("CMP")

    def parts(self, table: Table, participant: Participant) -> tuple[Contribution, ...]:
        parts = []
        for encounter in participant.encounters:
            score, source = opponent_score(table, participant, encounter, forfeits=self.descriptor.forfeits)
            cut_first = voluntary(table, encounter, forfeits=self.descriptor.forfeits)
            parts.append(Contribution(encounter.round, encounter.opponent, score, source, score, cut_first))
        return tuple(parts)


class ForeBuchholz(Buchholz):
    """FB: Buchholz as if every game of the last round had been drawn (C.07 8.3)."""

    name, article, label = "FB", "8.3", N_("Fore Buchholz")

    def parts(self, table: Table, participant: Participant) -> tuple[Contribution, ...]:
        return super().parts(table.fore, table.fore.participants[participant.id])


class AverageOpponentsBuchholz(_NotInRoundRobin):
    """AOB: the average Buchholz of the opponents met over the board (C.07 8.2), to the nearest hundredth.

    The printed value ranks: equal hundredths are a tie.
    """

    name, article, label, scale = "AOB", "8.2", N_("Average of opponents' Buchholz"), 100
    modifiers = frozenset("FP")

    def refusal(self, table: Table) -> Message | None:
        if self.descriptor.fore and table.of_2024:
            return self.not_in_edition(table)
        return super().refusal(table)

    def values(self, table: Table, group: Collection[int]) -> Mapping[int, Value]:
        table = table.by(self.descriptor.reference)
        kind = ForeBuchholz if self.descriptor.fore else Buchholz
        buchholz = kind(replace(self.descriptor, fore=False, reference=""))
        opponents = {
            encounter.opponent
            for key in group
            for encounter in table.participants[key].encounters
            if encounter.opponent is not None
        }
        of_opponents = {key: value.units for key, value in buchholz.values(table, opponents).items()}
        return {key: self._average(table.participants[key], of_opponents) for key in group}

    def value(self, table: Table, participant: Participant) -> Value:
        return self.values(table, [participant.id])[participant.id]

    def _average(self, participant: Participant, of_opponents: Mapping[int, int]) -> Value:
        parts = []
        for encounter in participant.encounters:
            if encounter.kind is EncounterKind.PLAYED and encounter.opponent is not None:
                units = of_opponents[encounter.opponent] * self.scale // POINT
                parts.append(Contribution(encounter.round, encounter.opponent, units, PointSource.GAME, units))
        if not parts:
            return Value(0, self.scale, 0)
        total, divisor = sum(part.units for part in parts), len(parts)
        average = (2 * total + divisor) // (2 * divisor)
        return Value(average, self.scale, average, tuple(parts))


class SonnebornBerger(SumTieBreak):
    """SB: for each round the opponent's score times the points against them (C.07 9.1), in quarter-points."""

    name, article, label, scale = "SB", "9.1", N_("Sonneborn-Berger"), 4
    modifiers = frozenset("CMP")

    def parts(self, table: Table, participant: Participant) -> tuple[Contribution, ...]:
        parts = []
        for encounter in participant.encounters:
            score, source = opponent_score(table, participant, encounter, forfeits=self.descriptor.forfeits)
            parts.append(
                Contribution(
                    encounter.round,
                    encounter.opponent,
                    score * encounter.points,
                    source,
                    weight=score,
                    voluntary=voluntary(table, encounter, forfeits=self.descriptor.forfeits),
                )
            )
        return tuple(parts)


class Koya(SumTieBreak):
    """KS: points against opponents who scored at least half of the maximum (C.07 9.2).

    /L+1 or /L-1 moves that limit by half-points (14.5).
    """

    name, article, label, scale = "KS", "9.2", N_("Koya system"), 2
    modifiers = frozenset("L")

    def refusal(self, table: Table) -> Message | None:
        if table.predetermined:
            return super().refusal(table)
        return say("tiebreak_only_in_round_robin", name=str(self.descriptor))

    def parts(self, table: Table, participant: Participant) -> tuple[Contribution, ...]:
        greatest = table.scoring.win * table.games
        return tuple(
            Contribution(
                encounter.round,
                encounter.opponent,
                encounter.points,
                source_of(encounter),
                table.scores[encounter.opponent],
            )
            for encounter in participant.encounters
            if encounter.opponent is not None
            and 2 * table.scores[encounter.opponent] >= greatest + 2 * self.descriptor.limit
        )
