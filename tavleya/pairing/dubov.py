"""The Dubov system (FIDE C.04.4.1, applied from 1 February 2026), bracket by bracket.

Interpretations: a player *was upfloated* in a round with a game against an opponent with more points at the pairing of
that round (a forfeited game does not count); C9 adds up how often the maximum upfloaters of a set were upfloated
before; with an acceleration, the pairing scores determine scoregroups and floats.  A player without a rating counts
with 0 until the arbiter assigns one (1.1.2).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from tavleya.messages import Message
from tavleya.pairing.dutch.engine import board
from tavleya.pairing.dutch.exact import first_matching
from tavleya.pairing.dutch.infeasible import names
from tavleya.pairing.dutch.kernel import complete, heaviest
from tavleya.pairing.dutch.pool import Pool, Preference, Strength, bits, mask_of, preference
from tavleya.pairing.explaining import Options, PairedRound, first_worse, mates_of, only
from tavleya.pairing.meetings import PairCost, TopScoregroup, UpfloaterChoice, Wanted, allocated_bye, choose
from tavleya.pairing.messages import say
from tavleya.pairing.state import (
    BracketTrace,
    Pair,
    PastRound,
    RoundOutcome,
    RoundPairing,
    SwissPlayer,
    SwissState,
    ordered,
)
from tavleya.sides import Side

EDITION = "dubov-2026"
#: Criteria of a set of upfloaters and its bracket, in their order.
CRITERIA = ("C5", "C6", "C7", "C8", "C9", "C10")


def wish(player: SwissPlayer) -> Preference:
    """Return the colour preference (1.6): Black before the first game."""
    colour = preference(player)
    return colour if colour.history else Preference(Side.BLACK, Strength.MILD, 0, ())


@dataclass(frozen=True)
class Bracket:
    """The ranks of a bracket: the group and its upfloaters; `pairs` in the order of S1, as (S1, T2)."""

    group: TopScoregroup
    upfloaters: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]
    shifted: tuple[int, ...]

    @property
    def members(self) -> tuple[int, ...]:
        return (*self.group.residents, *self.upfloaters)


class Field:
    """All players to be paired, by rank, with the values for the criteria.

    `aro`: average rating of opponents (1.7).  `upfloats`: how often a player was upfloated; `again`: the set of players
    upfloated in the previous round; `most`: the count from which a player is a maximum upfloater (1.8).
    """

    def __init__(self, state: SwissState) -> None:
        self.state = state
        self.pool = Pool(state, wish, topscorers=False)
        players = {player.number: player for player in state.players}
        ratings = {number: player.rating for number, player in players.items()}
        present = [players[member.number] for member in self.pool.members]
        self.aro = [average_rating(player, ratings) for player in present]
        upfloat_rounds = [self._upfloated(player) for player in present]
        self.upfloats = [len(rounds) for rounds in upfloat_rounds]
        self.again = mask_of(place for place, rounds in enumerate(upfloat_rounds) if state.round_number - 1 in rounds)
        self.most = 2 + state.rounds // 5

    def _upfloated(self, player: SwissPlayer) -> list[int]:
        """Return the rounds in which a player met an opponent with more points."""
        scores = self.pool.scores
        return [
            round_
            for round_, past in enumerate(player.rounds, start=1)
            if past.happened is RoundOutcome.PLAYED
            and past.opponent in scores
            and scores[past.opponent][round_ - 1] > scores[player.number][round_ - 1]
        ]

    def bye(self) -> int | None:
        """Return the bye (3.1).  Raises: CannotPair."""

        def order(number: int) -> tuple[int, ...]:
            member = self.pool.members[number]
            return member.score, member.unplayed, -member.tpn

        return allocated_bye(self.pool, order)

    def cost(self, number: int, other: int) -> tuple[int, ...]:
        """Return the cost of a pair of the bracket, the higher rank first, in C7-C10."""
        colour = int(self.wants_white(number) is self.wants_white(other))
        if self.state.is_last_round or self.pool.score[number] == self.pool.score[other]:
            return colour, 0, 0, 0
        times = self.upfloats[other]
        maximum = times >= self.most
        return colour, int(maximum), times if maximum else 0, self.again >> other & 1

    def wants_white(self, number: int) -> bool:
        return self.pool.members[number].preference.side is Side.WHITE

    def judged(self, group: TopScoregroup, chosen: UpfloaterChoice) -> dict[str, tuple[int, ...]]:
        """Return C5-C10 of a choice; smaller is better."""
        pairs = [(first, second) for first, second in chosen.mates.items() if first < second]
        residents = set(group.residents)
        costs = [self._judged_pair(first, second, residents) for first, second in pairs]
        sums = [(sum(column),) for column in zip(*costs, strict=True)]
        high = self.pool.score[group.residents[0]]
        gaps = sorted((high - self.pool.score[upfloater] for upfloater in chosen.upfloaters), reverse=True)
        return dict(zip(CRITERIA, ((len(gaps),), tuple(gaps), *sums), strict=True))

    def _judged_pair(self, first: int, second: int, residents: set[int]) -> tuple[int, ...]:
        return self.cost(first, second) if first in residents else (0,) * 4

    def chosen(self, group: TopScoregroup, wanted: Wanted | None = None) -> UpfloaterChoice | None:
        """Choose the upfloaters (3.2.1, 3.2.2); None if no legal pairing has the `wanted` pairs."""
        return choose(self.pool, group, self._in_top(group), wanted)

    def _in_top(self, group: TopScoregroup) -> PairCost:
        residents = set(group.residents)
        return lambda first, second: self._judged_pair(first, second, residents)

    def brackets(self, bye: int | None) -> Iterator[Bracket]:
        """Yield the brackets from the top (1.9.2)."""
        left = set(range(self.pool.size)) - {bye}
        while left:
            group = TopScoregroup.of(self.pool, left)
            chosen = self.chosen(group)
            assert chosen is not None, "each bracket leaves the lower ones a complete pairing"
            bracket = self.paired(group, chosen.upfloaters)
            yield bracket
            left -= set(bracket.members)

    def paired(self, group: TopScoregroup, upfloaters: tuple[int, ...]) -> Bracket:
        """Pair a bracket (3.2.3-3.2.6)."""
        pool = self.pool
        by_tpn = sorted((*group.residents, *upfloaters), key=lambda rank: pool.members[rank].tpn)
        place = {rank: index for index, rank in enumerate(by_tpn)}
        meets = [mask_of(place[second] for second in by_tpn if pool.meets[rank] >> second & 1) for rank in by_tpn]
        if all(not pool.members[rank].preference.history for rank in by_tpn):
            g1 = (1 << len(by_tpn) // 2) - 1
        else:
            g1 = mask_of(index for index, rank in enumerate(by_tpn) if self.wants_white(rank))
        subgroups = divide(meets, g1, [self.aro[rank] for rank in by_tpn])
        pairs = zip(subgroups.s1, subgroups.t2, strict=True)
        return Bracket(
            group,
            upfloaters,
            tuple((by_tpn[first], by_tpn[second]) for first, second in pairs),
            tuple(by_tpn[rank] for rank in (*subgroups.to_g2, *subgroups.to_g1)),
        )


def average_rating(player: SwissPlayer, ratings: dict[int, int]) -> int:
    """Return the average rating of opponents met over the board (1.7), rounded half up; 0 without a game."""
    met = [ratings[past.opponent] for past in player.rounds if _met(past, ratings) and past.opponent]
    return (2 * sum(met) + len(met)) // (2 * len(met)) if met else 0


def _met(past: PastRound, ratings: dict[int, int]) -> bool:
    return past.happened is RoundOutcome.PLAYED and past.opponent in ratings


def colours(state: SwissState, together: Sequence[tuple[int, int]]) -> tuple[Pair, ...]:
    """Return required pairs, by starting rank, with the colours of article 5."""
    pool = Field(state).pool
    return tuple(board(pool, pool.index[first], pool.index[second]) for first, second in together)


def pair(state: SwissState) -> RoundPairing:
    """Pair the coming round.  Raises: CannotPair if there is no legal pairing (1.9.3)."""
    field = Field(state)
    bye = field.bye()
    brackets = tuple(field.brackets(bye))
    boards = ordered(state, (board(field.pool, *both) for bracket in brackets for both in bracket.pairs))
    bye_number = None if bye is None else field.pool.members[bye].number
    return RoundPairing(boards, bye_number, EDITION, tuple(_trace(field, bracket) for bracket in brackets))


def _trace(field: Field, bracket: Bracket) -> BracketTrace:
    numbers = field.pool.numbers
    criteria = field.judged(bracket.group, UpfloaterChoice(bracket.upfloaters, mates_of(bracket.pairs)))
    return BracketTrace(
        score=field.pool.score[bracket.group.residents[0]],
        moved_down=(),
        residents=numbers(bracket.group.residents),
        pairs=field.pool.pairs_of(bracket.pairs),
        criteria={f"{name}.dubov": value for name, value in criteria.items() if any(value)},
        perfect=not bracket.shifted and not bracket.upfloaters,
        upfloaters=numbers(bracket.upfloaters),
        shifted=numbers(bracket.shifted),
    )


# A bracket of the Dubov system in two subgroups (C.04.4.1, 3.2.3-3.2.6).
#
# Players are places in the order of pairing numbers; sets of them are bits. Every pairing with the fewest
# missed colours has the same number of pairs inside the subgroups. Possible shifts therefore depend on the
# existence of a complete matching, not on its weight.


@dataclass(frozen=True, slots=True)
class Subgroups:
    """`s1` in its order, with `t2` opposite; the players shifted `to_g2` and `to_g1`, in the order of 4.3."""

    s1: tuple[int, ...]
    t2: tuple[int, ...]
    to_g2: tuple[int, ...]
    to_g1: tuple[int, ...]


def middle_out(players: Sequence[int]) -> list[int]:
    """Return shifters by sequence number: from the middle of their list, first the higher of two (4.3.3)."""
    left, numbered = list(players), []
    while left:
        numbered.append(left.pop((len(left) - 1) // 2))
    return numbered


def divide(meets: Sequence[int], g1: int, aro: Sequence[int]) -> Subgroups:
    """Return the first pairing of a bracket that can be paired; `g1`: the initial first subgroup."""
    everyone = (1 << len(meets)) - 1
    g2 = everyone & ~g1

    def by_aro(players: int) -> list[int]:
        return sorted(bits(players), key=lambda number: (aro[number], number))

    def order(players: int) -> list[int]:
        return middle_out(by_aro(players) if players == g1 else list(bits(players)))

    small, large = (g1, g2) if g1.bit_count() <= g2.bit_count() else (g2, g1)
    away = _out_of_smaller(meets, small, large, order(small))
    fewer = small & ~mask_of(away)
    back = _out_of_larger(meets, fewer, mask_of(away), large, order(large))
    to_g2, to_g1 = (away, back) if small == g1 else (back, away)
    g1 = g1 & ~mask_of(to_g2) | mask_of(to_g1)
    s1 = by_aro(g1)
    t2 = first_matching([meets[player] for player in s1], everyone & ~g1, None)
    assert t2 is not None, "every shift leaves a legal pairing"
    return Subgroups(tuple(s1), tuple(t2), tuple(to_g2), tuple(to_g1))


def _first_set(order: Sequence[int], size: int, possible: Callable[[int, int], bool]) -> list[int]:
    """Return the first set (4.1.3) of `size`.

    `possible(inside, outside)` decides with the other players still open.
    """
    chosen: list[int] = []
    out = 0
    for number in order:
        if len(chosen) == size:
            break
        if possible(mask_of(chosen) | 1 << number, out):
            chosen.append(number)
        else:
            out |= 1 << number
    return chosen


def _out_of_smaller(meets: Sequence[int], small: int, large: int, order: Sequence[int]) -> list[int]:
    """Return the players who must leave the smaller subgroup to be paired together (3.2.4, first part)."""
    apart = [mask & ~small if small >> number & 1 else mask for number, mask in enumerate(meets)]
    if complete(small | large, apart, None) is not None:
        return []
    pairs = _fewest_inside(meets, small)

    def possible(chosen: int, out: int) -> bool:
        narrowed = []
        for number, mask in enumerate(meets):
            if chosen >> number & 1:
                mask &= small & ~chosen
            elif small >> number & 1:
                mask &= ~(small & out) if out >> number & 1 else -1
            else:
                mask &= ~chosen
            narrowed.append(mask)
        return _fewest_inside(narrowed, small) == pairs

    return _first_set(order, pairs or 0, possible)


def _out_of_larger(meets: Sequence[int], fewer: int, came: int, large: int, order: Sequence[int]) -> list[int]:
    """Return the players whose shift then makes the subgroups equal (3.2.4, second part).

    `fewer`: the rest of the smaller one.  `came`: players who left it; each is paired there, so none of them returns.
    """
    size = (large.bit_count() + came.bit_count() - fewer.bit_count()) // 2

    def possible(chosen: int, out: int) -> bool:
        narrowed = []
        for number, mask in enumerate(meets):
            if fewer >> number & 1:
                mask &= came | large & ~chosen
            elif came >> number & 1:
                mask &= fewer
            elif chosen >> number & 1:
                mask &= large & ~chosen
            else:
                mask &= fewer | large & ~(out if out >> number & 1 else 0)
            narrowed.append(mask)
        return complete(fewer | came | large, narrowed, None) is not None

    return _first_set(order, size, possible) if size else []


def _fewest_inside(meets: Sequence[int], subgroup: int) -> int | None:
    """Return how many pairs of a complete pairing must be inside the subgroup; None if there is no complete one."""
    size = len(meets)
    edges = {
        (first, second): size + 1 - (subgroup >> first & subgroup >> second & 1)
        for first in range(size)
        for second in bits(meets[first] >> first + 1 << first + 1)
    }
    mates = heaviest(size, edges)
    if any(first == mate for first, mate in enumerate(mates)):
        return None
    return sum(subgroup >> first & subgroup >> mate & 1 for first, mate in enumerate(mates)) // 2


# Explanations of Dubov pairings.


class DubovRound(PairedRound):
    """A re-paired round."""

    bye_reason = say("bye.most_games")

    def __init__(self, state: SwissState, options: Options) -> None:
        self.field = Field(state)
        super().__init__(self.field.pool, self.field.bye())

    @cached_property
    def brackets(self) -> tuple[Bracket, ...]:
        return tuple(self.field.brackets(self.bye))

    def pairs(self) -> Iterable[tuple[int, int]]:
        return (pair for bracket in self.brackets for pair in bracket.pairs)

    def _bracket_of(self, place: int) -> Bracket:
        return next(bracket for bracket in self.brackets if place in bracket.members)

    def told(self, number: int, other: int) -> list[Message]:
        pool, bracket = self.pool, self._bracket_of(number)
        top, bottom = next(pair for pair in bracket.pairs if number in pair)
        messages = [self.bracket_with_upfloaters(bracket.group.residents, bracket.upfloaters)]
        if bracket.shifted:
            messages.append(say("dubov.shifted", players=names(pool, mask_of(bracket.shifted))))
        place = bracket.pairs.index((top, bottom))
        numbers = self.numbers(top, bottom)
        messages.append(say("dubov.subgroups", **numbers, place=place + 1, aro=self.field.aro[top]))
        later = [mate for _, mate in bracket.pairs[place + 1 :]]
        tpn = pool.members[bottom].tpn
        earlier = sorted(
            (mate for mate in later if pool.members[mate].tpn < tpn), key=lambda mate: pool.members[mate].tpn
        )
        return messages + self.instead(top, earlier, lambda _: say("dubov.others_stuck"), say("dubov.first"))

    def against(self, first: int, second: int) -> Message:
        bracket = self._bracket_of(first)
        choice = self.field.chosen(bracket.group, only(((first, second),)))
        if choice is None:
            return say("C4.rest")
        chosen = self.field.judged(bracket.group, UpfloaterChoice(bracket.upfloaters, mates_of(bracket.pairs)))
        worse = first_worse(CRITERIA, chosen, self.field.judged(bracket.group, choice))
        if worse is not None:
            return say(f"{worse}.dubov")
        if second not in bracket.members:
            return say("dubov.order_of_upfloaters")
        return say("dubov.order")
