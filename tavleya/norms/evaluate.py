"""Evaluation of a player's games for one norm: each requirement with its actual and required value."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

from tavleya.messages import Message
from tavleya.norms.messages import say
from tavleya.norms.rules import FOREIGN_SWISS, Requirements, Setting
from tavleya.ratings import average, difference, percentage

#: A win, in half-points; norms use no other scoring.
WIN = 2

#: The codes of all requirements that a norm can have.
CODES = frozenset(
    ("games", "foreign", "own", "one", "titled", "of_title", "players", "average", "performance", "percent")
)
#: The requirements for which files may name an article: those of norms, and additional ones of titles.
CITED = CODES | {"floor", "rating", "swiss"}
#: Requirements on the opponents' identity, not on the score or their ratings.
MIX = frozenset(("foreign", "own", "one", "titled", "of_title"))


@dataclass(frozen=True, slots=True)
class Opponent:
    """`number` identifies the person, or 0 if that does not matter.

    `scoreless`: without a point against rated players.
    """

    rating: int | None = None
    title: str = ""
    federation: str = ""
    number: int = 0
    scoreless: bool = False


@dataclass(frozen=True, slots=True)
class Candidate:
    title: str = ""
    federation: str = ""
    woman: bool = False


@dataclass(frozen=True, slots=True)
class NormGame:
    """A game that was begun or, with `played` false, a forfeit win or the pairing-allocated bye.

    `points` are half-points (2, 1, 0).
    """

    opponent: Opponent
    points: int
    round: int = 0
    played: bool = True


@dataclass(frozen=True, slots=True)
class NormCheck:
    """One requirement: `has` and `needs` in its unit; `least`: it is a minimum, else a maximum."""

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
        """The difference to the requirement; 0 if it is met."""
        return 0 if self.met else abs(self.needs - self.has)

    @property
    def message(self) -> Message:
        return say(f"norm_{self.code}", has=self.has, needs=self.needs)


@dataclass(frozen=True, slots=True)
class NormReport:
    """`counted` are the games of the norm, `raised` the ratings of opponents raised to the floor.

    `average` and `performance` are ratings, 0 without a game.  `needed`: the fewest sufficient half-points against
    these opponents, None if no score suffices.  `left_out`: played games that may be left out (1.4.1e, f).  `exempt`:
    the article that lifts the rules on federations.  `forgiven`: one game may be missing (1.4.1c).  `worth`: the number
    of games towards the title (1.4.1d); 0 if the norm is not met.
    """

    title: str
    checks: tuple[NormCheck, ...]
    games: int
    points: int
    raised: tuple[int, ...] = ()
    counted: tuple[NormGame, ...] = ()
    average: int = 0
    performance: int = 0
    needed: int | None = None
    left_out: tuple[NormGame, ...] = ()
    exempt: str = ""
    forgiven: bool = False
    worth: int = 0

    @property
    def met(self) -> bool:
        return all(check.met for check in self.checks)

    @property
    def missed(self) -> tuple[NormCheck, ...]:
        return tuple(check for check in self.checks if not check.met)


def wanted(rules: Requirements, candidate: Candidate) -> bool:
    """Return whether the norm is relevant for this player."""
    return candidate.title not in rules.not_for and (candidate.woman or not rules.women_only)


def evaluate(
    rules: Requirements, candidate: Candidate, games: Sequence[NormGame], setting: Setting | None = None
) -> NormReport:
    """Return the norm by exactly these games, without leaving out any that count."""
    setting = setting or Setting()
    counted = tuple(game for game in games if counts(rules, game, setting))
    opponents = [game.opponent for game in counted]
    ratings, raised = lifted(rules, opponents)
    number, got = len(counted), sum(game.points for game in counted)
    mean = average(ratings)
    reached = mean + difference(percentage(got, WIN * number)) if number else 0
    exempt = exemption(rules, candidate, setting)
    least = games_least(rules, setting)
    forgiven = number < least and _forgiven(rules, games, number, setting)
    all_checks: list[tuple[bool, NormCheck]] = [
        (least > 0, _check(rules, "games", number, number if forgiven else least)),
        *([] if exempt else _federations(rules, candidate, opponents)),
        *_titles(rules, opponents, setting),
        (rules.average_least > 0, _check(rules, "average", mean, rules.average_least)),
        (rules.performance_least > 0, _check(rules, "performance", reached, rules.performance_least)),
        (rules.percent_least > 0, _score(rules, got, number)),
    ]
    checks = tuple(check for required, check in all_checks if required)
    needed = score_needed(rules, ratings)
    met = all(check.met for check in checks)
    worth = _worth(rules, number, got - (needed or 0), setting) if met else 0
    return NormReport(
        rules.title, checks, number, got, raised, counted, mean, reached, needed, (), exempt, forgiven, worth
    )


def counts(rules: Requirements, game: NormGame, setting: Setting) -> bool:
    """Return whether a game counts for norms (B.01, 1.4.2)."""
    opponent = game.opponent
    return (
        game.played
        and opponent.federation not in rules.unfederated
        and (opponent.rating is not None or rules.unrated_as is not None)
        and not (rules.scoreless_out and setting.predetermined and opponent.rating is None and opponent.scoreless)
    )


def games_least(rules: Requirements, setting: Setting) -> int:
    """Return the fewest games in an event of this kind (1.4.1a, b)."""
    return rules.games_of_kind.get(setting.kind, rules.games_least)


def exemption(rules: Requirements, candidate: Candidate, setting: Setting) -> str:
    """Return the article that lifts the rules on federations here; empty if they apply (1.4.3a-d)."""
    article = rules.exemptions.get(setting.kind, "")
    if article and (setting.kind not in rules.host_only or candidate.federation == setting.host != ""):
        return article
    return rules.exemptions.get(FOREIGN_SWISS, "") if setting.foreign_swiss else ""


def rated_enough(rules: Requirements, ratings: Sequence[int], got: int) -> bool:
    """Return whether `got` half-points against these ratings, the floor applied, are the required performance."""
    number, mean = len(ratings), average(ratings)
    if not number or mean < rules.average_least or 100 * got < rules.percent_least * WIN * number:
        return False
    return mean + difference(percentage(got, WIN * number)) >= rules.performance_least


def score_needed(rules: Requirements, ratings: Sequence[int]) -> int | None:
    """Return the fewest sufficient half-points against these ratings, the floor applied; None if no score suffices."""
    return next((got for got in range(WIN * len(ratings) + 1) if rated_enough(rules, ratings, got)), None)


def lifted(rules: Requirements, opponents: Sequence[Opponent]) -> tuple[list[int], tuple[int, ...]]:
    """Return the effective ratings, the lowest first, and those that were raised to the floor (1.4.6)."""
    ratings = sorted(opponent.rating or rules.unrated_as or 0 for opponent in opponents)
    if rules.floor is None:
        return ratings, ()
    low = [rating for rating in ratings[: rules.floors_raised] if rating < rules.floor]
    return [*(rules.floor for _ in low), *ratings[len(low) :]], tuple(low)


def _forgiven(rules: Requirements, games: Sequence[NormGame], number: int, setting: Setting) -> bool:
    """Return whether 8 games of 9 rounds and a forfeit win or a pairing-allocated bye are enough (1.4.1c)."""
    unplayed = sum(not game.played for game in games)
    full = rules.games_least
    return (
        setting.rounds == full
        and games_least(rules, setting) == full
        and full - number <= min(unplayed, rules.games_forgiven)
    )


def _worth(rules: Requirements, number: int, surplus: int, setting: Setting) -> int:
    base = rules.counts_as.get(setting.kind, number) if number <= rules.games_least else number
    return (min(base, rules.games_most) if rules.games_most else base) + surplus // WIN


def _check(rules: Requirements, code: str, has: int, needs: int, *, least: bool = True) -> NormCheck:
    return NormCheck(code, has, needs, least, rules.articles.get(code, ""))


def _score(rules: Requirements, got: int, number: int) -> NormCheck:
    """Compare exactly, so that 34.8 per cent are not 35; the displayed value is rounded down."""
    return _check(rules, "percent", 100 * got // (WIN * number) if number else 0, rules.percent_least)


def _federations(
    rules: Requirements, candidate: Candidate, opponents: Sequence[Opponent]
) -> list[tuple[bool, NormCheck]]:
    by_federation = federations(rules, opponents)
    number = len(opponents)
    own_most, one_most = (
        at_most(share, number) if share is not None else 0 for share in (rules.own_most, rules.one_most)
    )
    foreign = len(set(by_federation) - {candidate.federation})
    most_of_one = max(by_federation.values(), default=0)
    return [
        (rules.foreign_least > 0, _check(rules, "foreign", foreign, rules.foreign_least)),
        (rules.own_most is not None, _check(rules, "own", by_federation[candidate.federation], own_most, least=False)),
        (rules.one_most is not None, _check(rules, "one", most_of_one, one_most, least=False)),
    ]


def federations(rules: Requirements, opponents: Sequence[Opponent]) -> Counter[str]:
    """Return the number of opponents by federation, without invalid codes."""
    return Counter(
        opponent.federation
        for opponent in opponents
        if opponent.federation and opponent.federation not in rules.stateless
    )


def _titles(rules: Requirements, opponents: Sequence[Opponent], setting: Setting) -> list[tuple[bool, NormCheck]]:
    number = len(opponents)
    titled = sum(opponent.title in rules.titleholders for opponent in opponents)
    holders = [opponent for opponent in opponents if opponent.title in rules.of_title]
    of_title, needed = len(holders), title_holders_needed(rules, number)
    double = setting.double and rules.double_share is not None
    if double and rules.double_share is not None:
        of_title, needed = len({opponent.number for opponent in holders}), at_least(rules.double_share, needed)
    return [
        (
            rules.titled_share is not None,
            _check(rules, "titled", titled, at_least(rules.titled_share or Fraction(0), number)),
        ),
        (needed > 0, _check(rules, "of_title", of_title, needed)),
        (double, _check(rules, "players", setting.players, rules.double_players)),
    ]


def title_holders_needed(rules: Requirements, number: int) -> int:
    """Return how many of `number` opponents must have the title or a higher one (1.4.5b-e)."""
    share = rules.of_title_share
    return max(rules.of_title_least, at_least(share, number) if share is not None else 0)


def at_least(share: Fraction, number: int) -> int:
    """Return a minimum number of opponents, rounded up."""
    return -(-share.numerator * number // share.denominator)


def at_most(share: Fraction, number: int) -> int:
    """Return a maximum number of opponents, rounded down."""
    return share.numerator * number // share.denominator


# The best choice of games for a norm, if the rules permit leaving some out (B.01, 1.4.1e, 1.4.1f, 1.4.2c).
#
# Opponents of one federation and one title status are equal under every rule except the average. So among
# the beaten opponents of each such group only the lowest rated are left out: no other choice of the same
# size can be better.


def best(
    rules: Requirements, candidate: Candidate, games: Sequence[NormGame], setting: Setting | None = None
) -> NormReport:
    """Return the norm by all games if they fulfil it, else by the most games that do, else by all of them.

    `games` are in the order of the rounds.  If opponents are fixed from the start, only won games may be left out, and
    the whole event must have the opponents that a norm requires.
    """
    setting = setting or Setting()
    whole = evaluate(rules, candidate, games, setting)
    if whole.met:
        return whole
    with_forfeit = _last_round_forfeited(rules, candidate, games, setting)
    if with_forfeit is not None:
        return with_forfeit
    if not rules.leave_out or (setting.predetermined and any(check.code in MIX for check in whole.missed)):
        return whole
    best_report: NormReport | None = None
    for choice in _choices(rules, games, setting):
        report = evaluate(rules, candidate, choice, setting)
        if report.met and (
            best_report is None or (report.games, report.points) > (best_report.games, best_report.points)
        ):
            ids = {id(game) for game in choice}
            left_out = tuple(game for game in whole.counted if id(game) not in ids)
            best_report = replace(report, left_out=left_out)
    return best_report or whole


def _last_round_forfeited(
    rules: Requirements, candidate: Candidate, games: Sequence[NormGame], setting: Setting
) -> NormReport | None:
    """Return the norm if the last-round opponent did not come and a loss to them would not have spoiled it (1.4.2c)."""
    last = games[-1] if games else None
    if last is None or last.played or last.opponent == type(last.opponent)() or last.round != setting.rounds:
        return None
    lost = replace(last, points=0, played=True)
    report = evaluate(rules, candidate, [*games[:-1], lost], setting)
    return report if report.met else None


def _choices(rules: Requirements, games: Sequence[NormGame], setting: Setting) -> Iterator[list[NormGame]]:
    """Yield every useful choice, those with all games of the first rounds first."""
    least = games_least(rules, setting)
    shortest = len(games) if setting.predetermined else least
    for end in range(len(games), shortest - 1, -1):
        first_games = list(games[:end])
        spare = sum(counts(rules, game, setting) for game in first_games) - least
        if spare < 0:
            return
        groups: dict[tuple[str, bool, bool, bool], list[NormGame]] = defaultdict(list)
        for game in first_games:
            if game.points == WIN and counts(rules, game, setting):
                groups[_group(rules, game)].append(game)
        lowest = [sorted(group, key=lambda game: game.opponent.rating or 0) for group in groups.values()]
        for numbers in product(*(range(min(spare, len(group)) + 1) for group in lowest)):
            if sum(numbers) > spare:
                continue
            left_out = {id(game) for group, n in zip(lowest, numbers, strict=True) for game in group[:n]}
            yield [game for game in first_games if id(game) not in left_out]


def _group(rules: Requirements, game: NormGame) -> tuple[str, bool, bool, bool]:
    opponent = game.opponent
    return (
        opponent.federation,
        opponent.title in rules.titleholders,
        opponent.title in rules.of_title,
        opponent.rating is None,
    )
