"""Tie-breaks from a participant's own results and data (C.07 7 and 10.6)."""

from abc import abstractmethod
from itertools import accumulate

from tavleya.messages import N_, Message
from tavleya.sides import Side
from tavleya.tiebreaks.base import Contribution, OwnTieBreak, PointSource, SumTieBreak, Value, source_of
from tavleya.tiebreaks.messages import say
from tavleya.tiebreaks.table import Encounter, EncounterKind, Participant, Table


def _as_game(table: Table, encounter: Encounter) -> bool:
    """Return whether the round counts as played.

    In a round robin a forfeit counts as a game (C.07 15.2), a loss only until 2026.
    """
    if encounter.kind is EncounterKind.PLAYED:
        return True
    return table.predetermined and (
        encounter.kind is EncounterKind.FORFEIT_WIN or (encounter.kind.forfeit and table.of_2024)
    )


class _Count(SumTieBreak):
    """The number of a participant's rounds of one sort."""

    def parts(self, table: Table, participant: Participant) -> tuple[Contribution, ...]:
        return tuple(
            Contribution(encounter.round, encounter.opponent, 1, source_of(encounter))
            for encounter in participant.encounters
            if self.counts(table, encounter)
        )

    @abstractmethod
    def counts(self, table: Table, encounter: Encounter) -> bool: ...


class Wins(_Count):
    """WIN: rounds with the points of a win, with or without playing (C.07 7.1)."""

    name, article, label = "WIN", "7.1", N_("Number of wins")

    def counts(self, table: Table, encounter: Encounter) -> bool:
        return encounter.points == table.scoring.win


class GamesWon(_Count):
    """WON: games won over the board (C.07 7.2)."""

    name, article, label = "WON", "7.2", N_("Games won")

    def counts(self, table: Table, encounter: Encounter) -> bool:
        return _as_game(table, encounter) and encounter.points == table.scoring.win


class BlackGames(_Count):
    """BPG: games played with Black over the board (C.07 7.3)."""

    name, article, label = "BPG", "7.3", N_("Games with Black")

    def counts(self, table: Table, encounter: Encounter) -> bool:
        return _as_game(table, encounter) and encounter.colour is Side.BLACK


class BlackWins(_Count):
    """BWG: games won with Black over the board (C.07 7.4)."""

    name, article, label = "BWG", "7.4", N_("Games won with Black")

    def counts(self, table: Table, encounter: Encounter) -> bool:
        won = _as_game(table, encounter) and encounter.points == table.scoring.win
        return won and encounter.colour is Side.BLACK


class RoundsElected(_Count):
    """REP: rounds less requested byes and forfeit losses (C.07 7.6)."""

    name, article, label = "REP", "7.6", N_("Rounds elected to play")

    def counts(self, table: Table, encounter: Encounter) -> bool:
        return not encounter.kind.voluntary


class ProgressiveScore(SumTieBreak):
    """PS: the sum of the scores after each round (C.07 7.5); a cut leaves out the first rounds (14.1)."""

    name, article, label, scale = "PS", "7.5", N_("Sum of progressive scores"), 2
    modifiers = frozenset("C")

    def refusal(self, table: Table) -> Message | None:
        if table.rounds:
            return super().refusal(table)
        return say("tiebreak_needs_rounds", name=str(self.descriptor))

    def parts(self, table: Table, participant: Participant) -> tuple[Contribution, ...]:
        by_round = [0] * table.rounds
        for encounter in participant.encounters:
            by_round[encounter.round - 1] += encounter.points
        return tuple(
            Contribution(number, None, score, PointSource.OWN, weight=number)
            for number, score in enumerate(accumulate(by_round), start=1)
        )


class StandardPoints(SumTieBreak):
    """STD: 1 for a round with more points than the opponent, ½ for equal points; a bye against a draw's (C.07 7.7)."""

    name, article, label, scale = "STD", "7.7", N_("Standard points"), 2
    new = True

    def parts(self, table: Table, participant: Participant) -> tuple[Contribution, ...]:
        parts = []
        for encounter in participant.encounters:
            other = table.scoring.draw if encounter.opponent is None else encounter.against
            units = (
                2
                if encounter.points > other
                else 1
                if encounter.points == other and not _both_lost(encounter)
                else 0
            )
            parts.append(Contribution(encounter.round, encounter.opponent, units, source_of(encounter)))
        return tuple(parts)


def _both_lost(encounter: Encounter) -> bool:
    """Return whether both players forfeited: a double forfeit gives no half-point, although both scored the same."""
    return encounter.kind is EncounterKind.FORFEIT_LOSS


class PairingNumber(OwnTieBreak):
    """TPN: the smaller tournament pairing number is higher (C.07 7.8); /R reverses it."""

    name, article, label = "TPN", "7.8", N_("Pairing number")
    modifiers = frozenset("R")
    new = True

    def value(self, table: Table, participant: Participant) -> Value:
        number = participant.number
        return Value(number, self.scale, number if self.descriptor.reverse else -number)


class Rating(OwnTieBreak):
    """RTNG: the higher rating is higher (C.07 10.6); /R reverses it.  No rating counts as 0."""

    name, article, label = "RTNG", "10.6", N_("Rating")
    modifiers = frozenset("R")
    new = True

    def value(self, table: Table, participant: Participant) -> Value:
        rating = participant.rating or 0
        return Value(rating, self.scale, -rating if self.descriptor.reverse else rating)
