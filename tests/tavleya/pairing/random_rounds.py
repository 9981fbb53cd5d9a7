"""An engine compared with the rules read literally, over the rounds of random small tournaments."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from tavleya.pairing.state import CannotPair, RoundPairing, SwissState
from tests.tavleya.pairing import simulate

#: (White, Black) of every board and the bye; None if the round cannot be paired.
Literally = Callable[[SwissState], Any]


def agree(
    seeds: range,
    fewest: int,
    most: int,
    pair: Callable[[SwissState], RoundPairing],
    literally: Literally,
    *,
    literal_from: Callable[[SwissState], bool] = lambda state: True,
    then: Callable[[SwissState, Random], SwissState] = lambda state, random: state,
) -> Counter[str]:
    """Pair tournaments of so many players both ways; count the rounds compared and those without a pairing.

    `then` may change what a round has left behind.
    """
    counts: Counter[str] = Counter()
    for seed in seeds:
        random = Random(seed)
        state = _started(random, random.randint(fewest, most))
        chances = random.choice((0, 0, 0.1, 0.2)), random.choice((0, 0.1, 0.3)), random.choice((0, 0.3, 0.6))
        for _ in range(state.rounds):
            state = simulate.with_absences(state, random, chances[0])
            round_pairing = _pair_or_none(pair, state)
            if literal_from(state) and len(state.present) > 1:
                counts["rounds"] += 1
                expected = literally(state)
                result = round_pairing and ({tuple(board) for board in round_pairing.pairs}, round_pairing.bye)
                assert result == (expected and (set(expected[0]), expected[1])), (seed, state.round_number)
            if round_pairing is None:
                counts["stuck"] += 1
                break
            state = then(simulate.play(state, round_pairing, random, chances[1], chances[2]), random)
    return counts


def _pair_or_none(pair: Callable[[SwissState], RoundPairing], state: SwissState) -> RoundPairing | None:
    try:
        return pair(state)
    except CannotPair:
        return None


def _started(random: Random, players: int) -> SwissState:
    virtual: tuple[tuple[int, ...], ...] = ()
    if random.random() < 0.3:
        virtual = tuple((2, 2, 1) if place < players // 2 else () for place in range(players))
    state = simulate.start(players, random.randint(3, 8), random, virtual)
    ratings = sorted((random.randrange(1400, 2400, 50) for _ in range(players)), reverse=True)
    state = replace(
        state,
        players=tuple(replace(player, rating=rating) for player, rating in zip(state.players, ratings, strict=True)),
    )
    if random.random() < 0.3:
        apart = ((random.randint(1, players), random.randint(1, players)) for _ in range(players // 2))
        state = replace(state, forbidden=frozenset((first, second) for first, second in apart if first != second))
    return state
