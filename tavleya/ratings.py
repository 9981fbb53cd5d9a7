"""Rating changes and first ratings by the FIDE rating regulations (B.02 from 1 March 2024, and as amended since).

Rapid and blitz have a separate chapter, cited where it differs.  Nothing is computed with floats: points are
half-points, expected scores hundredths, changes hundredths of a rating point.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

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
    """Return whether a game is rated.

    In rapid and blitz, a gap of 600 points with a player above 2600 excludes it (7.3.1, since December 2024).
    """
    if pace is Pace.STANDARD or on < _UNRATED_SINCE:
        return True
    return abs(own - opponent) < _UNRATED_GAP or max(own, opponent) <= _UNRATED_ABOVE


def k_factor(
    *,
    rating: int,
    games_before: int,
    reached_2400: bool,
    birth_year: int | None,
    on: date,
    games: int = 0,
    listed: int | None = None,
) -> int:
    """Return the development coefficient (8.3.3).

    `games_before`: earlier rated games; `reached_2400`: whether a published rating ever was 2400; `listed`: the
    coefficient of the rating list, if it has one.  `games` of the rating period lower it so that K times games is at
    most 700.
    """
    young = birth_year is not None and on.year - birth_year <= 18
    if listed:
        k = listed
    elif games_before < 30 or (young and rating < 2300):
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
    changes = []
    for game in games:
        if is_rated(own, game.opponent, pace=pace, on=on):
            gap = counted_gap(own, game.opponent, pace=pace, on=on)
            expected = expected_percent(gap)
            changes.append(GameChange(game, gap, expected, 50 * game.points - expected))
    return RatingChange(tuple(changes), k, len(games) - len(changes))


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


# The two conversion tables of the FIDE rating regulations (B.02, 8.1): percentages and rating differences.

# 8.1.1: dp for p = 50 % … 100 %; below 50 % it is the same with a minus.
_DP = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193,
    202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589,
    677, 800,
)  # fmt: skip

# 8.1.2: the greatest difference D that still gives PD = 50 %, 51 % …; beyond the last it is 100 %.
_D_LIMITS = (
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170, 179, 188, 197,
    206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456, 484, 517, 559, 619,
    735,
)  # fmt: skip


def difference(percent: int) -> int:
    """Return dp for a percentage score (0 … 100)."""
    return _DP[percent - 50] if percent >= 50 else -_DP[50 - percent]


def expected_percent(gap: int) -> int:
    """Return PD in per cent for a player rated `gap` above their opponent; the full scale, without a limit of 400."""
    above = 50 + bisect_left(_D_LIMITS, abs(gap))
    return above if gap >= 0 else 100 - above


# Rating performances: by percentage, and the perfect performance (C.07 10.2, 10.3).

#: The difference to the average (or lowest) opponent for a full or zero score (B.02 8.1.1).
MOST = 800


def average(ratings: Sequence[int]) -> int:
    """Return the average, rounded half up; 0 if empty."""
    return (2 * sum(ratings) + len(ratings)) // (2 * len(ratings)) if ratings else 0


def percentage(got: int, most: int) -> int:
    """Return `got` of `most` half-points as a whole percentage, rounded half up."""
    return (2 * 100 * got + most) // (2 * most)


def performance(ratings: Sequence[int], got: int) -> int:
    """Return the average of the opponents plus the difference for the percentage; 0 without a game.

    `got`: half-points of 1, ½, 0.
    """
    return 0 if not ratings else average(ratings) + difference(percentage(got, 2 * len(ratings)))


def perfect_performance(ratings: Sequence[int], got: int) -> int:
    """Return the lowest rating whose expected score, on the full scale, is at least the actual score.

    Without a game it is 0; without a point, 800 below the lowest opponent.
    """
    if not ratings:
        return 0
    if got <= 0:
        return min(ratings) - MOST
    # Expected scores grow with the rating, so bisection finds the lowest that reaches the score.
    low, high = min(ratings) - MOST, max(ratings) + MOST
    while low < high:
        middle = (low + high) // 2
        if sum(expected_percent(middle - rating) for rating in ratings) * 2 >= 100 * got:
            high = middle
        else:
            low = middle + 1
    return low


# The tournament rating, which ranks a player in a tournament (TRF26, record 172).

#: Sources of a rating: entered by a user, from a file of players or a report, from a rating list of the service.
TYPED, FROM_FILE, FROM_LIST = "typed", "file", "list"
#: FIDE's lists, by pace.
FIDE_LISTS = ("standard", "rapid", "blitz")
_LIST = re.compile(r"[A-Z][A-Z0-9]{1,9}\Z")
_EFFECTIVE: Mapping[str, tuple[str, ...]] = {
    "standard": ("standard",),
    "rapid": ("rapid", "standard"),
    "blitz": ("blitz", "standard"),
}


class RatingMethod(StrEnum):
    """The method, by the codes of record 172."""

    FIDE = "FIDE"
    NATIONAL_ONLY = "NRO"
    FIDE_OR_NATIONAL = "FIDON"  # national if there is no FIDE rating
    NATIONAL_OR_FIDE = "NIDOF"  # FIDE's if there is no national rating
    HIGHER = "HBFN"
    LOWER = "LBFN"
    OTHER = "OTHER"  # entered for each player


@dataclass(frozen=True, slots=True)
class TournamentRating:
    """`source`: the rating list, or `TYPED`."""

    rating: int
    source: str


def is_list(name: str) -> bool:
    """Return whether the name is valid for a rating list.

    It is a list of FIDE, three letters of a federation, or a custom list (two to ten capital letters and digits).
    """
    return name in FIDE_LISTS or _LIST.match(name) is not None


def effective(pace: str) -> tuple[str, ...]:
    """Return FIDE's lists in order of priority for a pace: rapid and blitz fall back on standard."""
    return _EFFECTIVE.get(pace, (pace,))


