"""The Dutch system: editions, groups, acceleration, explanations, the rules read literally, and its matchings."""

from collections import Counter
from dataclasses import replace
from itertools import permutations, product
from pathlib import Path
from random import Random

import pytest

from tavleya.errors import BadInput
from tavleya.formats.trf import read
from tavleya.formats.trf.pairing import paired_in, state_before
from tavleya.pairing import legality, meetings
from tavleya.pairing.dutch import engine, kernel, pair
from tavleya.pairing.dutch.engine import CRITERIA
from tavleya.pairing.dutch.exact import ExactBracket, first_matching
from tavleya.pairing.dutch.infeasible import PerfectBracket
from tavleya.pairing.dutch.kernel import complete
from tavleya.pairing.dutch.pool import Pool, bits, mask_of
from tavleya.pairing.engines import DUTCH
from tavleya.pairing.explaining import DutchRound
from tavleya.pairing.knockout import bracket_size, first_stage, seed_order
from tavleya.pairing.meetings import Qualified
from tavleya.pairing.schedules import compare
from tavleya.pairing.state import (
    DUTCH_2017,
    DUTCH_2026,
    CannotPair,
    PastRound,
    RoundOutcome,
    RoundPairing,
    SwissPlayer,
    SwissState,
    accelerated,
    size_of_first_group,
    virtual_points,
)
from tavleya.sides import Side
from tests.paths import DATA
from tests.tavleya.pairing import simulate
from tests.tavleya.pairing.literal import Literal
from tests.tavleya.pairing.random_rounds import agree


def literally(state: SwissState):
    return Literal(state).pair()


@pytest.mark.long
def test_sections_of_up_to_seven_players() -> None:
    counts = agree(range(400), 3, 7, pair, literally)
    assert counts["rounds"] > 1500 and counts["stuck"] > 100


@pytest.mark.long
def test_sections_of_eight_players() -> None:
    assert agree(range(60), 8, 8, pair, literally)["rounds"] > 250


@pytest.mark.long
def test_a_bracket_settled_without_search_is_the_one_that_search_finds() -> None:
    settled: Counter[str] = Counter()

    def pair_both_ways(state: SwissState) -> RoundPairing:
        pairing, pool = pair(state), Pool(state)
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
        return pairing

    agree(range(40), 9, 44, pair_both_ways, literally, literal_from=lambda state: False)
    assert settled["quick"] > 300
    assert settled["searched"] > 100


SWISS = DATA / "swiss"
TOURNAMENTS = sorted(SWISS.glob("*.trf"))
ROUNDS = sorted((DATA / "swiss-large").glob("*.trf"))


def test_all_sixty_are_there() -> None:
    assert len(TOURNAMENTS) == 60
    assert len(ROUNDS) == 3


@pytest.mark.long
@pytest.mark.parametrize("path", TOURNAMENTS, ids=lambda path: path.stem)
def test_every_round_is_paired_as_it_was(path: Path) -> None:
    tournament = read(path.read_bytes()).tournament
    assert tournament.rounds_recorded == tournament.rounds_planned
    for number in range(1, tournament.rounds_recorded + 1):
        state = state_before(tournament, number)
        boards, bye = paired_in(tournament, number)
        assert len(boards) == len(state.present) // 2
        assert not legality.check(state, boards, bye)
        assert not compare(DUTCH[DUTCH_2026], state, boards, bye), f"round {number}"


@pytest.mark.parametrize("path", ROUNDS, ids=lambda path: path.stem)
def test_large_rounds_are_paired_in_the_same_order_of_boards(path: Path) -> None:
    tournament = read(path.read_bytes()).tournament
    count, *lines = path.with_suffix(".pairs").read_text("utf-8").split("\n")
    pairing = pair(state_before(tournament, tournament.rounds_recorded + 1))
    texts = [f"{board.white} {board.black}" for board in pairing.pairs]
    if pairing.bye is not None:
        texts.append(f"{pairing.bye} 0")
    assert texts == [line for line in lines if line]
    assert len(texts) == int(count)


