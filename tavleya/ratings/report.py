"""The rating report of a tournament: the changes from each player's games."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from tavleya.ratings.elo import Pace, RatedGame, RatingChange, first_rating, k_factor, rating_change
from tavleya.ratings.performance import average, perfect_performance, performance


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
        k = rated.k or k_factor(
            rating=rated.rating,
            games_before=rated.games_before,
            reached_2400=rated.rating >= 2400,
            birth_year=rated.birth_year,
            on=on,
            games=len(games),
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
