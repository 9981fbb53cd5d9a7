"""The table of a series."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Generic, TypeVar

from tavleya.messages import N_

# Point rules of series, and the tie-breaks between equal totals: a record for each.


@dataclass(frozen=True, slots=True)
class Result:
    """One competitor's result in one finished tournament.

    `half_points`: the score there.  `rank` and `last`: the first and last shared place, equal for an unshared one.
    """

    half_points: int
    rank: int
    last: int


@dataclass(frozen=True, slots=True)
class Rule:
    """`by_place`: whether it needs the list of points by place."""

    key: str
    label: str
    worth: Callable[[Result, Sequence[int]], Fraction]
    by_place: bool = False


@dataclass(frozen=True, slots=True)
class SeriesTieBreak:
    """`value` from a competitor's results and the points for each; more is better."""

    key: str
    label: str
    value: Callable[[Sequence[Result], Sequence[Fraction]], Fraction]


def _score(result: Result, _points: Sequence[int]) -> Fraction:
    return Fraction(result.half_points, 2)


def _place(result: Result, points: Sequence[int]) -> Fraction:
    """Return an equal part of the points of the shared places; places beyond the list have no points."""
    return Fraction(sum(points[result.rank - 1 : result.last]), result.last - result.rank + 1)


RULES: Mapping[str, Rule] = MappingProxyType(
    {
        rule.key: rule
        for rule in (
            Rule("score", N_("Points scored in the games"), _score),
            Rule("place", N_("Points by place"), _place, by_place=True),
        )
    }
)
TIEBREAKS: Mapping[str, SeriesTieBreak] = MappingProxyType(
    {
        tie_break.key: tie_break
        for tie_break in (
            SeriesTieBreak("best", N_("Best single result"), lambda _results, points: max(points)),
            SeriesTieBreak(
                "firsts",
                N_("First places"),
                lambda results, _points: Fraction(sum(result.rank == 1 for result in results)),
            ),
            SeriesTieBreak("events", N_("Events played"), lambda results, _points: Fraction(len(results))),
        )
    }
)


Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Terms:
    """`rule` and `tiebreaks` are keys of `RULES` and `TIEBREAKS`, tie-breaks in their order of application.

    `best`: how many results of each competitor count, the best ones; None: all.  `place_points`: for the first place,
    the second …; later places have no points.
    """

    rule: str = "score"
    best: int | None = None
    place_points: tuple[int, ...] = ()
    tiebreaks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Cell:
    """The points of one tournament; `counted`: whether they count for the total."""

    points: Fraction
    counted: bool


@dataclass(frozen=True, slots=True)
class Row(Generic[Key]):
    """`cells` by tournament, None if the competitor was not in it.  `rank` to `last`: the shared places."""

    key: Key
    cells: tuple[Cell | None, ...]
    total: Fraction
    values: tuple[Fraction, ...]
    rank: int
    last: int

    @property
    def shared(self) -> bool:
        return self.rank != self.last


def table_of(tournaments: Sequence[Mapping[Key, Result]], terms: Terms) -> tuple[Row[Key], ...]:
    """Return all competitors with a result, by total and tie-breaks; those of a shared place in order of appearance.

    `tournaments`: the results of each finished tournament, by competitor.
    """
    keys = dict.fromkeys(key for results in tournaments for key in results)
    rows = [_row(key, [results.get(key) for results in tournaments], terms) for key in keys]
    rows.sort(key=lambda row: (row.total, *row.values), reverse=True)
    table: list[Row[Key]] = []
    first = 0
    for index, row in enumerate(rows):
        if index + 1 < len(rows) and _merit(rows[index + 1]) == _merit(row):
            continue
        table += [
            Row(item.key, item.cells, item.total, item.values, first + 1, index + 1) for item in rows[first : index + 1]
        ]
        first = index + 1
    return tuple(table)


def _merit(row: Row[Key]) -> tuple[Fraction, tuple[Fraction, ...]]:
    return row.total, row.values


def _row(key: Key, results: Sequence[Result | None], terms: Terms) -> Row[Key]:
    """Return the row without its place.  Among equal results the earlier ones count."""
    worth = RULES[terms.rule].worth
    points = {index: worth(result, terms.place_points) for index, result in enumerate(results) if result is not None}
    counted = set(sorted(points, key=lambda index: -points[index])[: terms.best])
    cells = tuple(Cell(points[index], index in counted) if index in points else None for index in range(len(results)))
    own_results = [result for result in results if result is not None]
    values = tuple(TIEBREAKS[name].value(own_results, list(points.values())) for name in terms.tiebreaks)
    return Row(key, cells, sum((points[index] for index in counted), Fraction()), values, 0, 0)
