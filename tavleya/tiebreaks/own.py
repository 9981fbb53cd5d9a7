"""Tie-breaks from a participant's own results and data (C.07 7 and 10.6)."""

from abc import abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import accumulate, groupby
from math import lcm

from tavleya.messages import N_, Message
from tavleya.sides import Side
from tavleya.tiebreaks.base import Contribution, OwnTieBreak, PointSource, SumTieBreak, TieBreak, Value, source_of
from tavleya.tiebreaks.messages import say
from tavleya.tiebreaks.table import POINT, Encounter, EncounterKind, Participant, Table


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
            Contribution(round_, None, score, PointSource.OWN, weight=round_)
            for round_, score in enumerate(accumulate(by_round), start=1)
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
                2 if encounter.points > other else 1 if encounter.points == other and not _both_lost(encounter) else 0
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


# Tie-breaks of draughts, which C.07 does not have: Solkoff and Shmulyan.


class Solkoff(SumTieBreak):
    """OTHER_SOLKOFF: the sum of the actual scores of all opponents; in every system.

    Truncated (/C1) it leaves out the lowest, /M1 the lowest and the highest.  A round without an opponent adds nothing,
    and C.07 15-16 do not apply.
    """

    name, article, label, scale = "OTHER_SOLKOFF", "", N_("Solkoff"), 2
    modifiers = frozenset("CM")

    def parts(self, table: Table, participant: Participant) -> tuple[Contribution, ...]:
        return tuple(
            Contribution(
                encounter.round,
                encounter.opponent,
                table.scores[encounter.opponent],
                source_of(encounter),
                table.scores[encounter.opponent],
            )
            for encounter in participant.encounters
            if encounter.opponent is not None
        )


class Shmulyan(SumTieBreak):
    """OTHER_SHMULYAN: scores of the beaten opponents less scores of those who won against the participant."""

    name, article, label, scale = "OTHER_SHMULYAN", "", N_("Shmulyan"), 2

    def parts(self, table: Table, participant: Participant) -> tuple[Contribution, ...]:
        parts = []
        for encounter in participant.encounters:
            if encounter.opponent is None or encounter.points == encounter.against:
                continue
            score = table.scores[encounter.opponent]
            units = score if encounter.points > encounter.against else -score
            parts.append(Contribution(encounter.round, encounter.opponent, units, source_of(encounter), score))
        return tuple(parts)


# Direct encounter (C.07 6): the standings of the tied participants among themselves.


class DirectEncounter(TieBreak):
    """DE.  The value is a place among the tied (1 = first); equal places are still tied.

    Two who met more than once count with the average of their games (6.1.2).  If some pairs did not meet, only those
    are placed whose place does not depend on the missing games (6.3).
    """

    name, article, label = "DE", "6", N_("Direct encounter")
    modifiers = frozenset("P")

    def values(self, table: Table, group: Collection[int]) -> Mapping[int, Value]:
        table = table.by(self.descriptor.reference)
        return placed(
            resolve(table, sorted(group), forfeits=self.descriptor.forfeits),
            lambda key: tuple(
                Contribution(e.round, e.opponent, e.points, source_of(e))
                for e in encounters_within(table, key, group, forfeits=self.descriptor.forfeits)
            ),
        )


def placed(levels: Sequence[Sequence[int]], parts_of: Callable[[int], tuple[Contribution, ...]]) -> Mapping[int, Value]:
    """Return the place of each of the tied, by the groups that are still tied, best first."""
    places: dict[int, Value] = {}
    for tied in levels:
        place = len(places) + 1
        places |= {key: Value(place, 1, -place, parts_of(key), part_scale=POINT) for key in tied}
    return places


def resolve(table: Table, group: list[int], *, forfeits: bool) -> list[list[int]]:
    """Split `group` into the parts that Article 6 leaves tied, best first, reapplied to each subgroup."""
    if len(group) < 2:
        return [group]
    levels = _split(table, group, forfeits=forfeits)
    if len(levels) == 1:
        return levels
    return [part for level in levels for part in resolve(table, level, forfeits=forfeits)]


def _split(table: Table, group: list[int], *, forfeits: bool) -> list[list[int]]:
    """Split `group` once by the standings of their games (6.2, 6.3); one list if these decide nothing."""
    scores, missing, unit = _separate(table, group, forfeits=forfeits)
    if any(missing.values()):
        return _certain(group, scores, missing, unit * table.scoring.win)
    ordered = sorted(group, key=lambda key: -scores[key])
    return [list(level) for _, level in groupby(ordered, key=lambda key: scores[key])]


def _separate(table: Table, group: list[int], *, forfeits: bool) -> tuple[dict[int, int], dict[int, int], int]:
    """Return scores among the tied, the number of unmet opponents of each, and the units of a half-point."""
    members = frozenset(group)
    met = {key: encounters_within(table, key, members, forfeits=forfeits) for key in group}
    times: dict[tuple[int, int], int] = {}
    for key, encounters in met.items():
        for encounter in encounters:
            pair = (key, encounter.opponent or 0)
            times[pair] = times.get(pair, 0) + 1
    unit = lcm(*times.values()) if times else 1
    scores = {
        key: sum(e.points * unit // times[key, e.opponent or 0] for e in encounters) for key, encounters in met.items()
    }
    missing = {key: len(group) - 1 - len({e.opponent for e in encounters}) for key, encounters in met.items()}
    return scores, missing, unit


def encounters_within(table: Table, key: int, group: Collection[int], *, forfeits: bool) -> list[Encounter]:
    """Return the games of a participant with others of the group.

    Forfeits count in round robins (15.2) and if the regulations say so (/P); otherwise they do not (6.1.1).
    """
    return [
        e
        for e in table.participants[key].encounters
        if e.opponent in group and (e.kind is EncounterKind.PLAYED or table.predetermined or forfeits)
    ]


def _certain(group: list[int], scores: dict[int, int], missing: dict[int, int], win: int) -> list[list[int]]:
    """Split into places that do not depend on the missing games (6.3); the rest stays together."""
    levels, rest = [], list(group)
    while rest:
        first = next(
            (
                key
                for key in rest
                if all(scores[key] > scores[other] + missing[other] * win for other in rest if other != key)
            ),
            None,
        )
        if first is None:
            levels.append(rest)
            break
        levels.append([first])
        rest = [key for key in rest if key != first]
    return levels
