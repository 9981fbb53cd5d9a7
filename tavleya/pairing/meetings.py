"""Meetings: checks of round robins paired by hand, choice of upfloaters, and seeding from groups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from tavleya.messages import Message
from tavleya.pairing.dutch.infeasible import infeasible_error
from tavleya.pairing.dutch.kernel import complete, heaviest
from tavleya.pairing.dutch.pool import Pool, bits, mask_of
from tavleya.pairing.knockout import bracket_size, seed_order
from tavleya.pairing.messages import say

#: Starting numbers of White and Black at each board of a round.
Boards = Sequence[tuple[int, int]]
_IN_A_ROW = 3


def breaches(rounds: Sequence[Boards], meetings: int) -> tuple[Message, ...]:
    """Return the breaches of the last of these rounds.

    Opponents meet `meetings` times: 1, or 2 with the colours reversed.

    No pair may meet more often (C.05, 3) or twice with the same colours, and in a double round robin no player may have
    the same colour in three rounds in a row.
    """
    return (*_too_often(rounds, meetings), *(_same_colour(rounds) if meetings > 1 else ()))


def yet_to_meet(rounds: Sequence[Boards], players: Collection[int], meetings: int) -> list[tuple[int, int]]:
    """Return the pairs with missing meetings, the lower number first, once per missing meeting."""
    met = _met(rounds)
    missing = []
    for pair in combinations(sorted(players), 2):
        missing += [pair] * max(0, meetings - met[frozenset(pair)])
    return missing


def cannot_be_met(rounds: Sequence[Boards], players: Collection[int], meetings: int, planned: int) -> tuple[int, ...]:
    """Return the players who have more opponents left than planned rounds."""
    left = Counter(number for pair in yet_to_meet(rounds, players, meetings) for number in pair)
    return tuple(number for number in sorted(players) if left[number] > planned - len(rounds))


def _met(rounds: Sequence[Boards]) -> Counter[frozenset[int]]:
    return Counter(frozenset(board) for boards in rounds for board in boards)


def _too_often(rounds: Sequence[Boards], meetings: int) -> Iterator[Message]:
    met = _met(rounds)
    for white, black in rounds[-1] if rounds else ():
        if met[frozenset((white, black))] > meetings:
            yield say("met_too_often", one=white, other=black)


def _same_colour(rounds: Sequence[Boards]) -> Iterator[Message]:
    earlier = Counter(board for boards in rounds[:-1] for board in boards)
    for white, black in rounds[-1] if rounds else ():
        if earlier[white, black]:
            yield say("met_with_colours", one=white, other=black)
    sides_by_round = [{number: side for board in boards for side, number in enumerate(board)} for boards in rounds]
    for number in sorted(sides_by_round[-1] if sides_by_round else ()):
        last = [sides.get(number) for sides in sides_by_round[-_IN_A_ROW:]]
        if len(last) == _IN_A_ROW and len(set(last)) == 1:
            yield say("colour_three_times", number=number)


# Common parts of systems that pair the scoregroups from the top and complete each with upfloaters from
# below.
#
# Ranks are those of a `Pool`: by score, then by pairing number. A set of upfloaters is as small as
# possible, then of the highest scores, then as good as possible by the criteria of the system, then the
# first in the order of ranks. All this is one matching of greatest weight.

#: The cost of a pair, the higher rank first, in each criterion of the system, the most important first.
PairCost = Callable[[int, int], tuple[int, ...]]
Wanted = Callable[[int, int], bool]


@dataclass(frozen=True, slots=True)
class TopScoregroup:
    """`residents`: the unpaired players of the highest score.  `below`: all other unpaired players.  Both by rank."""

    residents: tuple[int, ...]
    below: tuple[int, ...]

    @classmethod
    def of(cls, pool: Pool, left: Iterable[int]) -> TopScoregroup:
        ranked = sorted(left)
        count = sum(pool.score[number] == pool.score[ranked[0]] for number in ranked)
        return cls(tuple(ranked[:count]), tuple(ranked[count:]))

    def following(self, pool: Pool) -> tuple[int, ...]:
        """Return the next scoregroup."""
        return tuple(number for number in self.below if pool.score[number] == pool.score[self.below[0]])


@dataclass(frozen=True, slots=True)
class UpfloaterChoice:
    """`upfloaters` by rank; `mates`: one of the best pairings of the bracket by the system's criteria."""

    upfloaters: tuple[int, ...]
    mates: dict[int, int]


