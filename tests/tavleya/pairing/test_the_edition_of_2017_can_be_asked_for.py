from dataclasses import replace
from random import Random

import pytest

from tavleya.formats.trf import read
from tavleya.formats.trf.pairing import state_before
from tavleya.pairing import legality
from tavleya.pairing.dutch import pair
from tavleya.pairing.state import DUTCH_2017, CannotPair, PastRound, RoundOutcome, SwissPlayer, SwissState
from tavleya.sides import Side
from tests.paths import DATA
from tests.tavleya.pairing import simulate

SWISS = DATA / "swiss"


@pytest.mark.long
def test_most_rounds_are_the_same_in_both_and_some_are_not() -> None:
    same = different = 0
    for path in sorted(SWISS.glob("*.trf"))[:20]:
        tournament = read(path.read_bytes()).tournament
        for number in range(1, tournament.rounds_recorded + 1):
            state = state_before(tournament, number)
            old, new = pair(state, DUTCH_2017), pair(state)
            assert old.edition == DUTCH_2017
            assert not legality.check(state, old.pairs, old.bye)
            if (set(old.pairs), old.bye) == (set(new.pairs), new.bye):
                assert old.pairs == new.pairs
                same += 1
            else:
                different += 1
    assert different
    assert same > 5 * different


def test_absences_forbidden_pairs_and_virtual_points_reach_it() -> None:
    random = Random(3)
    state = simulate.start(12, 7, random, tuple((2,) if place < 6 else () for place in range(12)))
    state = replace(state, absent=frozenset({2, 12}), forbidden=frozenset({(1, 4)}))
    pairing = pair(state, DUTCH_2017)
    boards = {frozenset(board) for board in pairing.pairs}
    assert len(boards) == 5
    assert frozenset((1, 4)) not in boards
    assert sum(min(board) <= 6 < max(board) for board in boards) == 1  # the fifth of the upper half floats


def test_an_infeasible_round_is_refused_in_both_editions() -> None:
    met = [
        PastRound(RoundOutcome.PLAYED, 1, number, side) for number, side in ((2, Side.WHITE), (1, Side.BLACK))
    ]
    with pytest.raises(CannotPair):
        pair(SwissState((SwissPlayer(1, (met[0],)), SwissPlayer(2, (met[1],))), 5), DUTCH_2017)


def test_an_unknown_edition_is_refused() -> None:
    with pytest.raises(ValueError, match="dutch-1998"):
        pair(simulate.start(4, 3, Random(1)), "dutch-1998")