@pytest.mark.parametrize(("players", "first"), [(161, 82), (160, 80), (4, 2), (5, 4), (8, 4), (10, 6), (1, 2)])
def test_the_first_group_is_half_rounded_up_to_even(players: int, first: int) -> None:
    assert size_of_first_group(players) == first


def test_nine_rounds_give_a_point_three_times_and_half_a_point_twice() -> None:
    assert virtual_points(9) == (2, 2, 2, 1, 1)


@pytest.mark.parametrize(
    ("rounds", "points"),
    [(1, (2,)), (4, (2, 1)), (5, (2, 2, 1)), (6, (2, 2, 1)), (7, (2, 2, 1, 1)), (11, (2, 2, 2, 1, 1, 1))],
)
def test_half_of_the_rounds_are_accelerated(rounds: int, points: tuple[int, ...]) -> None:
    assert virtual_points(rounds) == points


def test_boards_follow_the_accelerated_score() -> None:
    """The halves of each half meet in round one."""
    state = accelerated(simulate.start(16, 9, Random(1)), range(1, 17))
    boards = [tuple(sorted(board)) for board in pair(state).pairs]
    assert boards == [(number, number + 4) for number in (1, 2, 3, 4, 9, 10, 11, 12)]


def test_a_late_entry_above_the_last_of_the_group_joins_it() -> None:
    entrants = [number for number in range(1, 17) if number not in (3, 14)]
    state = accelerated(simulate.start(16, 9, Random(1)), entrants)
    # Fourteen came at first: eight of them, up to starting rank 9, were the first group.
    assert [player.number for player in state.players if player.virtual] == list(range(1, 10))


@pytest.mark.parametrize(("number", "each", "expected"), [
    (2, 1, {"A1-B1"}), (2, 2, {"A1-B2", "B1-A2"}), (4, 2, {"A1-B2", "B1-A2", "C1-D2", "D1-C2"}),
    (8, 2, {"A1-B2", "B1-A2", "C1-D2", "D1-C2", "E1-F2", "F1-E2", "G1-H2", "H1-G2"}),
    (2, 4, {"A1-B4", "B1-A4", "A2-B3", "B2-A3"}), (1, 4, {"A1-A4", "A2-A3"}),
])  # fmt: skip
def test_the_usual_crossings_come_out(number, each, expected):
    seeds = ["ABCDEFGH"[seed.group] + str(seed.place) for seed in meetings.seeds(number, each)]
    ties = first_stage(len(seeds))
    assert {f"{seeds[tie.higher - 1]}-{seeds[tie.lower - 1]}" for tie in ties if tie.lower} == expected


def stages(place_of: dict[tuple[int, int], int], size: int) -> list[int]:
    """For every two of a group, the stage in which they can meet, by walking up the bracket."""
    order, results = list(seed_order(size)), []
    for (first, seed), (second, other) in permutations(place_of.items(), 2):
        if first[0] == second[0] and first[1] < second[1]:
            place, other_place, stage = order.index(seed), order.index(other), 0
            while place != other_place:
                place, other_place, stage = place // 2, other_place // 2, stage + 1
            results.append(stage)
    return results


@pytest.mark.parametrize(("number", "each"), [(number, 2) for number in range(2, 8)] + [(2, 3), (3, 3), (4, 3)])
def test_no_other_order_lets_players_of_a_group_meet_later(number, each):
    """Every order of the groups within each place, tried one place after the other."""
    size = bracket_size(number * each)
    seeds = {(entrant.group, entrant.place): seed for seed, entrant in enumerate(meetings.seeds(number, each), start=1)}
    placed = {(group, 1): group + 1 for group in range(number)}
    for place in range(2, each + 1):
        block = range((place - 1) * number + 1, place * number + 1)
        best = max(
            min(stages({**placed, **{(group, place): seed for group, seed in enumerate(order)}}, size))
            for order in permutations(block)
        )
        placed |= {key: seed for key, seed in seeds.items() if key[1] == place}
        assert min(stages(placed, size)) == best


