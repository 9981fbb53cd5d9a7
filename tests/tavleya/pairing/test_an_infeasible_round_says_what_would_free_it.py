from dataclasses import replace
from random import Random

import pytest

from tavleya.errors import BadInput
from tavleya.pairing.dutch import pair
from tavleya.pairing.state import CannotPair, PastRound, RoundOutcome, SwissPlayer, SwissState
from tavleya.sides import Side
from tests.tavleya.pairing import simulate
from tests.tavleya.pairing.literal import Literal
from tests.tavleya.refusals import refused

WHITE, BLACK = Side.WHITE, Side.BLACK


def stuck(state: SwissState) -> CannotPair:
    with pytest.raises(CannotPair) as excinfo:
        pair(state)
    return excinfo.value


def game(opponent: int, side: Side) -> PastRound:
    return PastRound(RoundOutcome.PLAYED, 1, opponent, side)


def test_two_players_who_have_met() -> None:
    state = SwissState((SwissPlayer(1, (game(2, WHITE),)), SwissPlayer(2, (game(1, BLACK),))), 5)
    error = stuck(state)
    assert error.detail["free"] == [{"rule": "C1", "players": [1, 2]}]
    assert "players 1 and 2 have met" in str(error)


def test_a_round_is_infeasible_if_all_players_have_had_the_bye() -> None:
    bye = PastRound(RoundOutcome.PAIRING_BYE, 2)
    players = tuple(SwissPlayer(number, (bye,)) for number in (1, 2, 3))
    error = stuck(SwissState(players, 5))
    assert "No player may receive the pairing-allocated bye" in str(error)
    (waiver,) = error.detail["free"]
    assert waiver["rule"] == "C2"


def test_the_arbiter_keeps_too_many_apart() -> None:
    state = replace(simulate.start(4, 5, Random(1)), forbidden=frozenset({(1, 2), (1, 3), (1, 4)}))
    (waiver,) = stuck(state).detail["free"]
    assert waiver["rule"] == "apart" and waiver["players"][0] == 1


def test_all_must_have_the_same_colour() -> None:
    players = tuple(
        SwissPlayer(number, (game(90 + number, WHITE), game(80 + number, WHITE))) for number in (1, 2)
    )
    assert stuck(SwissState(players, 9)).detail["free"] == [{"rule": "C3", "players": [1, 2]}]


def test_the_named_waiver_makes_the_round_feasible() -> None:
    freed = 0
    for seed in range(120):
        random = Random(seed)
        state = simulate.start(random.choice((3, 4, 6, 7, 8)), 9, random)
        for _ in range(9):
            if not can_be_paired(state, []):
                assert can_be_paired(state, stuck(state).detail["free"])
                freed += 1
                break
            state = simulate.play(state, pair(state), random, 0.1)
    assert freed > 50


def can_be_paired(state: SwissState, free: object) -> bool:
    """Whether all can be paired, one pair after another, when what is named is waived."""
    assert isinstance(free, list)
    literal = Literal(state)
    waived = {frozenset(waiver["players"]) for waiver in free}

    def rest(left: list[int], bye_given: bool) -> bool:
        if not left:
            return True
        first, *others = left
        if len(left) % 2 and not bye_given and (literal.may_have_bye(first) or {first} in waived):
            if rest(others, True):
                return True
        return any(
            (literal.legal(first, other) or {first, other} in waived)
            and rest([number for number in others if number != other], bye_given)
            for other in others
        )

    return rest(list(literal.present), len(literal.present) % 2 == 0)


def test_a_player_entered_twice_is_refused() -> None:
    with refused(BadInput, "player_twice"):
        SwissState((SwissPlayer(1), SwissPlayer(2), SwissPlayer(2)), 5)


def test_players_with_different_numbers_of_rounds_are_refused() -> None:
    with refused(BadInput, "uneven_rounds"):
        SwissState((SwissPlayer(1), SwissPlayer(2, (PastRound(),))), 5)
