"""The Lim system (C.04.4.3) and Double-Swiss (C.04.5): as searches over their texts, legal, and as their tables."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tavleya.formats.trf import read
from tavleya.formats.trf.comparison import state_as_paired
from tavleya.pairing import legality, lim, micromatches
from tavleya.pairing.engines import LIM
from tavleya.pairing.lim import Field, Group, candidates, first_pairing
from tavleya.pairing.state import CannotPair, PastRound, RoundOutcome, SwissPlayer, SwissState
from tavleya.sides import Side
from tests.tavleya.pairing import simulate
from tests.tavleya.pairing.literal_lim import LiteralLim
from tests.tavleya.pairing.literal_team import LiteralTeams
from tests.tavleya.pairing.random_rounds import agree
from tests.tavleya.pairing.reference_rounds import files

W, B = Side.WHITE, Side.BLACK


def meeting(players: int, *met: tuple[int, int]) -> list[int]:
    """Return the allowed opponents of each player; players are counted from 1, place 0 is unused."""
    results = [0] * (players + 1)
    for first in range(1, players + 1):
        for second in range(1, players + 1):
            if first != second and (first, second) not in met and (second, first) not in met:
                results[first] |= 1 << second
    return results


@pytest.mark.parametrize(("seeds", "rounds", "blocked"), [
    (range(20), 60, 2), pytest.param(range(1000, 2000), 3500, 150, marks=pytest.mark.long),
])  # fmt: skip
def test_sections_are_paired_as_the_articles_say_word_by_word(seeds, rounds, blocked) -> None:
    """`blocked`: rounds with a blocked median."""
    cracked = 0

    def literally(state: SwissState):
        nonlocal cracked
        literal = LiteralLim(state)
        result = literal.pair()
        cracked += bool(literal.cracked)
        for pair in lim.pair(state).pairs if literal.cracked else ():
            assert len(LIM.why.pair(state, {}, *pair)) > 1
        return result

    assert agree(seeds, 4, 8, lim.pair, literally)["rounds"] > rounds
    assert cracked > blocked


@pytest.mark.parametrize(("met", "expected"), [
    ([], [(1, 4), (2, 5), (3, 6)]), ([(1, 4)], [(1, 5), (2, 4), (3, 6)]),
    ([(1, 4), (1, 5)], [(1, 6), (2, 4), (3, 5)]), ([(1, 4), (1, 5), (1, 6)], [(1, 3), (2, 5), (4, 6)]),
    ([(1, 4), (1, 5), (1, 6), (1, 3)], [(1, 2), (3, 5), (4, 6)]),
    # 4.3, after 6 has been found for player 1
    ([(1, 4), (1, 5), (2, 4)], [(1, 6), (2, 5), (3, 4)]),
    ([(1, 4), (1, 5), (2, 4), (2, 5)], [(1, 6), (2, 3), (4, 5)]),
    ([(1, 4), (1, 5), (2, 4), (2, 5), (2, 3)], [(1, 3), (2, 6), (4, 5)]),
    ([(1, 4), (1, 5), (2, 4), (2, 5), (2, 3), (2, 6)], [(1, 2), (3, 5), (4, 6)]),
])  # fmt: skip
def test_the_tables_of_exchanges_for_the_first_and_the_second_player(met, expected) -> None:
    """4.2, 4.3."""
    assert candidates([1, 2, 3, 4, 5, 6]) == [4, 5, 6, 3, 2]
    assert first_pairing(range(1, 7), meeting(6, *met), lambda number, other: 0) == expected


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
        strangers = [SwissPlayer(number, (played(number - 2, B, others),)) for number in (3, 4)]
        pair = [SwissPlayer(number, (played(number + 2, W, points),)) for number in (1, 2)]
        return SwissState((*pair, *strangers), 7, absent=frozenset({3, 4}))

    assert [tuple(pair) for pair in lim.pair(two(2, 0)).pairs] == [(2, 1)]
    assert [tuple(pair) for pair in lim.pair(two(0, 2)).pairs] == [(1, 2)]


def test_in_the_last_round_one_score_goes_before_colours() -> None:
    """Article 6."""
    whites = [SwissPlayer(number, (played(number + 2, W, 2), played(number + 4, W, 2))) for number in (1, 2)]
    others = [SwissPlayer(number, (PastRound(), PastRound())) for number in (3, 4, 5, 6)]
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
    seated = [number for pair in round_pairing.pairs for number in pair]
    seated += [round_pairing.bye] if round_pairing.bye else []
    assert sorted(seated) == [player.number for player in state.present]
    assert not legality.check_lim(state, round_pairing.pairs, round_pairing.bye)
    return round_pairing


@pytest.mark.parametrize(("seeds", "most", "rounds"), [
    (range(60), 24, 250),
    *(pytest.param(range(first, first + 250), 60, 1400, marks=pytest.mark.long) for first in range(100, 1100, 250)),
])  # fmt: skip
def test_random_tournaments_are_paired_legally(seeds, most, rounds) -> None:
    paired = 0
    for seed in seeds:
        random = Random(seed)
        state = simulate.start(random.randint(6, most), random.randint(4, 8), random)
        for _ in range(state.rounds):
            state = simulate.with_absences(state, random, random.choice((0, 0.05)))
            try:
                pairing = legal(state)
            except CannotPair:
                break
            paired += 1
            state = simulate.play(state, pairing, random, 0.05)
    assert paired > rounds


def test_an_exchange_tells_whom_it_passed_over() -> None:
    """Among players 1 to 6, player 1 has met 4, who is passed over (4.2)."""
    past = {1: (4, W), 4: (1, B), 2: (5, B), 5: (2, W), 3: (6, W), 6: (3, B)}
    players = tuple(SwissPlayer(number, (played(*met, 1),)) for number, met in sorted(past.items()))
    state = SwissState(players, 5)
    messages = [
        message for pair in lim.pair(state).pairs if 1 in tuple(pair) for message in LIM.why.pair(state, {}, *pair)
    ]
    assert [message.key for message in messages][:2] == ["lim.group", "instead"]
    assert "C1: 1 and 4 met in round 1." in str(messages[1])


class LiteralMatches(LiteralTeams):
    """C.04.5 by brute force; all are there from round 1, so the starting rank is the pairing number."""

    def floater(self, number: int) -> bool:
        rounds = self.players[number].rounds
        if not rounds or rounds[-1].happened is not RoundOutcome.PLAYED:
            return False
        at = len(rounds)
        return self.score_before(number, at) != self.score_before(rounds[-1].opponent, at)

    def may_have_bye(self, number: int) -> bool:
        return not any(
            past.happened is RoundOutcome.PAIRING_BYE or (past.happened is RoundOutcome.FORFEIT and past.points)
            for past in self.players[number].rounds
        )

    def pair(self):
        bye = self.bye_of(lambda item: (-item,)) if len(self.present) % 2 else None
        left = frozenset(self.present) - {bye}
        if len(left) % 2 or not self.completable(left):
            return None
        pairs = []
        while left:
            top, below = self.groups(left)
            sets = self.sets(top, below)
            ascending = max(sorted(self.score[team] for team in chosen) for chosen in sets)  # C5
            sets = [chosen for chosen in sets if sorted(self.score[team] for team in chosen) == ascending]
            chosen = min(sets, key=lambda item: (self.c6(below, item), self.c7(item), item))
            bracket = sorted([*top, *chosen])
            pairs += min(self.matchings(bracket), key=lambda item: (self.c8(item, chosen), self.identifier(item)))
            left -= set(bracket)
        return pairs, bye

    def c6(self, below, chosen) -> int:
        rest = set(below) - set(chosen)
        if not rest or set(self.groups(set(below))[0]) <= set(chosen):
            return 0
        return len(self.sets(*self.groups(rest))[0])

    def c7(self, chosen) -> int:
        return 0 if self.round == self.state.rounds else sum(map(self.floater, chosen))

    def c8(self, pairs, chosen) -> int:
        met = [(set(pair) - set(chosen)).pop() for pair in pairs if len(set(pair) & set(chosen)) == 1]
        return 0 if self.round == self.state.rounds else sum(map(self.floater, met))

    def identifier(self, pairs):
        pairs = sorted(pairs)
        return [first for first, _ in pairs] + [second for _, second in pairs]


def play_matches(state: SwissState, pairs, bye, random: Random) -> SwissState:
    past = {}
    for white, black in pairs:
        points = random.choice((0, 1, 2, 2, 3, 4))
        happened = RoundOutcome.PLAYED
        if random.random() < 0.06:
            happened, points = RoundOutcome.FORFEIT, random.choice((0, 4))
        past[white] = PastRound(happened, points, black, W)
        past[black] = PastRound(happened, 4 - points, white, B)
    if bye is not None:
        past[bye] = PastRound(RoundOutcome.PAIRING_BYE, state.win + state.win // 2)  # 1.4: one game won, one drawn
    return replace(
        state,
        players=tuple(
            replace(player, rounds=(*player.rounds, past.get(player.number, PastRound()))) for player in state.players
        ),
        absent=frozenset(),
    )


@pytest.mark.parametrize("seed", range(60))
def test_rounds_are_those_of_the_articles_read_literally(seed):
    random = Random(seed)
    players, rounds = random.randint(5, 9), random.randint(3, 5)
    state = SwissState(tuple(SwissPlayer(number) for number in range(1, players + 1)), rounds, random.choice((W, B)))
    for number in range(rounds):
        if number and random.random() < 0.3:
            state = replace(state, absent=frozenset({random.randint(1, players)}))
        expected = LiteralMatches(state).pair()
        if expected is None:
            with pytest.raises(CannotPair):
                micromatches.pair(state)
            return
        pairing = micromatches.pair(state)
        pairs = sorted(tuple(sorted(board)) for board in pairing.pairs)
        assert (pairs, pairing.bye) == (sorted(expected[0]), expected[1])
        state = play_matches(state, pairing.pairs, pairing.bye, random)


def test_the_first_round_pairs_the_halves_and_alternates_the_drawn_colour():
    state = SwissState(tuple(SwissPlayer(number) for number in range(1, 9)), 5, B)
    assert [tuple(board) for board in micromatches.pair(state).pairs] == [(5, 1), (2, 6), (7, 3), (4, 8)]


@pytest.mark.parametrize(("first", "second", "white"), [
    ([], [B], 2),  # 4.3.5: the opponent alternates
    ([W], [B], 2),  # 4.3.2: fewer Whites
    ([W, B], [B, W], 1),  # 4.3.3: the last time they differed
    ([W, B, B], [B, W, B], 1),
    ([B, W], [B, W], 2),  # 4.3.4: the higher alternates
])  # fmt: skip
def test_the_colour_of_the_first_game(first, second, white):
    longest = max(len(first), len(second))

    def past(sides, other):
        blank = [PastRound(RoundOutcome.BYE, 2)] * (longest - len(sides))
        return (*blank, *[played(other + index, side, 2) for index, side in enumerate(sides)])

    state = SwissState((SwissPlayer(1, past(first, 90)), SwissPlayer(2, past(second, 80))), 9)
    strangers = [SwissPlayer(number, (PastRound(),) * longest) for number in (*range(80, 84), *range(90, 94))]
    absent = frozenset(player.number for player in strangers)
    state = replace(state, players=(*state.players, *strangers), absent=absent)
    assert micromatches.pair(state).pairs[0].white == white


@pytest.mark.parametrize(("players", "rounds"), [(40, 9), (61, 7)])
def test_larger_fields_keep_the_absolute_criteria(players, rounds):
    random = Random(players)
    state = SwissState(tuple(SwissPlayer(number) for number in range(1, players + 1)), rounds)
    seen: set[frozenset[int]] = set()
    byes: list[int] = []
    for _ in range(rounds):
        pairing = micromatches.pair(state)
        seated = [number for board in pairing.pairs for number in board] + ([pairing.bye] if pairing.bye else [])
        assert sorted(seated) == list(range(1, players + 1))
        assert not {frozenset(board) for board in pairing.pairs} & seen
        byes += [pairing.bye] if pairing.bye else []
        state = play_matches(state, pairing.pairs, pairing.bye, random)
        seen |= {
            frozenset((player.number, player.rounds[-1].opponent))
            for player in state.players
            if player.rounds[-1].happened is RoundOutcome.PLAYED
        }
    assert len(byes) == len(set(byes)) == rounds * (players % 2)
