"""Whether a player's games make a norm, what they miss and by how much, what the games to come must give."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from common.messages import Message
from core.norms.messages import say
from core.norms.rules import Requirements
from core.ratings.performance import average, percentage
from core.ratings.tables import difference

#: A win, in half-points; norms know no other scoring.
WIN = 2

#: The codes of all requirements that a norm can have.
CODES = frozenset(
    ("games", "foreign", "own", "one", "titled", "of_title", "average", "performance", "percent")
)


@dataclass(frozen=True, slots=True)
class Opponent:
    rating: int | None = None
    title: str = ""
    federation: str = ""


@dataclass(frozen=True, slots=True)
class Candidate:
    title: str = ""
    federation: str = ""
    woman: bool = False


@dataclass(frozen=True, slots=True)
class NormGame:
    """One that was begun; `points` are half-points (2, 1, 0)."""

    opponent: Opponent
    points: int


@dataclass(frozen=True, slots=True)
class NormCheck:
    """One requirement: `has` and `needs` in its own unit; `least`: it is a minimum, else a maximum."""

    code: str
    has: int
    needs: int
    least: bool = True
    article: str = ""

    @property
    def met(self) -> bool:
        return self.has >= self.needs if self.least else self.has <= self.needs

    @property
    def missing(self) -> int:
        """By how much it is missed; 0 when it is met."""
        return 0 if self.met else abs(self.needs - self.has)

    @property
    def message(self) -> Message:
        return say(f"norm_{self.code}", has=self.has, needs=self.needs)


@dataclass(frozen=True, slots=True)
class NormReport:
    """`raised`: the ratings of opponents that count as the floor."""

    title: str
    checks: tuple[NormCheck, ...]
    games: int
    points: int
    raised: tuple[int, ...] = ()

    @property
    def met(self) -> bool:
        return all(check.met for check in self.checks)

    @property
    def missed(self) -> tuple[NormCheck, ...]:
        return tuple(check for check in self.checks if not check.met)


@dataclass(frozen=True, slots=True)
class Chance:
    """The norm by the games played, and what the games whose opponents are known must give.

    `needed`: the fewest half-points of those `pending` games that make the norm; None when none do.
    """

    report: NormReport
    pending: int
    needed: int | None

    @property
    def open(self) -> bool:
        return self.needed is not None


def wanted(rules: Requirements, candidate: Candidate) -> bool:
    """Whether the norm is for this player at all."""
    return candidate.title not in rules.not_for and (candidate.woman or not rules.women_only)


def evaluate(rules: Requirements, candidate: Candidate, games: Sequence[NormGame]) -> NormReport:
    """The norm by exactly these games."""
    counted = [one for one in games if one.opponent.rating or rules.unrated_as is not None]
    opponents = [one.opponent for one in counted]
    ratings, raised = _ratings(rules, opponents)
    number, got = len(counted), sum(one.points for one in counted)
    mean = average(ratings)
    percent = percentage(got, WIN * number) if number else 0
    needed: list[tuple[bool, NormCheck]] = [
        (rules.games_least > 0, _check(rules, "games", number, rules.games_least)),
        *_federations(rules, candidate, opponents),
        *_titles(rules, opponents),
        (rules.average_least > 0, _check(rules, "average", mean, rules.average_least)),
        (
            rules.performance_least > 0,
            _check(
                rules, "performance", mean + difference(percent) if number else 0, rules.performance_least
            ),
        ),
        (rules.percent_least > 0, _score(rules, got, number)),
    ]
    return NormReport(rules.title, tuple(check for asked, check in needed if asked), number, got, raised)


def chance(
    rules: Requirements, candidate: Candidate, games: Sequence[NormGame], pending: Sequence[Opponent]
) -> Chance:
    """Only the sum of points counts for a norm, so each sum of the pending games is tried once, the least first."""
    report = evaluate(rules, candidate, games)
    for points in range(WIN * len(pending) + 1):
        left, supposed = points, list(games)
        for opponent in pending:
            supposed.append(NormGame(opponent, min(WIN, left)))
            left -= min(WIN, left)
        if evaluate(rules, candidate, supposed).met:
            return Chance(report, len(pending), points)
    return Chance(report, len(pending), None)


def _check(rules: Requirements, code: str, has: int, needs: int, *, least: bool = True) -> NormCheck:
    return NormCheck(code, has, needs, least, rules.articles.get(code, ""))


def _score(rules: Requirements, got: int, number: int) -> NormCheck:
    """Compared exactly, so that 34.8 per cent are not 35: what is shown is rounded down."""
    return _check(rules, "percent", 100 * got // (WIN * number) if number else 0, rules.percent_least)


def _ratings(rules: Requirements, opponents: Sequence[Opponent]) -> tuple[list[int], tuple[int, ...]]:
    ratings = sorted(one.rating or rules.unrated_as or 0 for one in opponents)
    if rules.floor is None:
        return ratings, ()
    low = [one for one in ratings[: rules.floors_raised] if one < rules.floor]
    return [*(rules.floor for _ in low), *ratings[len(low) :]], tuple(low)


def _federations(
    rules: Requirements, candidate: Candidate, opponents: Sequence[Opponent]
) -> list[tuple[bool, NormCheck]]:
    of = Counter(
        one.federation for one in opponents if one.federation and one.federation not in rules.stateless
    )
    number = len(opponents)
    own_most, one_most = (
        _most(share, number) if share is not None else 0 for share in (rules.own_most, rules.one_most)
    )
    foreign = len(set(of) - {candidate.federation})
    most_of_one = max(of.values(), default=0)
    return [
        (rules.foreign_least > 0, _check(rules, "foreign", foreign, rules.foreign_least)),
        (
            rules.own_most is not None,
            _check(rules, "own", of[candidate.federation], own_most, least=False),
        ),
        (rules.one_most is not None, _check(rules, "one", most_of_one, one_most, least=False)),
    ]


def _titles(rules: Requirements, opponents: Sequence[Opponent]) -> list[tuple[bool, NormCheck]]:
    number = len(opponents)
    titled = sum(one.title in rules.titleholders for one in opponents)
    of_title = sum(one.title in rules.of_title for one in opponents)
    share, least = rules.of_title_share, rules.of_title_least
    of_title_least = max(least, _least(share, number) if share is not None else 0)
    return [
        (
            rules.titled_share is not None,
            _check(rules, "titled", titled, _least(rules.titled_share or Fraction(0), number)),
        ),
        (of_title_least > 0, _check(rules, "of_title", of_title, of_title_least)),
    ]


def _least(share: Fraction, number: int) -> int:
    """A minimum of opponents is rounded up."""
    return -(-share.numerator * number // share.denominator)


def _most(share: Fraction, number: int) -> int:
    """A maximum is rounded down."""
    return share.numerator * number // share.denominator