def allocated_bye(pool: Pool, order: Callable[[int], tuple[int, ...]]) -> int | None:
    """Return the bye: the first in `order` who may have it and leaves the others a legal pairing.

    None with an even number.  Raises: CannotPair.
    """
    everyone = (1 << pool.size) - 1
    if pool.size % 2 == 0:
        if pool.size and complete(everyone, pool.meets, None) is None:
            raise infeasible_error(pool)
        return None
    for bit in sorted(bits(pool.bye_allowed), key=order):
        if complete(everyone & ~(1 << bit), pool.meets, None) is not None:
            return bit
    raise infeasible_error(pool)


def choose(
    pool: Pool,
    group: TopScoregroup,
    cost: PairCost,
    wanted: Wanted | None = None,
    serves: Callable[[tuple[int, ...]], bool] | None = None,
) -> UpfloaterChoice | None:
    """Choose the bracket's upfloaters; None if no `wanted` pairing leaves all players an opponent.

    The next scoregroup alone is tried first: if it gives as few as parity allows and all players below can still be
    paired, no other choice is better.  `serves`: whether these upfloaters are also optimal for the criteria about lower
    brackets; without it, none are.
    """
    needed = len(group.residents) % 2
    scopes = [(group.following(pool), False)] if group.below else []
    for lower, whole in (*scopes, (group.below, True)):
        mates = _matched(pool, group.residents, lower, cost, wanted, whole=whole)
        if mates is None:
            continue
        floats = tuple(sorted(mates[resident] for resident in group.residents if mates[resident] in set(lower)))
        bracket = {resident: mates[resident] for resident in (*group.residents, *floats)}
        if whole:
            return UpfloaterChoice(floats, bracket)
        rest = mask_of(group.below) & ~mask_of(floats)
        if len(floats) == needed and complete(rest, pool.meets, None) is not None:
            if serves is None or serves(floats):
                return UpfloaterChoice(floats, bracket)
    return None


def _matched(
    pool: Pool, residents: Sequence[int], lower: Sequence[int], cost: PairCost, wanted: Wanted | None, *, whole: bool
) -> dict[int, int] | None:
    """Return mates of all residents, and if `whole` of all other players too, at the least cost; None if impossible."""
    players = (*residents, *lower)
    top = len(residents)
    scores = sorted({pool.score[number] for number in lower}, reverse=True)
    depth = {score: place for place, score in enumerate(scores)}
    digit = (4 * len(players) * max(pool.state.round_number, 2)).bit_length()
    criteria = len(cost(*players[:2]))
    floats = len(lower) + digit * criteria
    most = floats + digit * (len(scores) + 2)
    edges = {}
    for number, first in enumerate(players if whole else residents):
        meets = pool.meets[first]
        for other in range(number + 1, len(players)):
            second = players[other]
            if not meets >> second & 1 or (wanted is not None and not wanted(first, second)):
                continue
            total = 0
            for value in cost(first, second):
                total = (total << digit) + value
            total <<= len(lower)
            if number < top <= other:
                total += 1 << most - digit
                total += 1 << floats + digit * depth[pool.score[second]]
                total -= 1 << len(players) - 1 - other
            ends = 2 if whole or other < top else 1
            edges[number, other] = (ends << most) - total
    mates = heaviest(len(players), edges)
    if any(mates[place] == place for place in range(len(players) if whole else top)):
        return None
    return {players[place]: players[mate] for place, mate in enumerate(mates)}


def first_by_identifier(
    size: int, may_meet: Callable[[int, int], bool], cost: Callable[[int, int], int]
) -> list[tuple[int, int]] | None:
    """Return the pairs of all of 0 … size-1 at the least cost; among equals the first in the order of identifiers.

    The smaller of two is the top member; an identifier is the top members in order, then their partners (C.04.5 and
    C.04.6, 3.6).  None if not all can be paired.
    """
    half = size // 2
    straight = [(first, first + half) for first in range(half)]
    if all(may_meet(*pair) and not cost(*pair) for pair in straight):
        return straight
    costs = {
        (first, second): cost(first, second)
        for first in range(size)
        for second in range(first + 1, size)
        if may_meet(first, second)
    }
    tops = _cheapest(size, {pair: (worth << size) - (1 << size - 1 - pair[0]) for pair, worth in costs.items()})
    if tops is None:
        return None
    rank = {first: place for place, (first, _) in enumerate(tops)}
    digit = size.bit_length()
    return _cheapest(
        size,
        {
            (first, second): (worth << digit * half) + (second << digit * (half - 1 - rank[first]))
            for (first, second), worth in costs.items()
            if first in rank and second not in rank
        },
    )


