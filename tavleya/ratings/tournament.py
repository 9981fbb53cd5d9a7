"""The tournament rating, which ranks a player in a tournament (TRF26, record 172)."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from tavleya.ratings.elo import (
    Pace,
    RatedGame,
    RatingChange,
    average,
    first_rating,
    is_rated,
    k_factor,
    perfect_performance,
    performance,
    rating_change,
)

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
    both = [item for item in (fide, own) if item is not None]
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
            return max(both, key=lambda item: item.rating, default=None)
        case RatingMethod.LOWER:
            return min(both, key=lambda item: item.rating, default=None)
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
