"""Knock-out brackets, drawn openings, and the Keizer system."""

import hashlib
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavleya.errors import BadInput
from tavleya.pairing.keizer import KeizerRound, KeizerTerms, Missing, pair, ranking, values_of
from tavleya.pairing.knockout import (
    Decided,
    Drawn,
    DrawRecord,
    Tie,
    bracket_size,
    colour_of_higher,
    commitment,
    draw,
    first_stage,
    next_stage,
    ranks,
    seed_order,
    verify,
)
from tavleya.rules.draughts.spec import tables
from tavleya.sides import Side
from tests.refusals import refused

# As brackets of 16 and of 32 are printed, from the top down.
OF_16 = "1-16 8-9 4-13 5-12 2-15 7-10 3-14 6-11"
OF_32 = "1-32 16-17 8-25 9-24 4-29 13-20 5-28 12-21 2-31 15-18 7-26 10-23 3-30 14-19 6-27 11-22"


def pairs(ties) -> str:
    return " ".join(f"{tie.higher}-{tie.lower}" for tie in ties)


def played(players: int, random: Random, *, third_place: bool = False, upsets: float = 0.5):
    stage, all_stages = first_stage(players), []
    while stage:
        decided = [
            Decided(tie, tie.higher if tie.lower is None or random.random() >= upsets else tie.lower) for tie in stage
        ]
        all_stages.append(decided)
        stage = next_stage(decided, third_place=third_place)
    return all_stages


def test_when_the_better_always_wins_each_stage_is_the_printed_bracket_of_half_as_many():
    assert (pairs(first_stage(32)), pairs(first_stage(16)), pairs(first_stage(2))) == (OF_32, OF_16, "1-2")
    for decided, size in zip(played(32, Random(1), upsets=0), (32, 16, 8, 4, 2), strict=True):
        assert pairs(decision.tie for decision in decided) == pairs(first_stage(size))