@pytest.mark.parametrize("number", range(1, 17))
@pytest.mark.parametrize("each", [1, 2, 3, 4])
def test_every_player_has_one_seed_and_a_better_place_a_better_one(number, each):
    seeds = meetings.seeds(number, each)
    assert sorted((seed.group, seed.place) for seed in seeds) == list(product(range(number), range(1, each + 1)))
    assert [seed.place for seed in seeds] == sorted(seed.place for seed in seeds)
    assert seeds[0] == Qualified(0, 1)


def test_seeds_need_at_least_one_group():
    with pytest.raises(ValueError, match="qualifies"):
        meetings.seeds(0, 2)


@pytest.mark.long
def test_most_rounds_are_the_same_in_both_and_some_are_not() -> None:
    same = different = 0
    for path in TOURNAMENTS[:20]:
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
    met = [PastRound(RoundOutcome.PLAYED, 1, number, side) for number, side in ((2, Side.WHITE), (1, Side.BLACK))]
    state = SwissState((SwissPlayer(1, (met[0],)), SwissPlayer(2, (met[1],))), 5)
    for edition in (DUTCH_2017, DUTCH_2026):
        with pytest.raises(CannotPair):
            pair(state, edition)
    with pytest.raises(ValueError, match="dutch-1998"):
        pair(simulate.start(4, 3, Random(1)), "dutch-1998")


def before(name: str, number: int) -> SwissState:
    return state_before(read((SWISS / f"{name}.trf").read_bytes()).tournament, number)


FORTY = before("rtg_092_n40_r5", 5)


def sentences(white: int, black: int) -> list[str]:
    return [str(message) for message in DutchRound(FORTY, {}).explain(white, black)]


def test_a_pair_is_explained_by_its_bracket_its_candidate_and_its_colours() -> None:
    assert sentences(1, 5) == [
        "Bracket of 4 points: 2 residents, moved down: no one.",
        "1 is number 1 of S1, 5 number 1 of S2.",
        "The first opponent still available in the order of Article 4.",
        "The higher-ranked player's preference is granted.",
    ]
    assert "Instead of 8: C12: more players would not get the colour they prefer." in sentences(2, 10)
    messages = sentences(15, 11)
    assert messages[0] == "Bracket of 2½ points: 6 residents, moved down: 11."
    assert any(line.startswith("Instead of 9: C15") for line in messages)
    with pytest.raises(BadInput):
        sentences(1, 999)


def test_an_exchange_is_explained_once() -> None:
    count = 0
    for path in TOURNAMENTS[:12]:
        state = state_before(read(path.read_bytes()).tournament, 5)
        for bracket in pair(state).trace:
            if bracket.to_s2:
                assert len(bracket.to_s2) == len(bracket.to_s1)
                messages = DutchRound(state, {}).explain(*bracket.pairs[-1])
                (exchanged,) = [message for message in messages if message.code == "exchanged"]
                assert exchanged.params["reason"].code in (*CRITERIA, "C4")
                count += 1
    assert count > 3


def test_why_two_do_not_meet_and_why_the_bye_went_where_it_did() -> None:
    assert DutchRound(FORTY, {}).why_not(1, 5).code == "paired"
    assert DutchRound(FORTY, {}).why_not(1, 2).code in ("C1", "float")
    assert DutchRound(FORTY, {}).explain_bye() == ()
    nine = DutchRound(before("rtg_020_n9_r6", 4), {})
    assert str(nine.why_not(1, 4)) == "C1: 1 and 4 met in round 2."
    messages = nine.explain_bye()
    assert [message.code for message in messages][:2] == ["bye", "C5"]
    assert str(messages[0]) == "The bye goes to 6, with a score of ½."


