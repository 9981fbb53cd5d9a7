"""Standings: by points, then by the list of tie-breaks, each applied to the subgroup still tied (C.07 4.2)."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import NamedTuple

from tavleya.messages import N_, Message
from tavleya.tiebreaks.base import Contribution, Descriptor, OwnTieBreak, PointSource, TieBreak, Value
from tavleya.tiebreaks.messages import say
from tavleya.tiebreaks.table import EncounterKind, Participant, Table

# Explanation of a value in sentences: its opponents, their amounts, and the reasons.

Name = Callable[[int], str]

_SENTENCES = {
    PointSource.GAME: "tiebreak_part_game",
    PointSource.FORFEIT: "tiebreak_part_forfeit",
    PointSource.DUMMY: "tiebreak_part_dummy",
    PointSource.BYE: "tiebreak_part_bye",
    PointSource.OWN: "tiebreak_part_own",
}


def explanation(value: Value, name: Name = str) -> tuple[Message, ...]:
    """Return a sentence for each part; `name` returns the opponent's name by id.  Empty for a value without parts."""
    return tuple(_sentence(value, part, name) for part in value.parts)


def _sentence(value: Value, part: Contribution, name: Name) -> Message:
    opponent = name(part.opponent) if part.opponent is not None else ""
    message = say(_SENTENCES[part.source], round=part.round, opponent=opponent, units=value.part_text(part))
    if not part.cut:
        return message
    if part.voluntary:
        return say("tiebreak_part_cut_unplayed", part=message)
    return say("tiebreak_part_cut", part=message)


class RankedRow(NamedTuple):
    """One line of the standings.

    `rank` and `last` are the first and the last place shared by all who are still tied; equal without a tie.  `values`
    correspond to `Standings.tiebreaks`; None if a tie-break among the tied was not needed.  `play_off`: a play-off
    decided the place.
    """

    participant: int
    rank: int
    last: int
    points: int
    played: int
    won: int
    drawn: int
    lost: int
    values: tuple[Value | None, ...]
    play_off: bool = False

    @property
    def shared(self) -> bool:
        return self.last > self.rank


@dataclass(frozen=True, slots=True)
class Standings:
    """`tiebreaks`: descriptors of those applied, in order; `dropped`: why others of the list were not."""

    rows: tuple[RankedRow, ...]
    tiebreaks: tuple[str, ...]
    dropped: tuple[Message, ...] = ()

    def without(self, left_out: Collection[int]) -> Standings:
        """Return the standings without these participants; all participants behind them move up."""
        rows: list[RankedRow] = []
        place = 1
        for _, level in groupby(self.rows, key=lambda row: row.rank):
            staying = [row for row in level if row.participant not in left_out]
            rows += [row._replace(rank=place, last=place + len(staying) - 1) for row in staying]
            place += len(staying)
        return replace(self, rows=tuple(rows))

    def bare(self) -> Standings:
        """Return the standings without the parts of values, which are most of the data."""
        rows = (
            row._replace(values=tuple(value and value._replace(parts=()) for value in row.values)) for row in self.rows
        )
        return Standings(tuple(rows), self.tiebreaks, self.dropped)


def compute_standings(table: Table, breaks: Sequence[TieBreak], *, seed: str | None = None) -> Standings:
    """Rank all participants.

    A tie that the list does not break remains, unless lots are drawn from a published `seed`.
    """
    if seed is not None:
        breaks = [*breaks, Lots(seed)]
    applied = [break_ for break_ in breaks if break_.refusal(table) is None]
    refusals = tuple(refusal for break_ in breaks if (refusal := break_.refusal(table)) is not None)
    row_values: dict[int, list[Value | None]] = {key: [None] * len(applied) for key in table.participants}
    for index, break_ in enumerate(applied):
        if isinstance(break_, OwnTieBreak):
            for key, value in break_.values(table, table.participants.keys()).items():
                row_values[key][index] = value
    by_points = sorted(table.participants, key=lambda key: (-table.scores[key], table.participants[key].number))
    ordered: list[list[int]] = []
    for _, level in groupby(by_points, key=lambda key: table.scores[key]):
        ordered += _break(table, list(level), applied, 0, row_values)
    rows, place = [], 1
    for tied in ordered:
        rows += [_row(table, key, place, place + len(tied) - 1, tuple(row_values[key])) for key in tied]
        place += len(tied)
    return Standings(tuple(rows), tuple(str(break_.descriptor) for break_ in applied), refusals)


def _break(
    table: Table, tied: list[int], breaks: list[TieBreak], index: int, row_values: dict[int, list[Value | None]]
) -> list[list[int]]:
    """Split one tied group into the parts that the tie-breaks from number `index` on leave tied, best first."""
    if len(tied) < 2 or index == len(breaks):
        return [tied]
    values = breaks[index].values(table, tied)
    for key in tied:
        row_values[key][index] = values[key]
    tied = sorted(tied, key=lambda key: (-values[key].order, table.participants[key].number))
    parts: list[list[int]] = []
    for _, level in groupby(tied, key=lambda key: values[key].order):
        parts += _break(table, list(level), breaks, index + 1, row_values)
    return parts


def _row(table: Table, key: int, rank: int, last: int, values: tuple[Value | None, ...]) -> RankedRow:
    games = [e for e in table.participants[key].encounters if e.kind is EncounterKind.PLAYED]
    won = sum(e.points > e.against for e in games)
    drawn = sum(e.points == e.against > table.scoring.loss for e in games)
    return RankedRow(key, rank, last, table.scores[key], len(games), won, drawn, len(games) - won - drawn, values)


# Reproducible drawing of lots: an order computed from a published seed (C.07 4.2).


def lot(seed: str, key: int | str) -> str:
    """Return the lot that `key` draws from `seed`: the SHA-256 of `seed:key`; the smaller comes first."""
    return hashlib.sha256(f"{seed}:{key}".encode()).hexdigest()


class Lots(TieBreak):
    """Each participant draws the SHA-256 of `seed:number`, their pairing number in decimal; the smaller ranks higher.

    The seed must be published before the last round, so that it cannot be chosen.
    """

    name, article, label = "OTHER_LOTS", "4.2", N_("Drawing of lots")

    def __init__(self, seed: str) -> None:
        super().__init__(Descriptor(self.name))
        self.seed = seed

    def values(self, table: Table, group: Collection[int]) -> Mapping[int, Value]:
        """Return the places drawn among the tied."""
        drawn = sorted(
            group, key=lambda key: (lot(self.seed, table.participants[key].number), table.participants[key].number)
        )
        return {key: Value(place, self.scale, -place) for place, key in enumerate(drawn, start=1)}


# Tie-breaks with entered values: computed elsewhere, or an order decided by an arbiter.

#: Places are subtracted from this, so that participants without a place come last.
_LAST_PLACE = 100_000


class ExternalValue(OwnTieBreak):
    """OTHER_EXTERNAL: a value computed elsewhere, the greater the better; 0 if missing."""

    name, article, label, scale = "OTHER_EXTERNAL", "", N_("External value"), 100

    def value(self, table: Table, participant: Participant) -> Value:
        units = participant.external_value or 0
        return Value(units, self.scale, units)


class HandOrder(TieBreak):
    """OTHER_ORDER: the place among the tied decided by an arbiter; participants without one come last."""

    name, article, label = "OTHER_ORDER", "", N_("Order decided by the arbiter")

    def values(self, table: Table, group: Collection[int]) -> Mapping[int, Value]:
        places = {key: table.participants[key].hand_order for key in group}
        return {key: Value(place or 0, self.scale, -(place or _LAST_PLACE)) for key, place in places.items()}