def _cheapest(size: int, costs: dict[tuple[int, int], int]) -> list[tuple[int, int]] | None:
    """Return the complete pairs of least total cost, in order; None if a player is left over."""
    if not costs:
        return None if size else []
    least = min(costs.values())
    most = (max(costs.values()) - least + 1) * (size + 1)
    mates = heaviest(size, {pair: most - (worth - least) for pair, worth in costs.items()})
    if any(number == mate for number, mate in enumerate(mates)):
        return None
    return [(number, mate) for number, mate in enumerate(mates) if number < mate]


# Seeding of a bracket from groups: the seeds of the players qualified from each group.
#
# The winners of the groups are the first seeds, in the order of the groups; then the runners-up, and so on.
# The seeds of one place are arranged so that players of the same group meet as late as possible. If this
# leaves a choice, a winner meets the runner-up of the neighbouring group: A1-B2, B1-A2, C1-D2, D1-C2.


@dataclass(frozen=True, slots=True)
class Qualified:
    """The player on `place`, from 1, in a group, from 0."""

    group: int
    place: int


def seeds(groups: int, each: int) -> tuple[Qualified, ...]:
    """Return the seeds from the first: `each` of every group.  Raises: ValueError if there are none."""
    if groups < 1 or each < 1:
        raise ValueError("at least one player of one group qualifies")
    size = bracket_size(groups * each)
    indexes = {seed: index for index, seed in enumerate(seed_order(size))}
    taken: list[list[int]] = [[group + 1] for group in range(groups)]
    for place in range(2, each + 1):
        block = range((place - 1) * groups + 1, place * groups + 1)
        for group, seed in enumerate(_block(block, taken, indexes, size)):
            taken[group].append(seed)
    by_seed = {
        seed: Qualified(group, place) for group, own in enumerate(taken) for place, seed in enumerate(own, start=1)
    }
    return tuple(by_seed[seed] for seed in sorted(by_seed))


def stage_of_meeting(number: int, other: int, place: dict[int, int]) -> int:
    """Return the first stage, from 1, in which two seeds can meet; `place`: their places in the bracket, from 0."""
    return (place[number] ^ place[other]).bit_length()


def _block(seeds: range, taken: Sequence[Sequence[int]], place: dict[int, int], size: int) -> list[int]:
    """Return the seed of one place for each group."""
    for least in range(size.bit_length() - 1, 0, -1):

        def late(group: int, seed: int, least: int = least) -> bool:
            return all(stage_of_meeting(seed, own, place) >= least for own in taken[group])

        if _fits(list(range(len(taken))), list(seeds), late):
            return _first(seeds, taken, late, size)
    raise AssertionError("any two players may meet in the first stage")


def _first(seeds: range, taken: Sequence[Sequence[int]], late: Callable[[int, int], bool], size: int) -> list[int]:
    """Assign groups to seeds, from the last seed up: the preferred group if the others still fit."""
    winners = {own[0]: group for group, own in enumerate(taken)}
    left, free = list(range(len(taken))), list(seeds)
    result: dict[int, int] = {}
    for seed in reversed(seeds):
        free.remove(seed)
        opponent = winners.get(size + 1 - seed)
        wanted = sorted(left, key=lambda group: (opponent is None or group != opponent ^ 1, -group))
        for group in wanted:
            others = [other for other in left if other != group]
            if late(group, seed) and _fits(others, free, late):
                result[group] = seed
                left = others
                break
    return [result[group] for group in range(len(taken))]


def _fits(groups: Sequence[int], seeds: Sequence[int], late: Callable[[int, int], bool]) -> bool:
    """Return whether every group can have a different one of these seeds."""
    owner: dict[int, int] = {}

    def place(group: int, tried: set[int]) -> bool:
        for seed in seeds:
            if seed in tried or not late(group, seed):
                continue
            tried.add(seed)
            if seed not in owner or place(owner[seed], tried):
                owner[seed] = group
                return True
        return False

    return all(place(group, set()) for group in groups)
