"""The Lim system (FIDE C.04.4.3, applied from 1 February 2026).

The text is a procedure that leaves much open, and no other known program can confirm this one.  Interpretations:

- Floaters (2.3, 3) are one choice for each scoregroup: as few as possible, of the least disadvantage (3.9), preferably
  not floaters of the previous round (3.10), preferably of the colour that is due to more (3.2.2), then the lowest
  numbered when pairing downward and the highest upward (3.2.4).  All remaining players must still have an opponent, so
  that the median scoregroup is never blocked (2.6 has no effect) and no player is left over in the lower half.
- The second scrutiny (5.2) prefers pairings in which more players get the due colour; of those, the first in the order
  of exchanges (4.2, 4.3).  The due colour evens out the history, else alternates.
- A floater meets the first player due the other colour whom the others can spare (3.8), else the first at all.
- The bye must leave the others a pairing, as in the other systems.
- Maxi-tournaments (3.2.3, 3.8, 5.7) are not offered.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from tavleya.messages import Message
from tavleya.pairing.boards import ordered
from tavleya.pairing.dutch.colours import Preference, preference, side_of_higher
from tavleya.pairing.dutch.completion import complete
from tavleya.pairing.dutch.kernel import heaviest
from tavleya.pairing.dutch.pool import Pool, bits, mask_of
from tavleya.pairing.meetings import allocated_bye
from tavleya.pairing.state import BracketTrace, Pair, RoundOutcome, RoundPairing, SwissPlayer, SwissState
from tavleya.sides import Side

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


class Field:
    """All players to be paired; `meets`: the compatible opponents (2.1), in the last round by article 6."""

    def __init__(self, state: SwissState) -> None:
        self.state = state
        self.pool = Pool(state, preference, topscorers=False)
        self.meets = self.pool.meets = self._compatible()
        self.median = state.win * (state.round_number - 1)
        players = {player.number: player for player in state.players}
        floats = (self._floated(players[member.number]) for member in self.pool.members)
        self.floated = list(floats)

    def _compatible(self) -> list[int]:
        pool = self.pool
        if not self.state.is_last_round:
            return pool.meets
        anyhow = Pool(self.state, _no_wish, topscorers=False).meets
        same = [
            mask_of(other for other in range(pool.size) if pool.score[other] == pool.score[number])
            for number in range(pool.size)
        ]
        return [pool.meets[number] | anyhow[number] & same[number] for number in range(pool.size)]

    def _floated(self, player: SwissPlayer) -> bool:
        """Return whether the last game was against an opponent of another score."""
        scores, at = self.pool.scores, self.state.round_number - 2
        if at < 0:
            return False
        past = player.rounds[at]
        played = past.happened is RoundOutcome.PLAYED and past.opponent in scores
        return played and scores[past.opponent or 0][at] != scores[player.number][at]

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

    def pairs(self, bye: int | None) -> list[tuple[tuple[int, ...], list[tuple[int, int]], tuple[int, ...]]]:
        """Return each scoregroup in the order of 2.2: its residents, its pairs, its floaters."""
        groups = [[number for number in group if number != bye] for group in self.pool.groups]
        groups = [group for group in groups if group]
        upper = [group for group in groups if 2 * self.pool.score[group[0]] > self.median]
        median = [group for group in groups if 2 * self.pool.score[group[0]] == self.median]
        lower = [group for group in groups if 2 * self.pool.score[group[0]] < self.median]
        left = {number for group in groups for number in group}
        created = []
        down: tuple[int, ...] = ()
        for place, group in enumerate(upper):
            following = [*upper[place + 1 :], *median, *reversed(lower)]
            adjacent = tuple(following[0]) if following else ()
            scope = Group(True, True, tuple(group), down, (), adjacent)
            pairs, down = self.paired(scope, left)
            created.append((tuple(group), pairs, down))
        up: tuple[int, ...] = ()
        for place, group in enumerate(reversed(lower)):
            following = [*list(reversed(lower))[place + 1 :], *median]
            last = not following
            adjacent = tuple(following[0]) if following else ()
            scope = Group(False, False, tuple(group), down if last else (), up, adjacent)
            pairs, up = self.paired(scope, left)
            down = () if last else down
            created.append((tuple(group), pairs, up))
        if median or down or up:
            group = median[0] if median else []
            scope = Group(True, True, tuple(group), down, up, ())
            pairs, rest = self.paired(scope, left)
            assert not rest, "nobody is left over at the end"
            created.append((tuple(group), pairs, ()))
        return created

    def paired(self, group: Group, left: set[int]) -> tuple[list[tuple[int, int]], tuple[int, ...]]:
        """Return the pairs of a scoregroup, which leave `left`, and its floaters."""
        out = self._floaters(group, left)
        arguments = [member for member in group.members if member not in out]
        pairs = []
        for floater in self._in_order(group):
            if floater not in arguments:
                continue
            mate = self._opponent(floater, arguments, group)
            pairs.append((floater, mate))
            arguments = [member for member in arguments if member not in (floater, mate)]
        ranked = sorted(arguments, key=self.number, reverse=not group.downward)
        pairs += first_pairing(ranked, self.meets, self._misses_colour)
        left -= {member for pair in pairs for member in pair}
        return pairs, out

    def _misses_colour(self, number: int, other: int) -> int:
        return int(self.due(number) is not None and self.due(number) is self.due(other))

    def _in_order(self, group: Group) -> list[int]:
        """Return the floaters in their pairing order (3.6, 3.7)."""
        down = sorted(group.down, key=lambda number: (-self.pool.score[number], self.number(number)))
        up = sorted(group.up, key=lambda number: (self.pool.score[number], -self.number(number)))
        return [*down, *up] if group.upper else [*up, *down]

    def _opponent(self, floater: int, arguments: Sequence[int], group: Group) -> int:
        """Return the opponent by 3.8 among those whom the others can spare, preferably a resident."""

        def order(value: int) -> tuple[bool, bool, int]:
            other = value in group.down or value in group.up
            number = self.number(value) if group.downward else -self.number(value)
            return other, bool(self._misses_colour(floater, value)), number

        everyone = mask_of(arguments) & ~(1 << floater)
        for bit in sorted(bits(self.meets[floater] & everyone), key=order):
            if complete(everyone & ~(1 << bit), self.meets, None) is not None:
                return bit
        raise AssertionError("those who are here can be paired")

    def _floaters(self, group: Group, left: set[int]) -> tuple[int, ...]:
        """Return the players who leave the scoregroup (2.3, 3)."""
        members = mask_of(group.members)
        others = mask_of(left) & ~members
        if complete(members, self.meets, None) is not None and complete(others, self.meets, None) is not None:
            return ()
        order = self.preferred(group)
        worth = {number: 1 << place for place, (number, _) in enumerate(order)}
        kinds = dict(order)
        digit, size = len(left).bit_length() + 1, len(order)

        def leaving(number: int) -> int:
            """Return the cost of one more floater: its kind, and its place within the kind."""
            kind = 5 - kinds[number]
            return (1 << size + digit * 6) + (1 << size + digit * kind) + worth[number]

        players = sorted(left)
        most = 1 << size + digit * 8
        edges = {}
        for number, first in enumerate(players):
            for other in range(number + 1, len(players)):
                second = players[other]
                if not self.meets[first] >> second & 1:
                    continue
                inside = members >> first & 1, members >> second & 1
                total = leaving(first if inside[0] else second) if inside[0] != inside[1] else 0
                edges[number, other] = most - total
        mates = heaviest(len(players), edges)
        return tuple(
            first
            for number, first in enumerate(players)
            if members >> first & 1 and not members >> players[mates[number]] & 1
        )

    def preferred(self, group: Group) -> list[tuple[int, int]]:
        """Return members by preference to float, each with its kind, from 0 (3.9 a) to 5; larger is better."""
        adjacent = mask_of(group.adjacent)
        incoming = {*group.down, *group.up}
        white = sum(self.due(member) is Side.WHITE for member in group.members)
        black = sum(self.due(member) is Side.BLACK for member in group.members)
        excess = Side.WHITE if white > black else Side.BLACK if black > white else None

        def kind(number: int) -> int:
            compatible = bool(self.meets[number] & adjacent)
            if number in incoming:
                return 1 if compatible else 0
            if not compatible:
                return 2
            if self.floated[number]:
                return 3
            return 4 if excess is not None and self.due(number) is not excess else 5

        def order(number: int) -> tuple[int, int]:
            return -kind(number), -self.number(number) if group.downward else self.number(number)

        return [(member, kind(member)) for member in sorted(group.members, key=order)]

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
        side, message = side_of_higher(
            first.preference, second.preference, first.tpn, self.state.initial_colour
        )
        white, black = (first, second) if side is Side.WHITE else (second, first)
        return Pair(white.number, black.number), message


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
    created = field.pairs(bye)
    boards = ordered(state, (field.board(*both) for _, pairs, _ in created for both in pairs))
    alone = None if bye is None else field.pool.members[bye].number
    return RoundPairing(boards, alone, EDITION, tuple(_trace(field, *row) for row in created if row[0]))


def _trace(
    field: Field, residents: Iterable[int], pairs: Sequence[tuple[int, int]], out: Iterable[int]
) -> BracketTrace:
    def numbers(places: Iterable[int]) -> tuple[int, ...]:
        return tuple(field.pool.members[place].number for place in places)

    arguments = tuple(residents)
    return BracketTrace(
        score=field.pool.score[arguments[0]],
        moved_down=(),
        residents=numbers(arguments),
        pairs=tuple((numbers((first,))[0], numbers((second,))[0]) for first, second in pairs),
        downfloaters=numbers(out),
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
            worth = cost(first, second)
            if worth > best or not _can(rest, meets, cost, best - worth):
                continue
            pairs.append((first, second))
            left, best = rest, best - worth
            break
        else:
            raise AssertionError("those who are left can be paired")
    return pairs


def _can(players: Sequence[int], meets: Sequence[int], cost: Cost, most: int) -> bool:
    """Return whether all of them can be paired at a cost of at most `most`."""
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
