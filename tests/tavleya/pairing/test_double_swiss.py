"""Double-Swiss against its articles read literally: every set and every pairing tried, the first that complies."""

from dataclasses import replace
from random import Random

import pytest

from tavleya.pairing.micromatches import pair
from tavleya.pairing.state import CannotPair, PastRound, RoundOutcome, SwissPlayer, SwissState
from tavleya.sides import Side
from tests.tavleya.pairing.literal_team import LiteralTeams

WHITE, BLACK = Side.WHITE, Side.BLACK


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
        created = []
        while left:
            top, below = self.groups(left)
            sets = self.sets(top, below)
            ascending = max(sorted(self.score[item] for item in chosen) for chosen in sets)  # C5
            sets = [chosen for chosen in sets if sorted(self.score[item] for item in chosen) == ascending]
            chosen = min(sets, key=lambda item: (self.c6(below, item), self.c7(item), item))
            bracket = sorted([*top, *chosen])
            created += min(self.matchings(bracket), key=lambda item: (self.c8(item, chosen), self.identifier(item)))
            left -= set(bracket)
        return created, bye

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
        return [item for item, _ in pairs] + [other for _, other in pairs]


def play(state: SwissState, pairs, bye, random: Random) -> SwissState:
    past = {}
    for white, black in pairs:
        points = random.choice((0, 1, 2, 2, 3, 4))
        happened = RoundOutcome.PLAYED
        if random.random() < 0.06:
            happened, points = RoundOutcome.FORFEIT, random.choice((0, 4))
        past[white] = PastRound(happened, points, black, WHITE)
        past[black] = PastRound(happened, 4 - points, white, BLACK)
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
    state = SwissState(
        tuple(SwissPlayer(number) for number in range(1, players + 1)), rounds, random.choice((WHITE, BLACK))
    )
    for number in range(rounds):
        if number and random.random() < 0.3:
            state = replace(state, absent=frozenset({random.randint(1, players)}))
        expected = LiteralMatches(state).pair()
        if expected is None:
            with pytest.raises(CannotPair):
                pair(state)
            return
        created = pair(state)
        pairs = sorted(tuple(sorted(item)) for item in created.pairs)
        assert (pairs, created.bye) == (sorted(expected[0]), expected[1])
        state = play(state, created.pairs, created.bye, random)


def test_the_first_round_pairs_the_halves_and_alternates_the_drawn_colour():
    state = SwissState(tuple(SwissPlayer(number) for number in range(1, 9)), 5, BLACK)
    assert [tuple(item) for item in pair(state).pairs] == [(5, 1), (2, 6), (7, 3), (4, 8)]


def met(opponent: int, side: Side, points: int = 2) -> PastRound:
    return PastRound(RoundOutcome.PLAYED, points, opponent, side)


@pytest.mark.parametrize(("first", "second", "white"), [
    ([], [BLACK], 2),  # 4.3.5: the opponent alternates
    ([WHITE], [BLACK], 2),  # 4.3.2: fewer Whites
    ([WHITE, BLACK], [BLACK, WHITE], 1),  # 4.3.3: the last time they differed
    ([WHITE, BLACK, BLACK], [BLACK, WHITE, BLACK], 1),
    ([BLACK, WHITE], [BLACK, WHITE], 2),  # 4.3.4: the higher alternates
])  # fmt: skip
def test_the_colour_of_the_first_game(first, second, white):
    longest = max(len(first), len(second))

    def past(sides, other):
        blank = [PastRound(RoundOutcome.BYE, 2)] * (longest - len(sides))
        return (*blank, *[met(other + index, side) for index, side in enumerate(sides)])

    state = SwissState((SwissPlayer(1, past(first, 90)), SwissPlayer(2, past(second, 80))), 9)
    strangers = [SwissPlayer(number, (PastRound(),) * longest) for number in (*range(80, 84), *range(90, 94))]
    state = replace(
        state, players=(*state.players, *strangers), absent=frozenset(player.number for player in strangers)
    )
    assert pair(state).pairs[0].white == white


@pytest.mark.parametrize(("players", "rounds"), [(40, 9), (61, 7)])
def test_larger_fields_keep_the_absolute_criteria(players, rounds):
    random = Random(players)
    state = SwissState(tuple(SwissPlayer(number) for number in range(1, players + 1)), rounds)
    seen: set[frozenset[int]] = set()
    byes: list[int] = []
    for _ in range(rounds):
        created = pair(state)
        seated = [number for item in created.pairs for number in item] + ([created.bye] if created.bye else [])
        assert sorted(seated) == list(range(1, players + 1))
        assert not {frozenset(item) for item in created.pairs} & seen
        byes += [created.bye] if created.bye else []
        state = play(state, created.pairs, created.bye, random)
        seen |= {
            frozenset((player.number, player.rounds[-1].opponent))
            for player in state.players
            if player.rounds[-1].happened is RoundOutcome.PLAYED
        }
    assert len(byes) == len(set(byes)) == rounds * (players % 2)
