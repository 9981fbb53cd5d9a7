"""Rating changes and first ratings by the FIDE rating regulations (B.02 from 1 March 2024, and as amended since).

Rapid and blitz have a separate chapter, cited where it differs.  Nothing is computed with floats: points are
half-points, expected scores hundredths, changes hundredths of a rating point.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from tavleya.ratings.performance import percentage
from tavleya.ratings.tables import difference, expected_percent

FLOOR = 1400
HIGHEST_FIRST = 2200
GAMES_FOR_FIRST = 5
_HYPOTHETICAL = 1800
_LIMIT = 400
_FULL_SCALE_FROM = 2650
_FULL_SCALE_SINCE = date(2025, 10, 1)
_UNRATED_GAP = 600
_UNRATED_ABOVE = 2600
_UNRATED_SINCE = date(2024, 12, 1)
_MOST_K_TIMES_GAMES = 700


class Pace(StrEnum):
    """The three rating lists."""

    STANDARD = "standard"
    RAPID = "rapid"
    BLITZ = "blitz"


@dataclass(frozen=True, slots=True)
class RatedGame:
    """`opponent`: the rating that counts for the game; `points`: half-points of a win (2), draw or loss."""

    opponent: int
    points: int


@dataclass(frozen=True, slots=True)
class GameChange:
    """One game: the counted difference, the expected hundredths, and points less expectation (hundredths)."""

    game: RatedGame
    gap: int
    expected: int
    gained: int


@dataclass(frozen=True, slots=True)
class RatingChange:
    """`hundredths`: the sum of the gains times K.  `left_out`: the number of unrated games."""

    games: tuple[GameChange, ...]
    k: int
    left_out: int = 0

    @property
    def hundredths(self) -> int:
        return self.k * sum(game.gained for game in self.games)

    @property
    def whole(self) -> int:
        """The change of a rating period, rounded half away from zero (8.3.4)."""
        return _rounded(self.hundredths, 100)


def counted_gap(own: int, opponent: int, *, pace: Pace = Pace.STANDARD, on: date) -> int:
    """Return the counted difference (8.3.1): at most 400 either way.

    Since 1 October 2025 it counts in full for players rated 2650 or more; only in the standard list.
    """
    gap = own - opponent
    if pace is Pace.STANDARD and own >= _FULL_SCALE_FROM and on >= _FULL_SCALE_SINCE:
        return gap
    return max(-_LIMIT, min(_LIMIT, gap))


def is_rated(own: int, opponent: int, *, pace: Pace, on: date) -> bool:
    """Return whether a game is rated: in rapid and blitz not with a difference of 600 points and a player above 2600.

    (7.3.1 of their chapter, since December 2024.)
    """
    if pace is Pace.STANDARD or on < _UNRATED_SINCE:
        return True
    return abs(own - opponent) < _UNRATED_GAP or max(own, opponent) <= _UNRATED_ABOVE


def k_factor(
    *, rating: int, games_before: int, reached_2400: bool, birth_year: int | None, on: date, games: int = 0
) -> int:
    """Return the development coefficient (8.3.3).

    `games_before`: earlier rated games; `reached_2400`: whether a published rating ever was 2400.  `games` of the
    rating period lower it so that K times games is at most 700.
    """
    young = birth_year is not None and on.year - birth_year <= 18
    if games_before < 30 or (young and rating < 2300):
        k = 40
    elif reached_2400 or rating >= 2400:
        k = 10
    else:
        k = 20
    return min(k, _MOST_K_TIMES_GAMES // games) if games else k


def rating_change(
    own: int, games: Sequence[RatedGame], *, k: int, pace: Pace = Pace.STANDARD, on: date
) -> RatingChange:
    """Return the change from games against rated opponents (8.3.1-8.3.3).

    `on`: the day that decides the applicable rules.
    """
    counted = []
    for game in games:
        if is_rated(own, game.opponent, pace=pace, on=on):
            gap = counted_gap(own, game.opponent, pace=pace, on=on)
            expected = expected_percent(gap)
            counted.append(GameChange(game, gap, expected, 50 * game.points - expected))
    return RatingChange(tuple(counted), k, len(games) - len(counted))


def first_rating(games: Sequence[RatedGame]) -> int | None:
    """Return the first rating of an unrated player (8.2), from games against rated opponents, or None.

    Two draws with opponents of 1800 are added.  Five games are needed (7.1.4; also from several tournaments), at least
    half a point, and a result of 1400 or more; 2200 is the maximum.
    """
    if len(games) < GAMES_FOR_FIRST or not any(game.points for game in games):
        return None
    ratings = [*(game.opponent for game in games), _HYPOTHETICAL, _HYPOTHETICAL]
    percent = percentage(sum(game.points for game in games) + 2, 2 * len(ratings))
    rounded = min(_rounded(sum(ratings) + difference(percent) * len(ratings), len(ratings)), HIGHEST_FIRST)
    return rounded if rounded >= FLOOR else None


def _rounded(units: int, by: int) -> int:
    """Return the quotient, rounded half away from zero."""
    whole = (2 * abs(units) + by) // (2 * by)
    return whole if units >= 0 else -whole
