"""Scores of a candidate for each criterion, for traces and explanations; smaller is better."""

from collections.abc import Iterable, Mapping, Sequence

from tavleya.pairing.dutch.exact import BracketPairing
from tavleya.pairing.dutch.pool import DOWN, UP, Pool, mask_of

#: The order of comparison of candidates.
CRITERIA = tuple(f"C{number}" for number in range(5, 22))


def score_criteria(
    pool: Pool, moved_down: Sequence[int], residents: Sequence[int], settled: BracketPairing, bye: int
) -> dict[str, tuple[int, ...]]:
    """Return C5-C21 of one bracket's pairing except C8, which depends on the next bracket.

    Counts are one number; scores and their differences (half-points) are in descending order.
    """
    below = pool.score[residents[0]]
    floaters = settled.downfloaters
    values: dict[str, tuple[int, ...]] = {
        "C6": (len(floaters),),
        "C7": _descending(pool.score[floater] for floater in floaters),
    }
    if bye and not bye & ~mask_of((*moved_down, *residents)):
        values["C5"] = (max(pool.score[floater] for floater in floaters if bye >> floater & 1),)
        values["C9"] = (pool.members[floaters[0]].unplayed if len(floaters) == 1 else 0,)
    costs = [pool.colour_costs(*sorted(pair)) for pair in (*settled.moved_down_pairs, *settled.pairs)]
    for place, name in enumerate(("C10", "C11", "C12", "C13")):
        values[name] = (sum(cost[place] for cost in costs),)
    for back in (0, 1):
        values |= _floats(pool, residents, settled, back, below, moved_down)
    return {name: values[name] for name in CRITERIA if name in values}


def _floats(
    pool: Pool,
    residents: Sequence[int],
    settled: BracketPairing,
    back: int,
    below: int,
    moved_down: Sequence[int],
) -> dict[str, tuple[int, ...]]:
    fell, rose = pool.floated[DOWN, back], pool.floated[UP, back]
    floaters = set(settled.downfloaters)
    opponents = settled.moved_down_pairs
    # The distance of a moved-down player who floats again is larger than that of any opponent here.
    fallen = [pool.score[first] - below + 2 * (first in floaters) for first in moved_down if fell >> first & 1]
    return {
        f"C{14 + 2 * back}": (sum(fell >> first & 1 for first in floaters & set(residents)),),
        f"C{15 + 2 * back}": (sum(rose >> second & 1 for _, second in opponents),),
        f"C{18 + 2 * back}": _descending(fallen),
        f"C{19 + 2 * back}": _descending(
            pool.score[first] - below for first, second in opponents if rose >> second & 1
        ),
    }


def _descending(values: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(values, reverse=True))


def first_difference(row: Mapping[str, tuple[int, ...]], other: Mapping[str, tuple[int, ...]]) -> str | None:
    """Return the highest criterion on which two candidates differ."""
    return next((name for name in CRITERIA if row.get(name, ()) != other.get(name, ())), None)
