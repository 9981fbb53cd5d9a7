"""Direct encounter (C.07 6): the standings of the tied participants among themselves."""

from collections.abc import Collection, Mapping
from itertools import groupby
from math import lcm

from tavleya.messages import N_
from tavleya.tiebreaks.base import Contribution, TieBreak, Value, source_of
from tavleya.tiebreaks.table import POINT, Encounter, EncounterKind, Table


class DirectEncounter(TieBreak):
    """DE.  The value is a place among the tied (1 = first); equal places are still tied.

    Two who met more than once count with the average of their games (6.1.2).  If some pairs did not meet, only those
    are placed whose place does not depend on the missing games (6.3).
    """

    name, article, label = "DE", "6", N_("Direct encounter")
    modifiers = frozenset("P")

    def values(self, table: Table, group: Collection[int]) -> Mapping[int, Value]:
        table = table.by(self.descriptor.reference)
        places: dict[int, Value] = {}
        place = 1
        for tied in resolve(table, sorted(group), forfeits=self.descriptor.forfeits):
            for key in tied:
                parts = tuple(
                    Contribution(e.round, e.opponent, e.points, source_of(e))
                    for e in encounters_within(table, key, group, forfeits=self.descriptor.forfeits)
                )
                places[key] = Value(place, self.scale, -place, parts, part_scale=POINT)
            place += len(tied)
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


def _separate(
    table: Table, group: list[int], *, forfeits: bool
) -> tuple[dict[int, int], dict[int, int], int]:
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
        key: sum(e.points * unit // times[key, e.opponent or 0] for e in encounters)
        for key, encounters in met.items()
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
                number
                for number in rest
                if all(
                    scores[number] > scores[other] + missing[other] * win for other in rest if other != number
                )
            ),
            None,
        )
        if first is None:
            levels.append(rest)
            break
        levels.append([first])
        rest = [key for key in rest if key != first]
    return levels
