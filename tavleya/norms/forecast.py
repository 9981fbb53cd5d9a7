"""Forecast of a norm: the required results of future rounds, against known and unknown opponents."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tavleya.messages import Message
from tavleya.norms.evaluate import (
    WIN,
    Candidate,
    NormGame,
    NormReport,
    Opponent,
    at_least,
    at_most,
    best,
    counts,
    exemption,
    federations,
    games_least,
    lifted,
    rated_enough,
    title_holders_needed,
)
from tavleya.norms.messages import say
from tavleya.norms.rules import Requirements, Setting

#: The highest rating ever; a forecast that needs more is impossible.
HIGHEST = 2900


@dataclass(frozen=True, slots=True)
class Step:
    """`points` half-points of the games to come suffice if the unknown opponents average `average`; 0: any."""

    points: int
    average: int


@dataclass(frozen=True, slots=True)
class MixNeed:
    """Among the unknown opponents, at least (or at most) `number` must be of a kind, named as in `NormCheck.code`."""

    code: str
    number: int
    least: bool = True

    @property
    def message(self) -> Message:
        return say(f"norm_to_come_{self.code}", n=self.number)


@dataclass(frozen=True, slots=True)
class Chance:
    """The norm by the games played, and the required results of future games.

    `pending` games have a known opponent, `unknown` ones do not.  `needed`: the fewest half-points of the pending games
    that fulfil the norm, None if it is impossible or opponents are unknown.  In the latter case, `steps` has the
    requirements of each score, and `mix` those on the opponents.
    """

    report: NormReport
    pending: int
    needed: int | None
    unknown: int = 0
    steps: tuple[Step, ...] = ()
    mix: tuple[MixNeed, ...] = ()

    @property
    def open(self) -> bool:
        return self.needed is not None or bool(self.steps)

    @property
    def made(self) -> bool:
        """Whether no future result can take the norm away."""
        return self.report.met and self.needed == 0


def chance(
    rules: Requirements,
    candidate: Candidate,
    games: Sequence[NormGame],
    pending: Sequence[Opponent],
    setting: Setting | None = None,
    *,
    unknown: int = 0,
    strongest: int = HIGHEST,
) -> Chance:
    """Return the chance of a norm; `pending` and then `unknown` games follow `games`.

    `strongest`: the highest possible average of the unknown opponents.  Only the sum of points counts, so each sum of
    the pending games is tried once, in ascending order.
    """
    setting = setting or Setting()
    report = best(rules, candidate, games, setting)
    if report.met and rules.leave_out and not setting.predetermined:
        return Chance(report, len(pending), 0, unknown)  # later games may be left out
    if unknown:
        return _with_unknown(rules, candidate, games, pending, setting, (unknown, strongest), report)
    for points in range(WIN * len(pending) + 1):
        if best(rules, candidate, [*games, *_supposed(pending, points)], setting).met:
            return Chance(report, len(pending), points)
    return Chance(report, len(pending), None)


def _supposed(pending: Sequence[Opponent], points: int) -> list[NormGame]:
    left, games = points, []
    for opponent in pending:
        games.append(NormGame(opponent, min(WIN, left)))
        left -= min(WIN, left)
    return games


def _with_unknown(
    rules: Requirements,
    candidate: Candidate,
    games: Sequence[NormGame],
    pending: Sequence[Opponent],
    setting: Setting,
    to_come: tuple[int, int],
    report: NormReport,
) -> Chance:
    unknown, _ = to_come
    counted = [game for game in (*games, *(NormGame(player, 0) for player in pending)) if counts(rules, game, setting)]
    opponents = [game.opponent for game in counted]
    mix = _mix(rules, candidate, opponents, setting, unknown)
    if mix is None or len(opponents) + unknown < games_least(rules, setting):
        return Chance(report, len(pending), None, unknown)
    got = sum(game.points for game in counted)
    steps: list[Step] = []
    for points in range(WIN * (unknown + len(pending)) + 1):
        average = _average_needed(rules, opponents, to_come, got + points)
        if average is not None:
            steps.append(Step(points, average))
            if average == 0:
                break
    return Chance(report, len(pending), None, unknown, tuple(steps), mix)


def _average_needed(
    rules: Requirements, opponents: Sequence[Opponent], to_come: tuple[int, int], got: int
) -> int | None:
    """Return the lowest common rating of the unknown opponents at which the score suffices; higher is better."""
    unknown, strongest = to_come

    def enough(rating: int) -> bool:
        ratings, _ = lifted(rules, [*opponents, *(Opponent(rating) for _ in range(unknown))])
        return rated_enough(rules, ratings, got)

    low, high = 0, strongest
    if not enough(high):
        return None
    if enough(1):
        return 0
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def _mix(
    rules: Requirements, candidate: Candidate, opponents: Sequence[Opponent], setting: Setting, unknown: int
) -> tuple[MixNeed, ...] | None:
    """Return the requirements on the unknown opponents; None if they cannot be met."""
    number = len(opponents) + unknown
    needs: list[MixNeed] = []
    titled = at_least(rules.titled_share or Fraction(0), number)
    needs.append(MixNeed("titled", titled - sum(opponent.title in rules.titleholders for opponent in opponents)))
    needs.append(
        MixNeed(
            "of_title",
            title_holders_needed(rules, number) - sum(opponent.title in rules.of_title for opponent in opponents),
        )
    )
    if not exemption(rules, candidate, setting):
        by_federation = federations(rules, opponents)
        needs.append(MixNeed("foreign", rules.foreign_least - len(set(by_federation) - {candidate.federation})))
        if rules.own_most is not None:
            left = at_most(rules.own_most, number) - by_federation[candidate.federation]
            needs.append(MixNeed("own", left, least=False))
        if rules.one_most is not None and by_federation:
            left = at_most(rules.one_most, number) - max(by_federation.values())
            needs.append(MixNeed("one", left, least=False))
    if any(need.number > unknown if need.least else need.number < 0 for need in needs):
        return None
    return tuple(need for need in needs if (need.number > 0 if need.least else need.number < unknown))
