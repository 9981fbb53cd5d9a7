"""Knockout: who meets whom, stage by stage, and the places it ends with.

Players are their seeds, 1 the strongest.  The bracket keeps the best as far apart as can be: in a stage of 2n where
everything went by seeding, seed s meets seed 2n + 1 - s.  Where the number of players is no power of two, the best
seeds go through the first stage without play.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tavleya.sides import Side

SYSTEM = "knockout"
#: How brackets are made; stored with each stage.
EDITION = "standard bracket"


@dataclass(frozen=True, slots=True)
class Tie:
    """One match of a stage: `higher` is the better seed.  Without `lower` it is no match, `higher` goes on.

    `place`: from 1 in the stage, by its place in the bracket.
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
    """The seeds from the top of the bracket to its foot; `size` is a power of two."""
    order = [1]
    while len(order) < size:
        order = [seed for one in order for seed in (one, 2 * len(order) + 1 - one)]
    return tuple(order)


def bracket_size(players: int) -> int:
    """The smallest power of two that holds them."""
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
    """The stage after one that is decided; empty after the final.

    With `third_place`, the losers of the semi-finals meet beside the final.  One who came through without play has
    beaten nobody; then there is nobody to play for the third place.
    """
    main = [one for one in sorted(before, key=lambda one: one.tie.place) if not one.tie.for_third]
    winners = [one.winner for one in main]
    if len(winners) < 2:
        return ()
    met = zip(winners[::2], winners[1::2], strict=True)
    ties = [Tie(place, min(pair), max(pair)) for place, pair in enumerate(met, start=1)]
    losers = [one.loser for one in main if one.loser is not None]
    if third_place and len(ties) == 1 and len(losers) == 2:
        ties.append(Tie(2, min(losers), max(losers), for_third=True))
    return tuple(ties)


def colour_of_higher(tie: Tie, stage: int, drawn: Side) -> Side:
    """What the better seed plays in the first game of a tie.

    `drawn` is the lot of the best seed of the first match; from there colours alternate down the bracket and from
    stage to stage.
    """
    return drawn if (stage + tie.place) % 2 == 0 else drawn.other


def ranks(
    played: Sequence[Sequence[Decided]], waiting: Sequence[Sequence[Tie]] = ()
) -> dict[int, tuple[int, int]]:
    """The first and last place that each player's result stands for: `(5, 8)` for one who lost a quarter-final.

    `waiting`: by stage the ties that are not decided yet.  Who is still in it has none.
    """
    places: dict[int, tuple[int, int]] = {}
    for number, stage in enumerate(played, start=1):
        main = [one for one in stage if not one.tie.for_third]
        rest = [one for one in (waiting[number - 1] if waiting else ()) if not one.for_third]
        losers = [one.loser for one in main if one.loser is not None]
        size = len(main) + len(rest)
        last = size + len(losers) + sum(one.lower is not None for one in rest)
        for loser in losers:
            places[loser] = (size + 1, last)
        for one in stage:
            if one.tie.for_third and one.loser is not None:
                places[one.winner], places[one.loser] = (3, 3), (4, 4)
        if len(main) == size == 1 and number == len(played):
            places[main[0].winner] = (1, 1)
    return places
