"""The engine against every candidate of every bracket, judged one by one, in small random sections."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from tavleya.pairing import legality
from tavleya.pairing.dutch import engine, pair
from tavleya.pairing.dutch.exact import ExactBracket
from tavleya.pairing.dutch.perfect_bracket import PerfectBracket
from tavleya.pairing.dutch.pool import Pool
from tavleya.pairing.state import CannotPair, RoundPairing, SwissState
from tests.tavleya.pairing import simulate
from tests.tavleya.pairing.literal import Literal


def sections(seed: int, fewest: int, most: int):
    """States before each round of a random tournament, and a way to play on."""
    random = Random(seed)
    players, rounds = random.randint(fewest, most), random.randint(3, 8)
    virtual: tuple[tuple[int, ...], ...] = ()
    if random.random() < 0.3:
        virtual = tuple((2, 2, 1) if place < players // 2 else () for place in range(players))
    state = simulate.start(players, rounds, random, virtual)
    if random.random() < 0.3:
        apart = ((random.randint(1, players), random.randint(1, players)) for _ in range(players))
        state = replace(
            state, forbidden=frozenset((first, second) for first, second in apart if first != second)
        )
    absences, forfeits, draws = (
        random.choice(choices) for choices in ((0, 0, 0.1, 0.2), (0, 0.1, 0.3), (0, 0.3, 0.6))
    )
    for _ in range(rounds):
        state = simulate.with_absences(state, random, absences)
        if len(state.present) < 2:
            return
        pairing = yield state
        if pairing is None:
            return
        state = simulate.play(state, pairing, random, forfeits, draws)


def engine_pairs(state: SwissState) -> RoundPairing | None:
    try:
        return pair(state)
    except CannotPair:
        return None


def seen(seeds: range, fewest: int, most: int, compare) -> Counter[str]:
    counts: Counter[str] = Counter()
    for seed in seeds:
        rounds = sections(seed, fewest, most)
        state = next(rounds, None)
        while state is not None:
            pairing = engine_pairs(state)
            compare(seed, state, pairing)
            counts["rounds"] += 1
            counts["stuck"] += pairing is None
            try:
                state = rounds.send(pairing)
            except StopIteration:
                state = None
    return counts


def agree_literally(seed: int, state: SwissState, pairing: RoundPairing | None) -> None:
    literal = Literal(state).pair()
    text = f"seed {seed}, round {state.round_number}"
    if literal is None or pairing is None:
        assert literal is None and pairing is None, text
        return
    boards, bye = literal
    assert {tuple(board) for board in pairing.pairs} == set(boards), text
    assert pairing.bye == bye, text


@pytest.mark.long
def test_sections_of_up_to_seven_players() -> None:
    counts = seen(range(400), 3, 7, agree_literally)
    assert counts["rounds"] > 1500
    assert counts["stuck"] > 100


@pytest.mark.long
def test_sections_of_eight_players() -> None:
    assert seen(range(60), 8, 8, agree_literally)["rounds"] > 250


@pytest.mark.long
def test_a_bracket_settled_without_search_is_the_one_that_search_finds() -> None:
    settled: Counter[str] = Counter()

    def agree(seed: int, state: SwissState, pairing: RoundPairing | None) -> None:
        if pairing is None:
            return
        pool = Pool(state)
        for bracket in engine.settled_brackets(pool):
            quick = PerfectBracket(pool, bracket.scope).solve()
            searched = ExactBracket(pool, bracket.scope).solve()
            assert searched is not None
            settled["quick" if quick else "searched"] += 1
            for other in (quick, searched):
                if other is not None:
                    assert other.moved_down_pairs == bracket.settled.moved_down_pairs
                    assert other.pairs == bracket.settled.pairs
                    assert other.downfloaters == bracket.settled.downfloaters

    seen(range(40), 9, 44, agree)
    assert settled["quick"] > 300
    assert settled["searched"] > 100


@pytest.mark.long
def test_larger_sections_are_paired_legally() -> None:
    def legal(seed: int, state: SwissState, pairing: RoundPairing | None) -> None:
        assert pairing is not None
        assert not legality.check(state, pairing.pairs, pairing.bye)

    counts = seen(range(1000, 1150), 24, 120, legal)
    assert counts["rounds"] > 600