def tournament_rating(
    ratings: Mapping[str, int], method: RatingMethod, order: Sequence[str], national: str = ""
) -> TournamentRating | None:
    """Return the rating from `ratings` by list; None if it is in no list of the method.

    `order`: the lists that count as FIDE's rating, in order of priority (`effective`); `national`: the list of a
    federation or a custom list.
    """
    fide = next((TournamentRating(ratings[name], name) for name in order if ratings.get(name)), None)
    own = TournamentRating(ratings[national], national) if ratings.get(national) else None
    both = [rating for rating in (fide, own) if rating is not None]
    match method:
        case RatingMethod.FIDE:
            return fide
        case RatingMethod.NATIONAL_ONLY:
            return own
        case RatingMethod.FIDE_OR_NATIONAL:
            return fide or own
        case RatingMethod.NATIONAL_OR_FIDE:
            return own or fide
        case RatingMethod.HIGHER:
            return max(both, key=lambda rating: rating.rating, default=None)
        case RatingMethod.LOWER:
            return min(both, key=lambda rating: rating.rating, default=None)
        case RatingMethod.OTHER:
            return None


# The rating report of a tournament: the changes from each player's games.


@dataclass(frozen=True, slots=True)
class Rated:
    """A player and their games over the board, each with the opponent's rating (None: unrated) and half-points.

    `k`: from the rating list, or None.
    """

    id: int
    rating: int | None
    games: tuple[tuple[int | None, int], ...]
    k: int | None = None
    games_before: int = 30
    birth_year: int | None = None


@dataclass(frozen=True, slots=True)
class ReportLine:
    """`points` and `games` are those against rated opponents.

    `change` is None for unrated players; `first` is their first rating if these games alone suffice.
    """

    id: int
    rating: int | None
    games: int
    points: int
    opponents: int
    performance: int
    perfect: int
    change: RatingChange | None
    first: int | None


def report(players: Iterable[Rated], *, pace: Pace = Pace.STANDARD, on: date) -> tuple[ReportLine, ...]:
    """Return a line for each player.  Games against unrated players do not count (8.3.1)."""
    return tuple(_line(player, pace, on) for player in players)


def _line(rated: Rated, pace: Pace, on: date) -> ReportLine:
    games = [RatedGame(rating, points) for rating, points in rated.games if rating]
    ratings = [game.opponent for game in games]
    got = sum(game.points for game in games)
    change = first = None
    if rated.rating:
        k = k_factor(
            rating=rated.rating,
            games_before=rated.games_before,
            reached_2400=rated.rating >= 2400,
            birth_year=rated.birth_year,
            on=on,
            games=sum(is_rated(rated.rating, game.opponent, pace=pace, on=on) for game in games),
            listed=rated.k,
        )
        change = rating_change(rated.rating, games, k=k, pace=pace, on=on)
    else:
        first = first_rating(games)
    return ReportLine(
        rated.id,
        rated.rating,
        len(games),
        got,
        average(ratings),
        performance(ratings, got),
        perfect_performance(ratings, got),
        change,
        first,
    )