def test_the_first_matching_is_the_first_of_all_permutations() -> None:
    random, matched = Random(2), 0
    for _ in range(1500):
        tops, floats = random.randint(1, 5), random.random() < 0.5
        s2 = sorted(random.sample(range(12), tops + floats))
        meets = [mask_of(mate for mate in s2 if random.random() < 0.55) for _ in range(tops)]
        floaters = mask_of(mate for mate in s2 if random.random() < 0.6) if floats else None
        expected = next(
            (
                list(mates)
                for mates in permutations(s2, tops)
                if all(meets[top] >> mate & 1 for top, mate in enumerate(mates))
                and (floaters is None or floaters >> (set(s2) - set(mates)).pop() & 1)
            ),
            None,
        )
        assert first_matching(meets, mask_of(s2), floaters) == expected
        matched += expected is not None
    assert 300 < matched < 1400


def test_a_pairing_is_complete_or_none_exists() -> None:
    random, completed = Random(7), 0
    for _ in range(1500):
        size, density = random.randint(1, 14), random.choice((0.15, 0.3, 0.6))
        meets = [0] * size
        for number in range(size):
            for other in range(number):
                if random.random() < density:
                    meets[number] |= 1 << other
                    meets[other] |= 1 << number
        players = (1 << size) - 1
        bye = mask_of(number for number in range(size) if random.random() < 0.4) if size % 2 else None
        mates = complete(players, meets, bye)
        assert (mates is not None) == possible(size, meets, bye)
        if mates is None:
            continue
        completed += 1
        assert mask_of(mates) == players
        alone = [number for number, mate in mates.items() if number == mate]
        assert len(alone) == size % 2 and all(bye is not None and bye >> number & 1 for number in alone)
        assert all(mates[mate] == number for number, mate in mates.items())
        assert all(meets[number] >> mate & 1 for number, mate in mates.items() if number != mate)
    assert 300 < completed < 1300


def possible(size: int, meets: list[int], bye: int | None) -> bool:
    """By the kernel alone, each candidate for the bye in turn."""
    for alone in bits(bye) if bye is not None else (None,):
        left = [number for number in range(size) if number != alone]
        narrowed = [mask_of(left.index(other) for other in bits(meets[number]) if other != alone) for number in left]
        if all(mate != number for number, mate in enumerate(kernel.largest(len(left), narrowed))):
            return True
    return False


def graphs():
    random = Random(5)
    for _ in range(150):
        size, width = random.randint(2, 12), random.choice((1, 3, 29, 30, 31, 32, 33, 61, 62, 63, 64, 120))
        yield (
            size,
            {
                (first, second): 1 + random.getrandbits(width)
                for first in range(size)
                for second in range(first + 1, size)
                if random.random() < 0.6
            },
        )


def weight(edges: dict[tuple[int, int], int], mates: list[int]) -> int:
    assert all(mates[mate] == number for number, mate in enumerate(mates))
    return sum(edges[number, mate] for number, mate in enumerate(mates) if number < mate)


def test_both_find_the_heaviest_matching_and_as_many_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    for size, edges in graphs():
        meets = [0] * size
        for first, second in edges:
            meets[first] |= 1 << second
            meets[second] |= 1 << first
        compiled = weight(edges, kernel.heaviest(size, edges)), kernel.largest(size, meets)
        with monkeypatch.context() as patch:
            patch.setattr(kernel, "COMPILED", False)
            plain = weight(edges, kernel.heaviest(size, edges)), kernel.largest(size, meets)
        assert compiled[0] == plain[0]
        pairs = [sum(mate != number for number, mate in enumerate(mates)) for _, mates in (compiled, plain)]
        assert pairs[0] == pairs[1]
        assert all(mate == number or meets[number] >> mate & 1 for number, mate in enumerate(compiled[1]))


def test_rounds_are_paired_alike_without_the_compiled_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "COMPILED", False)
    for name in ("rtg_020_n9_r6", "rtg_002_n30_r11", "rtg_082_n14_r10"):
        tournament = read((SWISS / f"{name}.trf").read_bytes()).tournament
        for number in range(1, tournament.rounds_recorded + 1):
            assert not compare(DUTCH[DUTCH_2026], state_before(tournament, number), *paired_in(tournament, number))
