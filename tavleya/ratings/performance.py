"""Rating performances: by percentage, and the perfect performance (C.07 10.2, 10.3)."""

from collections.abc import Sequence

from tavleya.ratings.tables import difference, expected_percent

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
