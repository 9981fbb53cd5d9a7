"""The Lim system (C.04.4.3): as an exhaustive search over its text, legal, and as the tables of the text."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tavleya.formats.trf import read
from tavleya.formats.trf.comparison import state_as_paired
from tavleya.pairing import legality, lim
from tavleya.pairing.engines import LIM
from tavleya.pairing.lim import Field, Group, candidates, first_pairing
from tavleya.pairing.state import CannotPair, PastRound, RoundOutcome, SwissPlayer, SwissState
from tavleya.sides import Side
from tests.tavleya.pairing import simulate
from tests.tavleya.pairing.literal_lim import LiteralLim
from tests.tavleya.pairing.random_rounds import agree
from tests.tavleya.pairing.reference_rounds import files

W, B = Side.WHITE, Side.BLACK


def free(_one: int, _other: int) -> int:
    return 0


def meeting(players: int, *met: tuple[int, int]) -> list[int]:
    """Return the allowed opponents of each player; players are counted from 1, place 0 is unused."""
    results = [0] * (players + 1)
    for first in range(1, players + 1):
        for second in range(1, players + 1):
            if first != second and (first, second) not in met and (second, first) not in met:
                results[first] |= 1 << second
    return results


def compared(seeds: range) -> tuple[int, int]:
    """Return how many rounds were paired both ways, and how many of them had a blocked median."""
    blocked = 0

    def literally(state: SwissState):
        nonlocal blocked
        literal = LiteralLim(state)
        result = literal.pair()
        blocked += bool(literal.cracked)
        for pair in lim.pair(state).pairs if literal.cracked else ():
            assert len(LIM.why.pair(state, {}, *pair)) > 1
        return result

    return agree(seeds, 4, 8, lim.pair, literally)["rounds"], blocked


def test_small_sections_are_paired_as_the_articles_say_word_by_word() -> None:
    rounds, blocked = compared(range(20))
    assert rounds > 60 and blocked > 2


@pytest.mark.long
def test_many_sections_are_paired_as_the_articles_say_word_by_word() -> None:
    rounds, blocked = compared(range(1000, 2000))
    assert rounds > 3500 and blocked > 150


def test_exchanges_for_the_first_player_go_down_the_lower_half_and_up_the_own() -> None:
    """4.2."""
    assert candidates([1, 2, 3, 4, 5, 6]) == [4, 5, 6, 3, 2]


@pytest.mark.parametrize(("met", "expected"), [
    ([], [(1, 4), (2, 5), (3, 6)]), ([(1, 4)], [(1, 5), (2, 4), (3, 6)]),
    ([(1, 4), (1, 5)], [(1, 6), (2, 4), (3, 5)]), ([(1, 4), (1, 5), (1, 6)], [(1, 3), (2, 5), (4, 6)]),
    ([(1, 4), (1, 5), (1, 6), (1, 3)], [(1, 2), (3, 5), (4, 6)]),
])  # fmt: skip
def test_the_table_of_exchanges_for_the_first_player(met, expected) -> None:
    assert first_pairing(range(1, 7), meeting(6, *met), free) == expected


@pytest.mark.parametrize(("met", "expected"), [
    ([], [(1, 6), (2, 4), (3, 5)]), ([(2, 4)], [(1, 6), (2, 5), (3, 4)]),
    ([(2, 4), (2, 5)], [(1, 6), (2, 3), (4, 5)]), ([(2, 4), (2, 5), (2, 3)], [(1, 3), (2, 6), (4, 5)]),
    ([(2, 4), (2, 5), (2, 3), (2, 6)], [(1, 2), (3, 5), (4, 6)]),
])  # fmt: skip
def test_the_table_of_exchanges_for_the_second_player(met, expected) -> None:
    """4.3, after 6 has been found for player 1."""
    assert first_pairing(range(1, 7), meeting(6, (1, 4), (1, 5), *met), free) == expected


def test_exchanges_are_made_to_give_more_players_the_colour_due() -> None:
    """5.2: 1 and 4 are due the same colour, 2 and 5 the other one."""
    due = {1: W, 4: W, 2: B, 5: B, 3: W, 6: B}

    def cost(number: int, other: int) -> int:
        return int(due[number] is due[other])

    assert first_pairing(range(1, 7), meeting(6), cost) == [(1, 5), (2, 4), (3, 6)]


def test_round_one_is_that_of_the_text() -> None:
    """7.2."""
    state = SwissState(tuple(SwissPlayer(number) for number in range(1, 41)), 9)
    pairs = [tuple(pair) for pair in lim.pair(state).pairs]
    assert pairs[:4] == [(1, 21), (22, 2), (3, 23), (24, 4)]
    assert pairs[-1] == (40, 20)
    assert lim.pair(replace(state, players=state.players[:39])).bye == 39


def played(opponent: int, side: Side, points: int) -> PastRound:
    return PastRound(RoundOutcome.PLAYED, points, opponent, side)


def test_the_evener_is_of_the_colour_that_is_due_to_more() -> None:
    """3.2.2, and of those the lowest numbered when pairing downward (3.2.4)."""
    sides = (B, B, W)  # the first two are due White
    players = [SwissPlayer(number, (played(number + 3, side, 2),)) for number, side in enumerate(sides, start=1)]
    players += [SwissPlayer(number + 3, (played(number, side.other, 0),)) for number, side in enumerate(sides, start=1)]
    field = Field(SwissState(tuple(players), 7))
    group = Group(True, True, (0, 1, 2), (), (), (3, 4, 5))
    assert [field.number(number) for number, _ in field.preferred(group)] == [2, 1, 3]


def test_median_and_above_grant_the_higher_below_the_lower() -> None:
    """5.4: of equal histories."""

    def two(points: int, others: int) -> SwissState:
        strangers = [SwissPlayer(item, (played(item - 2, B, others),)) for item in (3, 4)]
        pair = [SwissPlayer(item, (played(item + 2, W, points),)) for item in (1, 2)]
        return SwissState((*pair, *strangers), 7, absent=frozenset({3, 4}))

    assert [tuple(pair) for pair in lim.pair(two(2, 0)).pairs] == [(2, 1)]
    assert [tuple(pair) for pair in lim.pair(two(0, 2)).pairs] == [(1, 2)]


def test_in_the_last_round_one_score_goes_before_colours() -> None:
    """Article 6."""
    whites = [SwissPlayer(item, (played(item + 2, W, 2), played(item + 4, W, 2))) for item in (1, 2)]
    others = [SwissPlayer(item, (PastRound(), PastRound())) for item in (3, 4, 5, 6)]
    state = SwissState((*whites, *others), 3, absent=frozenset({3, 4, 5, 6}))
    assert not legality.check_lim(state, lim.pair(state).pairs, None)
    with pytest.raises(CannotPair):
        lim.pair(replace(state, rounds=4))
    assert legality.check_lim(replace(state, rounds=4), [(1, 2)], None)


@pytest.mark.parametrize("path", files("lim"), ids=lambda path: path.stem)
def test_positions_of_another_program_are_paired_legally(path: Path) -> None:
    tournament = read(path.read_bytes()).tournament
    for number in range(1, tournament.rounds_recorded + 1):
        legal(state_as_paired(tournament, number))


def legal(state: SwissState):
    round_pairing = lim.pair(state)
    seated = sorted(
        [
            *(number for pair in round_pairing.pairs for number in pair),
            *([round_pairing.bye] if round_pairing.bye else []),
        ]
    )
    assert seated == [player.number for player in state.present]
    assert not legality.check_lim(state, round_pairing.pairs, round_pairing.bye)
    return round_pairing


def legal_tournaments(seeds: range, fewest: int, most: int) -> int:
    rounds = 0
    for seed in seeds:
        random = Random(seed)
        state = simulate.start(random.randint(fewest, most), random.randint(4, 8), random)
        for _ in range(state.rounds):
            state = simulate.with_absences(state, random, random.choice((0, 0.05)))
            try:
                created = legal(state)
            except CannotPair:
                break
            rounds += 1
            state = simulate.play(state, created, random, 0.05)
    return rounds


def test_random_tournaments_are_paired_legally() -> None:
    assert legal_tournaments(range(60), 6, 24) > 250


@pytest.mark.long
def test_many_random_tournaments_are_paired_legally() -> None:
    assert legal_tournaments(range(100, 1100), 6, 60) > 4500


def test_an_exchange_tells_whom_it_passed_over() -> None:
    """Among players 1 to 6, player 1 has met 4, who is passed over (4.2)."""
    past = {1: (4, W), 4: (1, B), 2: (5, B), 5: (2, W), 3: (6, W), 6: (3, B)}
    players = tuple(
        SwissPlayer(number, (PastRound(RoundOutcome.PLAYED, 1, other, side),))
        for number, (other, side) in sorted(past.items())
    )
    state = SwissState(players, 5)
    messages = [
        message for pair in lim.pair(state).pairs if 1 in tuple(pair) for message in LIM.why.pair(state, {}, *pair)
    ]
    assert [item.key for item in messages][:2] == ["lim.group", "instead"]
    assert "C1: 1 and 4 met in round 1." in str(messages[1])
