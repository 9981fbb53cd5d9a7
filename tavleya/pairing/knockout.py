"""Knockout: the pairs stage by stage, and the final places.

Players are their seeds, 1 the strongest.  The bracket keeps the best as far apart as possible: in a stage of 2n without
upsets, seed s meets seed 2n + 1 - s.  If the number of players is not a power of two, the best seeds pass the first
stage without play.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tavleya.sides import Side

SYSTEM = "knockout"
#: The kind of bracket; stored with each stage.
EDITION = "standard bracket"


@dataclass(frozen=True, slots=True)
class Tie:
    """One match of a stage: `higher` is the better seed.  Without `lower` there is no match, and `higher` advances.

    `place`: the position in the bracket of this stage, from 1.
    """

    place: int
    higher: int
    lower: int | None = None
    for_third: bool = False


@dataclass(frozen=True, slots=True)
class Decided:
    """A tie with its winner."""

    tie: Tie
    winner: int

    @property
    def loser(self) -> int | None:
        return self.tie.lower if self.winner == self.tie.higher else self.tie.higher


def seed_order(size: int) -> tuple[int, ...]:
    """Return the seeds from the top of the bracket down; `size` is a power of two."""
    order = [1]
    while len(order) < size:
        order = [seed for number in order for seed in (number, 2 * len(order) + 1 - number)]
    return tuple(order)


def bracket_size(players: int) -> int:
    """Return the smallest power of two not below `players`."""
    return 1 << (players - 1).bit_length()


def first_stage(players: int) -> tuple[Tie, ...]:
    if players < 2:
        raise ValueError("a knockout needs two players")
    order = seed_order(bracket_size(players))
    met = zip(order[::2], order[1::2], strict=True)
    return tuple(
        Tie(place, min(pair), max(pair) if max(pair) <= players else None)
        for place, pair in enumerate(met, start=1)
    )


def next_stage(before: Sequence[Decided], *, third_place: bool = False) -> tuple[Tie, ...]:
    """Return the stage after a decided one; empty after the final.

    With `third_place`, the losers of the semi-finals meet in the same stage as the final.  A finalist who advanced
    without play has no beaten opponent; then there is no match for the third place.
    """
    main = [
        decided
        for decided in sorted(before, key=lambda decided: decided.tie.place)
        if not decided.tie.for_third
    ]
    winners = [decided.winner for decided in main]
    if len(winners) < 2:
        return ()
    met = zip(winners[::2], winners[1::2], strict=True)
    ties = [Tie(place, min(pair), max(pair)) for place, pair in enumerate(met, start=1)]
    losers = [decided.loser for decided in main if decided.loser is not None]
    if third_place and len(ties) == 1 and len(losers) == 2:
        ties.append(Tie(2, min(losers), max(losers), for_third=True))
    return tuple(ties)


def colour_of_higher(tie: Tie, stage: int, drawn: Side) -> Side:
    """Return the colour of the better seed in the first game of a tie.

    `drawn` is the drawn colour of the best seed in the first match; from there colours alternate down the bracket and
    from stage to stage.
    """
    return drawn if (stage + tie.place) % 2 == 0 else drawn.other


def ranks(
    played: Sequence[Sequence[Decided]], waiting: Sequence[Sequence[Tie]] = ()
) -> dict[int, tuple[int, int]]:
    """Return the range of places of each player's result: `(5, 8)` for one who lost a quarter-final.

    `waiting`: the undecided ties by stage.  Players still in the event have no range.
    """
    places: dict[int, tuple[int, int]] = {}
    for number, stage in enumerate(played, start=1):
        main = [decided for decided in stage if not decided.tie.for_third]
        rest = [decided for decided in (waiting[number - 1] if waiting else ()) if not decided.for_third]
        losers = [decided.loser for decided in main if decided.loser is not None]
        size = len(main) + len(rest)
        last = size + len(losers) + sum(decided.lower is not None for decided in rest)
        for loser in losers:
            places[loser] = (size + 1, last)
        for decided in stage:
            if decided.tie.for_third and decided.loser is not None:
                places[decided.winner], places[decided.loser] = (3, 3), (4, 4)
        if len(main) == size == 1 and number == len(played):
            places[main[0].winner] = (1, 1)
    return places
