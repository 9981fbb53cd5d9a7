"""The Lim system (FIDE C.04.4.3, applied from 1 February 2026).

The text is a procedure that leaves much open; `docs/pairing/lim.md` lists the readings.  `tests/tavleya/pairing` pairs
small sections by an exhaustive search written from the text alone.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from tavleya.messages import Message
from tavleya.pairing.dutch.infeasible import names
from tavleya.pairing.dutch.kernel import complete, heaviest
from tavleya.pairing.dutch.pool import Pool, Preference, bits, mask_of, preference, side_of_higher
from tavleya.pairing.explaining import Options, PairedRound
from tavleya.pairing.meetings import allocated_bye
from tavleya.pairing.messages import say
from tavleya.pairing.state import BracketTrace, Pair, RoundPairing, SwissPlayer, SwissState, ordered
from tavleya.sides import Side
from tavleya.tiebreaks.table import points_text

EDITION = "lim-2026"


@dataclass(frozen=True)
class Group:
    """A scoregroup being paired: `residents`, players floated `down` and `up` into it, and the adjacent group."""

    downward: bool
    upper: bool
    residents: tuple[int, ...]
    down: tuple[int, ...]
    up: tuple[int, ...]
    adjacent: tuple[int, ...]

    @property
    def members(self) -> tuple[int, ...]:
        return (*self.residents, *self.down, *self.up)


@dataclass(frozen=True)
class ScoregroupPairing:
    """The pairing of a scoregroup; `floaters` left it, also from pairings dissolved for a blocked median (2.6)."""

    residents: tuple[int, ...]
    pairs: list[tuple[int, int]]
    floaters: tuple[int, ...]


class Field:
    """All players to be paired; `meets`: the compatible opponents (2.1), in the last round by article 6."""

    def __init__(self, state: SwissState) -> None:
        self.state = state
        self.pool = Pool(state, preference, topscorers=False)
        self.meets = self.pool.meets = self._compatible()
        self.median = state.win * (state.round_number - 1)
        players = {player.number: player for player in state.players}
        self.floated = [self._floated(players[member.number]) for member in self.pool.members]

    def _compatible(self) -> list[int]:
        pool = self.pool
        if not self.state.is_last_round:
            return pool.meets
        colourless = Pool(self.state, _no_wish, topscorers=False).meets
        same = [
            mask_of(other for other in range(pool.size) if pool.score[other] == pool.score[number])
            for number in range(pool.size)
        ]
        return [pool.meets[number] | colourless[number] & same[number] for number in range(pool.size)]

    def _floated(self, player: SwissPlayer) -> bool:
        """Return whether the player floated in the previous round (3.1): down from above the median, up from below."""
        scores, index = self.pool.scores, self.state.round_number - 2
        if index < 0:
            return False
        past, median = player.rounds[index], self.state.win * index
        if past.opponent is None:
            return False
        own, other = scores[player.number][index], scores[past.opponent][index]
        seated = (scores[each.number][index] for each in self.state.players if each.rounds[index].opponent is not None)
        last = max((score for score in seated if 2 * score <= median), default=0)
        return (other < own and 2 * own > median) or (own < other and own < last)

    def number(self, value: int) -> int:
        return self.pool.members[value].tpn

    def due(self, number: int) -> Side | None:
        return self.pool.members[number].preference.side

    def above_median(self, number: int) -> bool:
        """Return whether a player is in the median scoregroup or above."""
        return 2 * self.pool.score[number] >= self.median

    def bye(self) -> int | None:
        """Return the bye (1.1, 7.1).  Raises: CannotPair."""
        return allocated_bye(self.pool, lambda number: (self.pool.score[number], -self.number(number)))

    def pairs(self, bye: int | None) -> list[ScoregroupPairing]:
        """Return each scoregroup in the order of 2.2.

        Without players at the median score, the next lower scoregroup takes its place, paired upward (3.2.1, 3.7.3).
        """
        groups = [tuple(number for number in group if number != bye) for group in self.pool.groups]
        groups = [group for group in groups if group]
        upper = [group for group in groups if 2 * self.pool.score[group[0]] > self.median]
        others = groups[len(upper) :]
        at_median = not others or self.above_median(others[0][0])
        last, lower = (others[0] if others else ()), others[1:][::-1]
        above, down = self._towards(last, upper, downward=True)
        below, up = self._towards(last, lower, downward=False)
        while complete(mask_of((*last, *down, *up)), self.meets, None) is None:
            crack_upper = len(down) <= len(up)
            if not any(group.pairs for group in (above if crack_upper else below)):
                crack_upper = not crack_upper
            if crack_upper:
                down += _crack(above)
            else:
                up += _crack(below)
        pairings = [*above, *below]
        if last or down or up:
            final = Group(at_median, at_median, last, down, up, ())
            pairings.append(ScoregroupPairing(last, self.paired(final, ()), ()))
        return pairings

    def _towards(
        self, last: tuple[int, ...], groups: Sequence[tuple[int, ...]], *, downward: bool
    ) -> tuple[list[ScoregroupPairing], tuple[int, ...]]:
        """Pair scoregroups up to the `last`, which is not paired; return them, and the floaters into it."""
        pairings = []
        out: tuple[int, ...] = ()
        for group, adjacent in zip(groups, [*groups[1:], last], strict=False):
            scope = Group(downward, downward, group, out if downward else (), () if downward else out, adjacent)
            out = self._floaters(scope)
            pairings.append(ScoregroupPairing(group, self.paired(scope, out), out))
        return pairings, out

    def paired(self, group: Group, out: Sequence[int]) -> list[tuple[int, int]]:
        """Return the pairs of a scoregroup without its floaters `out`."""
        remaining = [member for member in group.members if member not in out]
        pairs = []
        for floater in self._in_order(group):
            if floater not in remaining:
                continue
            mate = self._opponent(floater, remaining, group)
            pairs.append((floater, mate))
            remaining = [member for member in remaining if member not in (floater, mate)]
        ranked = sorted(remaining, key=self.number, reverse=not group.downward)
        return pairs + first_pairing(ranked, self.meets, self._misses_colour)

    def _misses_colour(self, number: int, other: int) -> int:
        return int(self.due(number) is not None and self.due(number) is self.due(other))

    def _in_order(self, group: Group) -> list[int]:
        """Return the floaters in their pairing order (3.6, 3.7)."""
        down = sorted(group.down, key=lambda number: (-self.pool.score[number], self.number(number)))
        up = sorted(group.up, key=lambda number: (self.pool.score[number], -self.number(number)))
        return [*down, *up] if group.upper else [*up, *down]

    def _opponent(self, floater: int, remaining: Sequence[int], group: Group) -> int:
        """Return the opponent by 3.8, preferably a resident, who leaves the others a complete pairing."""

        def order(member: int) -> tuple[bool, bool, int]:
            is_floater = member in group.down or member in group.up
            number = self.number(member) if group.downward else -self.number(member)
            return is_floater, bool(self._misses_colour(floater, member)), number

        everyone = mask_of(remaining) & ~(1 << floater)
        for bit in sorted(bits(self.meets[floater] & everyone), key=order):
            if complete(everyone & ~(1 << bit), self.meets, None) is not None:
                return bit
        raise AssertionError("an opponent of the floater leaves the others a complete pairing")

    def _floaters(self, group: Group) -> tuple[int, ...]:
        """Return the players who leave the scoregroup (2.3, 3)."""
        if complete(mask_of(group.members), self.meets, None) is not None:
            return ()
        drawbacks = dict(self.preferred(group))
        digit, size = len(drawbacks).bit_length() + 1, len(drawbacks)
        numbered = sorted(drawbacks, key=self.number, reverse=group.downward)
        number_costs = {number: (1 << size) - (1 << size - place) for place, number in enumerate(numbered, start=1)}

        def leaving(number: int) -> int:
            """Return the cost of one more floater: first itself, then its drawbacks, then its number."""
            flags = reversed((True, *drawbacks[number]))
            return number_costs[number] + sum(flag << size + digit * place for place, flag in enumerate(flags, start=1))

        players = sorted(group.members)
        edges = {
            (number, other): leaving(first) + leaving(players[other])
            for number, first in enumerate(players)
            for other in range(number + 1, len(players))
            if self.meets[first] >> players[other] & 1
        }
        mates = heaviest(len(players), edges)
        return tuple(first for number, first in enumerate(players) if mates[number] == number)

    def preferred(self, group: Group) -> list[tuple[int, tuple[bool, ...]]]:
        """Return members by preference to float, each with the drawbacks of its floating, the worst first.

        The drawbacks are types a, b, c (3.9), a float in the previous round (3.10), and a due colour that is not the
        more frequent one (3.2.2).  Players who must float (2.3.1-2.3.3) do not count when colours are counted; if the
        others are an even number, colours do not matter (4.4.2).
        """
        adjacent, everyone = mask_of(group.adjacent), mask_of(group.members)
        forced = sorted(
            (member for member in group.members if not self.meets[member] & everyone), reverse=not group.downward
        )
        dues = [self.due(member) for member in group.members if member not in forced]
        surplus = dues.count(Side.WHITE) - dues.count(Side.BLACK) if len(dues) % 2 else 0
        excess = Side.WHITE if surplus > 0 else Side.BLACK if surplus else None

        def has_opponent(number: int) -> bool:
            """Return whether forced floaters with better claims leave a compatible opponent (3.3, 3.4)."""
            free = adjacent
            for other in forced:
                if other != number and (other < number) is group.downward:
                    opponents = self.meets[other] & free
                    spared = opponents & ~self.meets[number] or opponents
                    free &= ~(spared & -spared)
            return bool(self.meets[number] & free)

        def drawbacks(number: int) -> tuple[bool, ...]:
            able, repeated = has_opponent(number), number in (*group.down, *group.up)
            stays = able and not repeated and number not in forced
            return (
                repeated and not able,
                repeated and able,
                not repeated and not able,
                stays and self.floated[number],
                number not in forced and excess is not None and self.due(number) is not excess,
            )

        def order(number: int) -> tuple[tuple[bool, ...], int]:
            return drawbacks(number), -self.number(number) if group.downward else self.number(number)

        return [(member, drawbacks(member)) for member in sorted(group.members, key=order)]

    def board(self, first: int, second: int) -> Pair:
        """Return the pair with colours."""
        return self.coloured(first, second)[0]

    def coloured(self, number: int, other: int) -> tuple[Pair, Message]:
        """Return the pair with colours and the rule that decided them (5.3-5.6, 7.2).

        With equal histories the higher ranked player has the due colour, below the median the lower ranked.
        """
        high, low = sorted((number, other))
        first, second = self.pool.members[high], self.pool.members[low]
        if first.preference.history and not self.above_median(high):
            first, second = second, first
        side, message = side_of_higher(first.preference, second.preference, first.tpn, self.state.initial_colour)
        white, black = (first, second) if side is Side.WHITE else (second, first)
        return Pair(white.number, black.number), message


def _crack(groups: list[ScoregroupPairing]) -> tuple[int, ...]:
    """Dissolve the last pairing, next to the median scoregroup, and return its players (2.6)."""
    place, last = next((place, group) for place, group in reversed([*enumerate(groups)]) if group.pairs)
    *pairs, cracked = last.pairs
    groups[place] = replace(last, pairs=pairs, floaters=(*last.floaters, *cracked))
    return cracked


def _no_wish(player: SwissPlayer) -> Preference:
    return preference(SwissPlayer(player.number))


def colours(state: SwissState, together: Sequence[tuple[int, int]]) -> tuple[Pair, ...]:
    """Return required pairs, by starting rank, with the colours of article 5."""
    field = Field(state)
    rank = field.pool.index
    return tuple(field.board(rank[first], rank[second]) for first, second in together)


def pair(state: SwissState) -> RoundPairing:
    """Pair the coming round.  Raises: CannotPair if there is no legal pairing."""
    field = Field(state)
    bye = field.bye()
    groups = field.pairs(bye)
    boards = ordered(state, (field.board(*both) for group in groups for both in group.pairs))
    bye_number = None if bye is None else field.pool.members[bye].number
    return RoundPairing(boards, bye_number, EDITION, tuple(_trace(field, group) for group in groups if group.residents))


def _trace(field: Field, group: ScoregroupPairing) -> BracketTrace:
    numbers = field.pool.numbers
    return BracketTrace(
        score=field.pool.score[group.residents[0]],
        moved_down=(),
        residents=numbers(group.residents),
        pairs=field.pool.pairs_of(group.pairs),
        downfloaters=numbers(group.floaters),
        perfect=False,
    )


# One scoregroup of the Lim system: its floaters first, then upper half against lower half with exchanges
# (3.6-5.2).
#
# Players are ranks of a `Pool`. The tables of 4.2 and 4.3 are an order of pairings: for the first player
# (the highest numbered, or the lowest when pairing upwards) the proposed opponent, then those after them in
# the other half, then back through the first player's half; then the same for the next of the remaining
# players.

Cost = Callable[[int, int], int]


def candidates(players: Sequence[int]) -> list[int]:
    """Return the opponents of the first of `players`, in the order in which exchanges try them (4.2)."""
    half = len(players) // 2
    return [*players[half:], *reversed(players[1:half])]


def first_pairing(players: Sequence[int], meets: Sequence[int], cost: Cost) -> list[tuple[int, int]]:
    """Return the first complete pairing in the order of exchanges among those of least cost.

    `players` are in the order of scrutiny; `meets` permits a pairing of all of them.
    """
    left, pairs = list(players), []
    best = _least(left, meets, cost)
    while left:
        first = left[0]
        for second in candidates(left):
            if not meets[first] >> second & 1:
                continue
            rest = [player for player in left if player not in (first, second)]
            pair_cost = cost(first, second)
            if pair_cost > best or not _can_be_paired(rest, meets, cost, best - pair_cost):
                continue
            pairs.append((first, second))
            left, best = rest, best - pair_cost
            break
        else:
            raise AssertionError("the remaining players can be paired")
    return pairs


def _can_be_paired(players: Sequence[int], meets: Sequence[int], cost: Cost, most: int) -> bool:
    """Return whether all players can be paired at a cost of at most `most`."""
    if not most:
        free = [
            mask_of(second for second in players if meets[first] >> second & 1 and not cost(first, second))
            if first in set(players)
            else 0
            for first in range(len(meets))
        ]
        return complete(mask_of(players), free, None) is not None
    if complete(mask_of(players), meets, None) is None:
        return False
    return _least(players, meets, cost) <= most


def _least(players: Sequence[int], meets: Sequence[int], cost: Cost) -> int:
    """Return the least cost of a complete pairing."""
    size = len(players)
    edges = {
        (first, second): size + 1 - cost(players[first], players[second])
        for first in range(size)
        for second in range(first + 1, size)
        if meets[players[first]] >> players[second] & 1
    }
    mates = heaviest(size, edges)
    return sum(cost(players[first], players[mate]) for first, mate in enumerate(mates) if first < mate)


# Explanations of Lim pairings.


@dataclass(frozen=True)
class _Scoregroup:
    """`pairs` in the order of their creation, those of the floaters `incoming` first."""

    residents: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]
    floaters: tuple[int, ...]
    incoming: frozenset[int]

    @property
    def members(self) -> set[int]:
        return {number for pair in self.pairs for number in pair} | set(self.floaters)


class LimRound(PairedRound):
    """A re-paired round."""

    bye_reason = say("bye.largest_number")

    def __init__(self, state: SwissState, options: Options) -> None:
        self.field = Field(state)
        super().__init__(self.field.pool, self.field.bye())

    @cached_property
    def groups(self) -> list[_Scoregroup]:
        return [self._group(pairing) for pairing in self.field.pairs(self.bye)]

    def pairs(self) -> Iterable[tuple[int, int]]:
        return (pair for group in self.groups for pair in group.pairs)

    @staticmethod
    def _group(pairing: ScoregroupPairing) -> _Scoregroup:
        members = {number for pair in pairing.pairs for number in pair} | set(pairing.floaters)
        incoming = frozenset(members - set(pairing.residents))
        return _Scoregroup(pairing.residents, tuple(pairing.pairs), pairing.floaters, incoming)

    def rule(self, first: int, second: int) -> Message:
        return self.field.coloured(first, second)[1]

    def told(self, first: int, second: int) -> list[Message]:
        group, pair = next((group, pair) for group in self.groups for pair in group.pairs if first in pair)
        messages = [self._bracket(group)]
        if pair[0] in group.incoming:
            return [*messages, say("lim.floater", one=self.pool.members[pair[0]].number)]
        place = group.pairs.index(pair)
        rest = [rank for two in group.pairs[place:] for rank in two]
        # Downward the lowest number is scrutinised first, upward the highest (4.2).
        upward = pair[0] == max(rest, key=self.field.number)
        left = sorted(rest, key=self.field.number, reverse=upward)
        order = candidates(left)
        earlier = order[: order.index(pair[1])]
        return messages + self.instead(
            pair[0], earlier, lambda mate: self._passed(pair[0], mate, left), say("lim.first")
        )

    def _bracket(self, group: _Scoregroup) -> Message:
        incoming = names(self.pool, mask_of(group.incoming)) or say("nobody")
        if not group.residents:
            return say("lim.floaters_alone", floaters=incoming)
        score = points_text(self.pool.score[group.residents[0]])
        return say("lim.group", score=score, residents=len(group.residents), floaters=incoming)

    def _passed(self, number: int, other: int, left: Sequence[int]) -> Message:
        rest = mask_of(left) & ~(1 << number) & ~(1 << other)
        stuck = complete(rest, self.pool.meets, None) is None
        return say("dubov.others_stuck" if stuck else "lim.colours")

    def against(self, first: int, second: int) -> Message:
        if any({first, second} <= group.members - set(group.floaters) for group in self.groups):
            return say("lim.order")
        return say("lim.float")
