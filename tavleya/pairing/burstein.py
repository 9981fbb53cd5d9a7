"""The Burstein system (FIDE C.04.4.2, applied from 1 February 2026).

The first rounds are those of the Dutch system; afterwards brackets are folded by the opposition of the players.  C7 is
read literally: floaters are chosen by C1-C6 of the following bracket, without its colours.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from tavleya.messages import Message
from tavleya.pairing import dutch, legality
from tavleya.pairing.dutch.engine import board as dutch_board
from tavleya.pairing.dutch.kernel import complete, heaviest
from tavleya.pairing.dutch.pool import Pool, mask_of, preference, side_of_higher
from tavleya.pairing.explaining import DutchRound, Options, PairedRound, Pairs, first_worse, only
from tavleya.pairing.meetings import allocated_bye
from tavleya.pairing.messages import say
from tavleya.pairing.state import BracketTrace, Pair, RoundOutcome, RoundPairing, SwissPlayer, SwissState, ordered
from tavleya.sides import Side

# Opposition and the order of a bracket by the Burstein system (C.04.4.2, 1.7 and 1.8).
#
# Interpretation: a series of zero-point byes lasts *up to the current round* if the player is also absent
# from the round being paired; a player of the current round, for instance a late entry, has no such series.


def opposition(state: SwissState) -> dict[int, tuple[int, int]]:
    """Return Buchholz and Sonneborn-Berger by starting rank, in half-points and their squares; without virtual points.

    An unplayed round is a game of the player against themselves with the points received (1.7.2).
    """
    own = {player.number: sum(past.points for past in player.rounds) for player in state.players}
    for_others = {player.number: own[player.number] + _virtual_draws(state, player) for player in state.players}
    result = {}
    for player in state.players:
        scores = [
            for_others[past.opponent]
            if past.happened is RoundOutcome.PLAYED and past.opponent in for_others
            else own[player.number]
            for past in player.rounds
        ]
        products = (score * past.points for score, past in zip(scores, player.rounds, strict=True))
        result[player.number] = sum(scores), sum(products)
    return result


def _virtual_draws(state: SwissState, player: SwissPlayer) -> int:
    """Return the points that a series of zero-point byes up to now adds for earlier opponents (1.7.2, exception)."""
    if player.number not in state.absent:
        return 0
    missed = 0
    for past in reversed(player.rounds):
        if past.happened is not RoundOutcome.BYE or past.points:
            break
        missed += 1
    return missed * (state.win // 2)


# One bracket of the Burstein system (C.04.4.2, 3.2 and 4) by one exact matching.
#
# Weights rank the criteria, and below them the order of pairings: the opponent of number 1 as large as
# possible, then that of number 2, and so on; a floater has 0.

Wanted = Callable[[int, int], bool]


@dataclass(frozen=True, slots=True)
class Scope:
    """Ranks of the pool: `members` of the bracket in the order of 1.8, the `following` scoregroup, and all `below`."""

    members: tuple[int, ...]
    following: tuple[int, ...] = ()
    below: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class BracketPairing:
    """The pairing of a bracket.

    `pairs` are (smaller, larger number) by the smaller; `left` are the players that the following bracket leaves over.
    """

    pairs: tuple[tuple[int, int], ...]
    floaters: tuple[int, ...]
    left: tuple[int, ...] = ()


def settle(pool: Pool, scope: Scope, wanted: Wanted | None = None) -> BracketPairing | None:
    """Return the first pairing (art. 4) that complies best with C1-C8; None if no `wanted` pairing complies with C4.

    The bracket is tried alone first, then with the next one, then with all below.  Each smaller problem has fewer
    constraints than the full one, so its result is the best if it leaves the other players a complete pairing.
    """
    for following in dict.fromkeys(((), scope.following)):
        settled = _solve(pool, Scope(scope.members, following), wanted, whole=False)
        if settled.floaters and not following and scope.following:
            continue
        others = set(scope.following) - set(following)
        rest = mask_of((*settled.left, *others, *scope.below))
        if complete(rest, pool.meets, None) is not None:
            return settled
    solved = _solve(pool, scope, wanted, whole=True)
    seated = {number for pair in solved.pairs for number in pair}
    rest = mask_of((*scope.members, *scope.following, *scope.below)) & ~mask_of(seated)
    return solved if complete(rest, pool.meets, None) is not None else None


def _solve(pool: Pool, scope: Scope, wanted: Wanted | None, *, whole: bool) -> BracketPairing:
    players = (*scope.members, *scope.following, *scope.below)
    size, inside = len(scope.members), len(scope.members) + len(scope.following)
    weights = _Weights(pool, players, size, inside)
    edges = {}
    for place, first in enumerate(players):
        for other in range(place + 1, len(players)):
            second = players[other]
            if not pool.meets[first] >> second & 1 or (wanted is not None and not wanted(first, second)):
                continue
            edges[place, other] = weights.of_pair(place, other) + (weights.any_pair if whole else 0)
    mates = heaviest(len(players), edges)
    places = [(place, mates[place]) for place in range(size) if place < mates[place] < size]
    return BracketPairing(
        tuple((players[place], players[other]) for place, other in places),
        tuple(players[place] for place in range(size) if mates[place] >= size or mates[place] == place),
        tuple(players[place] for place in range(inside) if mates[place] >= inside or mates[place] == place),
    )


class _Weights:
    """The weight of a pair of places: the misses of C5-C7 that it avoids, less its colours, and its order."""

    def __init__(self, pool: Pool, players: Sequence[int], size: int, inside: int) -> None:
        self.pool, self.players, self.size, self.inside = pool, players, size, inside
        self.digit = (2 * len(players) + 2).bit_length()
        scores = sorted({pool.score[player] for player in players[:inside]})
        self.depth = {score: place for place, score in enumerate(scores)}
        self.c8 = self.digit * size
        self.c7 = self.c8 + self.digit
        self.c6 = self.c7 + self.digit * (len(scores) + 1)
        self.top = self.c6 + self.digit * (len(scores) + 1)
        self.any_pair = 1 << self.top + self.digit

    def of_pair(self, first: int, second: int) -> int:
        if second >= self.inside:
            return 0
        total = self._saved(first, self.c7) + self._saved(second, self.c7)
        if second >= self.size:
            return total
        total += self._saved(first, self.c6) + self._saved(second, self.c6)
        total += second + 1 << self.digit * (self.size - 1 - first)
        return total - (misses_colour(self.pool, self.players[first], self.players[second]) << self.c8)

    def _saved(self, place: int, criterion: int) -> int:
        """Return the weight of one fewer unpaired player, and of one fewer with that score."""
        depth = self.depth[self.pool.score[self.players[place]]]
        return (1 << criterion + self.digit * len(self.depth)) + (1 << criterion + self.digit * depth)


def misses_colour(pool: Pool, number: int, other: int) -> int:
    """Return how many of a pair miss their preferred colour (C8)."""
    side = pool.members[number].preference.side
    return int(side is not None and side is pool.members[other].preference.side)


EDITION = "burstein-2026"
CRITERIA = ("C5", "C6", "C7", "C8")


def is_seeding(state: SwissState) -> bool:
    """Return whether the round is one of the first, which the Dutch system pairs (1.6)."""
    return state.round_number <= min(state.rounds // 2, 4)


@dataclass(frozen=True)
class Bracket:
    """A bracket, its pairing, and the brackets below; `incoming`: players who floated into it."""

    scope: Scope
    incoming: tuple[int, ...]
    settled: BracketPairing


class Field:
    """All players to be paired; ranks are by score, `order[rank]` is the place by opposition (1.8)."""

    def __init__(self, state: SwissState) -> None:
        self.state = state
        self.pool = Pool(state, preference, topscorers=False)
        self.index = opposition(state)
        ranked = sorted(range(self.pool.size), key=self._ranking)
        self.order = {rank: place for place, rank in enumerate(ranked)}

    def _ranking(self, rank: int) -> tuple[int, int, int]:
        member = self.pool.members[rank]
        buchholz, berger = self.index[member.number]
        return -buchholz, -berger, member.tpn

    def bye(self) -> int | None:
        """Return the bye (3.1).  Raises: CannotPair."""

        def order(rank: int) -> tuple[int, ...]:
            member = self.pool.members[rank]
            return member.score, member.unplayed, -self.order[rank]

        return allocated_bye(self.pool, order)

    def brackets(self, bye: int | None) -> Iterator[Bracket]:
        """Yield the brackets from the top, each with the floaters of the previous one (1.9.2)."""
        groups = [[rank for rank in group if rank != bye] for group in self.pool.groups]
        groups = [group for group in groups if group]
        incoming: tuple[int, ...] = ()
        for place, group in enumerate(groups):
            following = tuple(groups[place + 1]) if place + 1 < len(groups) else ()
            below = tuple(rank for lower in groups[place + 2 :] for rank in lower)
            members = tuple(sorted((*incoming, *group), key=self.order.__getitem__))
            scope = Scope(members, following, below)
            settled = settle(self.pool, scope)
            assert settled is not None, "each bracket leaves the lower ones a complete pairing"
            yield Bracket(scope, incoming, settled)
            incoming = settled.floaters

    def ranked(self, first: int, second: int) -> tuple[int, int]:
        """Return the two by 1.8, the higher first."""
        return (first, second) if self.order[first] < self.order[second] else (second, first)

    def board(self, first: int, second: int) -> Pair:
        """Return the pair with colours (art. 5)."""
        high, low = (self.pool.members[place] for place in self.ranked(first, second))
        side, _ = side_of_higher(high.preference, low.preference, high.tpn, self.state.initial_colour)
        return Pair(high.number, low.number) if side is Side.WHITE else Pair(low.number, high.number)

    def judged(self, settled: BracketPairing, left: tuple[int, ...]) -> dict[str, tuple[int, ...]]:
        """Return C5-C8 of a bracket, smaller is better; `left`: players that the following bracket does not pair."""
        missed = sum(misses_colour(self.pool, *both) for both in settled.pairs)
        c7 = (len(left), *self._scores(left)) if settled.floaters else ()
        values = (len(settled.floaters),), self._scores(settled.floaters), c7, (missed,)
        return dict(zip(CRITERIA, values, strict=True))

    def _scores(self, places: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted((self.pool.score[place] for place in places), reverse=True))


def colours(state: SwissState, together: Sequence[tuple[int, int]]) -> tuple[Pair, ...]:
    """Return required pairs, by starting rank, with the colours of article 5 (of the Dutch system in its rounds)."""
    if is_seeding(state):
        pool = Pool(state)
        return tuple(dutch_board(pool, pool.index[first], pool.index[second]) for first, second in together)
    field = Field(state)
    rank = field.pool.index
    return tuple(field.board(rank[first], rank[second]) for first, second in together)


def pair(state: SwissState, progress: Callable[[int, int], None] | None = None) -> RoundPairing:
    """Pair the coming round.  Raises: CannotPair if there is no legal pairing (1.9.3)."""
    if is_seeding(state):
        return replace(dutch.pair(state, progress=progress), edition=EDITION)
    field = Field(state)
    bye = field.bye()
    brackets = tuple(field.brackets(bye))
    boards = ordered(state, (field.board(*both) for bracket in brackets for both in bracket.settled.pairs))
    bye_number = None if bye is None else field.pool.members[bye].number
    return RoundPairing(boards, bye_number, EDITION, tuple(_trace(field, bracket) for bracket in brackets))


def _trace(field: Field, bracket: Bracket) -> BracketTrace:
    numbers, settled = field.pool.numbers, bracket.settled
    criteria = field.judged(settled, ())
    residents = tuple(member for member in bracket.scope.members if member not in bracket.incoming)
    return BracketTrace(
        score=field.pool.score[residents[0]],
        moved_down=numbers(bracket.incoming),
        residents=numbers(residents),
        pairs=field.pool.pairs_of(settled.pairs),
        downfloaters=numbers(settled.floaters),
        criteria={f"{name}.burstein": value for name, value in criteria.items() if any(value) and name != "C7"},
        perfect=not any(any(value) for value in criteria.values()),
    )


def check(state: SwissState, pairs: Iterable[Pair | tuple[int, int]], bye: int | None) -> tuple[Message, ...]:
    """Return the breaches of these boards and this bye by the rules of the round; the first rounds are Dutch."""
    if is_seeding(state):
        return legality.check(state, pairs, bye)
    return legality.check_without_topscorers(state, pairs, bye)


# Explanations; seeding rounds are explained as Dutch ones.


class SeedingRound(DutchRound):
    """A round that the Dutch system pairs."""

    preface = (say("burstein.seeding"),)


class BursteinRound(PairedRound):
    """A re-paired round."""

    bye_reason = say("bye.least_opposition")

    def __init__(self, state: SwissState) -> None:
        self.field = Field(state)
        super().__init__(self.field.pool, self.field.bye())

    @cached_property
    def brackets(self) -> tuple[Bracket, ...]:
        return tuple(self.field.brackets(self.bye))

    def pairs(self) -> Iterable[tuple[int, int]]:
        return (pair for bracket in self.brackets for pair in bracket.settled.pairs)

    def rule(self, first: int, second: int) -> Message:
        return super().rule(*self.field.ranked(first, second))

    def told(self, member: int, other: int) -> list[Message]:
        index, bracket = next(
            (index, bracket)
            for index, bracket in enumerate(self.brackets)
            for pair in bracket.settled.pairs
            if member in pair
        )
        members, pairs = bracket.scope.members, bracket.settled.pairs
        top, bottom = self.field.ranked(member, other)
        residents = [member for member in members if member not in bracket.incoming]
        messages = [
            self.bracket_with_moved_down(residents, bracket.incoming),
            say(
                "burstein.places",
                **self.numbers(top, bottom),
                place=members.index(top) + 1,
                second=members.index(bottom) + 1,
            ),
        ]
        before = pairs[: pairs.index((top, bottom))]
        paired = {rank for pair in before for rank in pair}
        larger = [rank for rank in members[::-1] if self.field.order[rank] > self.field.order[bottom]]
        earlier = [rank for rank in larger if rank not in paired]
        return messages + self.instead(
            top, earlier, lambda rank: self._forced(index, (*before, (top, rank))), say("burstein.first")
        )

    def against(self, first: int, second: int) -> Message:
        index = next(
            index
            for index, bracket in enumerate(self.brackets)
            if first in bracket.scope.members or second in bracket.scope.members
        )
        if {first, second} <= set(self.brackets[index].scope.members):
            return self._forced(index, ((first, second),))
        home = next(index for index, bracket in enumerate(self.brackets) if second in bracket.scope.members)
        if first in self.brackets[home].scope.members:
            return self._forced(home, ((first, second),))
        return say("burstein.above", one=self.pool.members[first].number)

    def _forced(self, index: int, pairs: Pairs) -> Message:
        """Return the criterion by which the best pairing with these pairs is worse than the chosen one."""
        bracket = self.brackets[index]
        settled = settle(self.pool, bracket.scope, only(pairs))
        if settled is None:
            return say("C4.rest")
        following = self.brackets[index + 1].settled.floaters if index + 1 < len(self.brackets) else ()
        chosen = self.field.judged(bracket.settled, following)
        worse = first_worse(CRITERIA, chosen, self.field.judged(settled, settled.left))
        return say(f"{worse}.burstein") if worse else say("burstein.order")


def paired_round(state: SwissState, options: Options) -> PairedRound:
    """Pair the round again."""
    return SeedingRound(state, options) if is_seeding(state) else BursteinRound(state)
