"""Keizer: scores reckoned by hand, the order that stands, pairs from the top."""

from fractions import Fraction
from random import Random

import pytest

from tavleya.pairing.keizer import KeizerRound, KeizerTerms, Missing, pair, ranking, values_of
from tavleya.sides import Side

WHITE, BLACK = Side.WHITE, Side.BLACK


def test_values_fall_from_the_top_by_a_step():
    assert values_of((5, 6, 7, 8), KeizerTerms()) == {5: 6, 6: 5, 7: 4, 8: 3}
    assert values_of((5, 6, 7), KeizerTerms(top=100, step=10)) == {5: 100, 6: 90, 7: 80}
    assert values_of((5, 6, 7), KeizerTerms(top=1)) == {5: 1, 6: 0, 7: 0}


def test_a_round_of_four_reckoned_by_hand():
    """Values 100 99 98 97. 1 beats 3, 4 beats 2: own + opponent's gives 198, 99, 98, 196; then 1 4 2 3 with values
    100 99 98 97 gives 1: 100+97, 4: 99+98, 2: 98, 3: 97: 1 and 4 are level on 197 and stand as at the start."""
    played = {
        1: [KeizerRound(3, 2, WHITE)],
        3: [KeizerRound(1, 0, BLACK)],
        2: [KeizerRound(4, 0, WHITE)],
        4: [KeizerRound(2, 2, BLACK)],
    }
    lines = ranking((1, 2, 3, 4), played, KeizerTerms(top=100))
    assert [(line.player, line.value, line.score) for line in lines] == [
        (1, 100, 197), (4, 99, 197), (2, 98, 98), (3, 97, 97),
    ]  # fmt: skip


def test_a_draw_gives_half_the_opponents_value_and_absences_their_shares():
    played = {
        1: [KeizerRound(2, 1, WHITE), KeizerRound(missing=Missing.EXCUSED)],
        2: [KeizerRound(1, 1, BLACK), KeizerRound(missing=Missing.BYE)],
        3: [KeizerRound(missing=Missing.DUTY), KeizerRound(missing=Missing.UNEXCUSED)],
    }
    lines = {line.player: line for line in ranking((1, 2, 3), played, KeizerTerms(top=90, step=30))}
    # 2 has 60 + 45 + 40 = 145 and 1 has 90 + 30 + 30 = 150 at first; that order stands.
    assert lines[1].score == 150 and lines[2].score == 145
    assert lines[3].score == 30 + 20


def test_excused_rounds_count_only_so_often():
    played = {1: [KeizerRound(missing=Missing.EXCUSED)] * 3}
    (line,) = ranking((1,), played, KeizerTerms(top=90, excused=2))
    assert line.score == 90 + 2 * 30


@pytest.mark.parametrize("seed", range(30))
def test_the_final_order_follows_its_scores(seed):
    random, players = Random(seed), list(range(1, 13))
    played: dict[int, list[KeizerRound]] = {player: [] for player in players}
    for _ in range(6):
        random.shuffle(players)
        for first, second in zip(players[::2], players[1::2], strict=True):
            points = random.randrange(3)
            played[first].append(KeizerRound(second, points, WHITE))
            played[second].append(KeizerRound(first, 2 - points, BLACK))
    order = tuple(range(1, 13))
    lines = ranking(order, played)
    values = values_of([line.player for line in lines], KeizerTerms())
    for line in lines:
        assert line.value == values[line.player]
        assert line.score == values[line.player] + sum(
            Fraction(values[first.opponent] * first.points, 2) for first in played[line.player]
        )
    scores = [line.score for line in lines]
    assert scores == sorted(scores, reverse=True)


def slowly(players, played, gap):
    """The first of all pairings, in the order of the list, that keeps the gap."""
    if not players:
        return []
    first, *rest = players
    for second in rest:
        if second in [past_round.opponent for past_round in played.get(first, [])[-gap:]]:
            continue
        result = slowly([player for player in rest if player != second], played, gap)
        if result is not None:
            return [{first, second}, *result]
    return None


@pytest.mark.parametrize("seed", range(20))
def test_pairs_are_made_from_the_top_as_a_slow_search_makes_them(seed):
    random, order = Random(seed), list(range(1, 9))
    played: dict[int, list[KeizerRound]] = {player: [] for player in order}
    for _ in range(9):
        random.shuffle(order)
        pairs, bye = pair(order, played, gap=4)
        assert bye is None
        assert [set(round_) for round_ in pairs] == slowly(order, played, 4)
        for round_ in pairs:
            played[round_.white].append(KeizerRound(round_.black, 1, WHITE))
            played[round_.black].append(KeizerRound(round_.white, 1, BLACK))
    for rounds in played.values():
        balance = [round_.side for round_ in rounds]
        assert abs(2 * balance.count(WHITE) - len(balance)) <= 3


def test_the_gap_shrinks_where_it_cannot_be_kept():
    met = {1: [KeizerRound(2, 1, WHITE)], 2: [KeizerRound(1, 1, BLACK)]}
    pairs, bye = pair((1, 2), met, gap=4)
    assert [tuple(item) for item in pairs] == [(2, 1)] and bye is None


def test_the_bye_goes_round_from_below():
    played: dict[int, list[KeizerRound]] = {player: [] for player in range(1, 6)}
    byes = []
    for _ in range(5):
        pairs, bye = pair(range(1, 6), played)
        byes.append(bye)
        for player, rounds in played.items():
            rounds.append(KeizerRound(missing=Missing.BYE if player == bye else Missing.EXCUSED))
    assert byes == [5, 4, 3, 2, 1]
    assert sorted(player for item in pairs for player in item) == [2, 3, 4, 5]