@pytest.mark.parametrize("size", [2, 4, 8, 16, 64, 256])
def test_the_best_are_as_far_apart_as_can_be(size):
    order = seed_order(size)
    assert sorted(order) == list(range(1, size + 1))
    part = size
    while part > 1:  # each half, quarter … holds one of the best two, four …
        parts = [order[start : start + part] for start in range(0, size, part)]
        assert all(min(seeds) <= size // part for seeds in parts)
        assert len({min(seeds) for seeds in parts}) == size // part
        part //= 2


@given(st.integers(2, 200))
def test_the_best_seeds_are_spared_the_first_stage(players):
    ties = first_stage(players)
    spared = [tie.higher for tie in ties if tie.lower is None]
    assert sorted(spared) == list(range(1, bracket_size(players) - players + 1))
    assert sorted(seed for tie in ties for seed in (tie.higher, tie.lower) if seed) == list(range(1, players + 1))


@given(st.integers(2, 70), st.randoms(use_true_random=False), st.booleans())
def test_all_but_the_winner_lose_once_and_places_are_shared(players, random, third):
    all_stages = played(players, random, third_place=third)
    assert 2 ** (len(all_stages) - 1) < players <= 2 ** len(all_stages)
    losers = [match.loser for stage in all_stages for match in stage if match.loser and not match.tie.for_third]
    assert len(losers) == len(set(losers)) == players - 1
    places = ranks(all_stages)
    assert set(places) == set(range(1, players + 1))
    assert places[all_stages[-1][0].winner] == (1, 1)
    expected = 1
    for (first, last), count in sorted(Counter(places.values()).items()):
        assert (first, last) == (expected, expected + count - 1)
        expected = last + 1


def test_losers_of_semi_finals_play_for_third_place_if_asked():
    semis = [Decided(Tie(1, 1, 4), 4), Decided(Tie(2, 2, 3), 2)]
    assert next_stage(semis) == (Tie(1, 2, 4),)
    assert next_stage(semis, third_place=True) == (Tie(1, 2, 4), Tie(2, 1, 3, for_third=True))
    assert ranks([semis]) == {1: (3, 4), 3: (3, 4)}, "a remaining player has no place"
    final = [Decided(Tie(1, 2, 4), 4), Decided(Tie(2, 1, 3, for_third=True), 3)]
    assert ranks([semis, final]) == {4: (1, 1), 2: (2, 2), 3: (3, 3), 1: (4, 4)}
    assert ranks([semis, final[:1]])[1] == (3, 4)
    assert next_stage(final, third_place=True) == ()
    three = [Decided(Tie(1, 1), 1), Decided(Tie(2, 2, 3), 2)]
    assert next_stage(three, third_place=True) == (Tie(1, 1, 2),)


def test_colours_alternate_down_the_bracket_and_from_stage_to_stage():
    first = [colour_of_higher(Tie(place, 1, 2), 1, Side.BLACK) for place in (1, 2, 3, 4)]
    assert first == [Side.BLACK, Side.WHITE, Side.BLACK, Side.WHITE]
    assert colour_of_higher(Tie(1, 1, 2), 2, Side.BLACK) is Side.WHITE


CODES = tuple(tables()["idf"])
SEED = "a seed that nobody knows yet"


def honest(draws: int = 9) -> DrawRecord:
    drawn = tuple(Drawn(number, number, None, draw(SEED, "dice 4 2", CODES, number)) for number in range(1, draws + 1))
    return DrawRecord("idf", commitment(SEED), "dice 4 2", SEED, drawn)


def test_commitment_and_draw_are_what_any_sha256_tool_prints():
    # printf abc | sha256sum (FIPS 180-2, appendix B.1)
    assert commitment("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    # The first draw is the line with the smallest hash.
    _, code = min((hashlib.sha256(f"s:p:0:{code}".encode()).hexdigest(), code) for code in CODES)
    assert draw("s", "p", CODES, 1) == code


def test_an_honest_record_verifies_and_survives_json():
    assert verify(honest(), CODES) == verify(honest(), CODES[::-1]) == ()
    assert DrawRecord.read(honest().plain()) == honest()


def test_no_line_comes_twice_before_all_have_come_and_then_in_a_new_order():
    few = CODES[:20]
    drawn = [draw(SEED, "", few, number) for number in range(1, 41)]
    assert sorted(drawn[:20]) == sorted(drawn[20:]) == sorted(few)
    assert drawn[:20] != drawn[20:]


def test_every_line_is_as_likely_as_the_others():
    first = Counter(draw(f"seed {number}", "", CODES[:10], 1) for number in range(5000))
    # Ten lines, 5000 draws: chi-square with 9 degrees of freedom stays under 27.9 in 999 of 1000 cases.
    assert sum((count - 500) ** 2 / 500 for count in first.values()) < 27.9
    assert len(first) == 10


@pytest.mark.parametrize(("tampered", "code"), [
    (replace(honest(), seed="another seed"), "seed_is_another"),
    (replace(honest(), public="dice 6 6"), "draw_is_another"),
    (replace(honest(), commitment=commitment("x")), "seed_is_another"),
    (replace(honest(), seed=None), "seed_not_shown"),
    (replace(honest(), draws=honest().draws[1:]), "draw_left_out"),
    (replace(honest(), draws=(replace(honest().draws[0], code="no line"),)), "draw_is_another"),
])  # fmt: skip
def test_tampering_is_found(tampered, code):
    assert code in [problem.code for problem in verify(tampered, CODES)]


@pytest.mark.parametrize("data", [None, [], {}, {"table": "idf"}, {"table": 1, "commitment": 2, "draws": 3}])
def test_an_invalid_record_is_refused(data):
    with refused(BadInput, "bad_draw_record"):
        DrawRecord.read(data)


WHITE, BLACK = Side.WHITE, Side.BLACK


def test_values_fall_from_the_top_by_a_step():
    assert values_of((5, 6, 7, 8), KeizerTerms()) == {5: 6, 6: 5, 7: 4, 8: 3}
    assert values_of((5, 6, 7), KeizerTerms(top=100, step=10)) == {5: 100, 6: 90, 7: 80}
    assert values_of((5, 6, 7), KeizerTerms(top=1)) == {5: 1, 6: 0, 7: 0}


def test_a_round_of_four_reckoned_by_hand():
    """Values 100 99 98 97. 1 beats 3, 4 beats 2: own + opponent's gives 198, 99, 98, 196; then 1 4 2 3 with values
    100 99 98 97 gives 1: 100+97, 4: 99+98, 2: 98, 3: 97: 1 and 4 are level on 197 and stand as at the start."""
    played = {
        1: [KeizerRound(3, 2, WHITE)], 3: [KeizerRound(1, 0, BLACK)], 2: [KeizerRound(4, 0, WHITE)],
        4: [KeizerRound(2, 2, BLACK)],
    }  # fmt: skip
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
    lines = {line.player: line.score for line in ranking((1, 2, 3), played, KeizerTerms(top=90, step=30))}
    # 2 has 60 + 45 + 40 = 145 and 1 has 90 + 30 + 30 = 150 at first; that order stands.
    assert lines == {1: 150, 2: 145, 3: 30 + 20}
    excused = {1: [KeizerRound(missing=Missing.EXCUSED)] * 3}
    (line,) = ranking((1,), excused, KeizerTerms(top=90, excused=2))
    assert line.score == 90 + 2 * 30, "excused rounds count only so often"


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
    lines = ranking(tuple(range(1, 13)), played)
    values = values_of([line.player for line in lines], KeizerTerms())
    for line in lines:
        assert line.value == values[line.player]
        assert line.score == values[line.player] + sum(
            Fraction(values[past.opponent] * past.points, 2) for past in played[line.player]
        )
    scores = [line.score for line in lines]
    assert scores == sorted(scores, reverse=True)


def slowly(players, played, gap):
    """The first of all pairings, in the order of the list, that keeps the gap."""
    if not players:
        return []
    first, *rest = players
    recent = [past_round.opponent for past_round in played.get(first, [])[-gap:]]
    for second in rest:
        result = None if second in recent else slowly([player for player in rest if player != second], played, gap)
        if result is not None:
            return [{first, second}, *result]
    return None


@pytest.mark.parametrize("seed", range(20))
def test_pairs_are_made_from_the_top_as_a_slow_search_makes_them(seed):
    random, order = Random(seed), list(range(1, 9))
    played: dict[int, list[KeizerRound]] = {player: [] for player in order}
    for _ in range(9):
        random.shuffle(order)
        boards, bye = pair(order, played, gap=4)
        assert bye is None
        assert [set(board) for board in boards] == slowly(order, played, 4)
        for board in boards:
            played[board.white].append(KeizerRound(board.black, 1, WHITE))
            played[board.black].append(KeizerRound(board.white, 1, BLACK))
    for rounds in played.values():
        sides = [round_.side for round_ in rounds]
        assert abs(2 * sides.count(WHITE) - len(sides)) <= 3


def test_the_gap_shrinks_where_it_cannot_be_kept_and_the_bye_goes_round_from_below():
    met = {1: [KeizerRound(2, 1, WHITE)], 2: [KeizerRound(1, 1, BLACK)]}
    boards, bye = pair((1, 2), met, gap=4)
    assert [tuple(board) for board in boards] == [(2, 1)] and bye is None
    played: dict[int, list[KeizerRound]] = {player: [] for player in range(1, 6)}
    for expected in (5, 4, 3, 2, 1):
        boards, bye = pair(range(1, 6), played)
        assert bye == expected
        for player, rounds in played.items():
            rounds.append(KeizerRound(missing=Missing.BYE if player == bye else Missing.EXCUSED))
    assert sorted(player for board in boards for player in board) == [2, 3, 4, 5]
