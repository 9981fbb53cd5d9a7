"""Point rules of series, and the tie-breaks between equal totals: a record for each."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from tavleya.messages import N_


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


def _score(result: Result, _list: Sequence[int]) -> Fraction:
    return Fraction(result.half_points, 2)


def _place(result: Result, points: Sequence[int]) -> Fraction:
    """Return an equal part of the points of the shared places; places beyond the list have no points."""
    return Fraction(sum(points[result.rank - 1 : result.last]), result.last - result.rank + 1)


RULES: Mapping[str, Rule] = MappingProxyType(
    {
        one.key: one
        for one in (
            Rule("score", N_("Points scored in the games"), _score),
            Rule("place", N_("Points by place"), _place, by_place=True),
        )
    }
)
TIEBREAKS: Mapping[str, SeriesTieBreak] = MappingProxyType(
    {
        one.key: one
        for one in (
            SeriesTieBreak("best", N_("Best single result"), lambda _results, points: max(points)),
            SeriesTieBreak(
                "firsts",
                N_("First places"),
                lambda results, _points: Fraction(sum(one.rank == 1 for one in results)),
            ),
            SeriesTieBreak("events", N_("Events played"), lambda results, _points: Fraction(len(results))),
        )
    }
)
