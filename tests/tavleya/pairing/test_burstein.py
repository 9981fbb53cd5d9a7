"""The Burstein system (C.04.4.2)."""

from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from tavleya.pairing import burstein, dutch
from tavleya.pairing.burstein import is_seeding
from tavleya.pairing.engines import BURSTEIN, DUTCH
from tavleya.pairing.state import DUTCH_2026, PastRound, RoundOutcome, SwissPlayer, SwissState
from tavleya.sides import Side
from tests.tavleya.pairing import simulate
from tests.tavleya.pairing.literal_burstein import LiteralBurstein
from tests.tavleya.pairing.random_rounds import agree
from tests.tavleya.pairing.reference_rounds import files, reproduced, rounds

REFERENCES = files("burstein")


def literally(state: SwissState):
    return LiteralBurstein(state).pair()


def ranked(state: SwissState) -> bool:
    return not is_seeding(state)


def test_the_references_are_there() -> None:
    assert sum(len(list(rounds(path))) for path in REFERENCES) == 89


@pytest.mark.parametrize("path", REFERENCES, ids=lambda path: path.stem)
def test_every_round_is_paired_as_it_was(path: Path) -> None:
    assert reproduced(rounds(path), burstein.pair) >= 4


def test_small_sections_are_paired_as_the_articles_say_word_by_word() -> None:
    counts = agree(range(200), 4, 7, burstein.pair, literally, literal_from=ranked)
    assert counts["rounds"] > 200
    assert counts["stuck"] > 40


@pytest.mark.long
def test_many_sections_are_paired_as_the_articles_say_word_by_word() -> None:
    counts = agree(range(1000, 3000), 4, 8, burstein.pair, literally, literal_from=ranked)
    assert counts["rounds"] > 2500


def test_the_seeding_rounds_are_those_of_the_dutch_system() -> None:
    state = SwissState(tuple(SwissPlayer(number) for number in range(1, 9)), 7)
    round_pairing = burstein.pair(state)
    assert round_pairing.pairs == dutch.pair(state).pairs
    assert round_pairing.edition == burstein.EDITION
    rounds_of = {rounds: [is_seeding(_after(state, rounds, past)) for past in range(6)] for rounds in (5, 12)}
    assert rounds_of == {5: [True] * 2 + [False] * 4, 12: [True] * 4 + [False] * 2}


def _after(state: SwissState, rounds: int, past: int) -> SwissState:
    players = tuple(replace(player, rounds=(PastRound(),) * past) for player in state.players)
    return replace(state, rounds=rounds, players=players)


def played(opponent: int, points: int, side: Side = Side.WHITE) -> PastRound:
    return PastRound(RoundOutcome.PLAYED, points, opponent, side)


def test_two_who_must_have_the_same_colour_meet_in_no_round_after_the_seeding() -> None:
    whites = tuple(
        SwissPlayer(message, tuple(played(message + 2 * at, 2) for at in (1, 2, 3, 4))) for message in (1, 2)
    )
    state = SwissState(whites, 5)
    assert [message.key for message in burstein.check(state, [(1, 2)], None)] == ["same_colour.always"]


@pytest.fixture(scope="module")
def late_round() -> SwissState:
    random = Random(11)
    state = simulate.start(17, 7, random)
    for _ in range(5):
        state = simulate.play(state, burstein.pair(state), random, 0.05)
    return state


def test_every_pair_of_a_round_is_explained(late_round: SwissState) -> None:
    round_pairing = burstein.pair(late_round)
    for pair in round_pairing.pairs:
        keys = [message.key for message in BURSTEIN.why.pair(late_round, {}, pair.white, pair.black)]
        assert keys[:2] == ["bracket", "burstein.places"]
    assert [message.key for message in BURSTEIN.why.bye(late_round, {})][:2] == ["bye", "bye.least_opposition"]


def test_every_rejected_pair_has_a_reason(late_round: SwissState) -> None:
    round_pairing = burstein.pair(late_round)
    together = {frozenset(pair) for pair in round_pairing.pairs}
    seated = sorted(number for pair in round_pairing.pairs for number in pair)
    others = [pair for pair in combinations(seated, 2) if frozenset(pair) not in together]
    keys = {BURSTEIN.why.why_not(late_round, {}, *pair).key for pair in others}
    assert "paired" not in keys
    assert {"C1.met", "C3.equal", "C8.burstein", "burstein.order"} <= keys


def test_a_seeding_round_is_explained_as_the_dutch_system_does() -> None:
    state = SwissState(tuple(SwissPlayer(number) for number in range(1, 9)), 7)
    messages = BURSTEIN.why.pair(state, {}, 1, 5)
    assert [message.key for message in messages[:2]] == ["burstein.seeding", "bracket"]
    assert BURSTEIN.why.why_not(state, {}, 1, 6) == DUTCH[DUTCH_2026].why.why_not(state, {}, 1, 6)
