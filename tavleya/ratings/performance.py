"""What a result is worth as a rating: performance by the percentage, and the perfect performance (C.07 10.2, 10.3)."""

from __future__ import annotations

from collections.abc import Sequence

from tavleya.ratings.tables import difference, expected_percent

#: Beyond the average (or lowest) opponent for all or nothing (B.02 8.1.1).
MOST = 800


def average(ratings: Sequence[int]) -> int:
    """To the nearest whole number, a half upwards; 0 of nothing."""
    return (2 * sum(ratings) + len(ratings)) // (2 * len(ratings)) if ratings else 0


def percentage(got: int, most: int) -> int:
    """`got` of `most` half-points as a whole percentage, a half upwards."""
    return (2 * 100 * got + most) // (2 * most)


def performance(ratings: Sequence[int], got: int) -> int:
    """The average of the opponents and the difference that the percentage stands for; 0 without a game.

    `got`: half-points of 1, ½, 0.
    """
    if not ratings:
        return 0
    return average(ratings) + difference(percentage(got, 2 * len(ratings)))


def perfect_performance(ratings: Sequence[int], got: int) -> int:
    """The lowest rating whose expected score is no less than the score made, on the full scale without a limit of 400.

    0 without a game; with no point at all 800 below the lowest opponent.
    """
    if not ratings:
        return 0
    if got <= 0:
        return min(ratings) - MOST
    # Expected scores grow with the rating, so the lowest that reaches the score is found by halving.
    low, high = min(ratings) - MOST, max(ratings) + MOST
    while low < high:
        middle = (low + high) // 2
        if sum(expected_percent(middle - rating) for rating in ratings) * 2 >= 100 * got:
            high = middle
        else:
            low = middle + 1
    return low
