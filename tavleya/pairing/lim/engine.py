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

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tavleya.messages import Message
from tavleya.pairing.boards import ordered
from tavleya.pairing.dutch.colours import Preference, preference, side_of_higher
from tavleya.pairing.dutch.completion import complete
from tavleya.pairing.dutch.kernel import heaviest
from tavleya.pairing.dutch.pool import Pool, bits, mask_of
from tavleya.pairing.lim.scoregroup import first_pairing
from tavleya.pairing.state import BracketTrace, Pair, RoundOutcome, RoundPairing, SwissPlayer, SwissState
from tavleya.pairing.upfloating import allocated_bye
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
            mask_of(other for other in range(pool.size) if pool.score[other] == pool.score[one])
            for one in range(pool.size)
        ]
        return [pool.meets[one] | anyhow[one] & same[one] for one in range(pool.size)]

    def _floated(self, player: SwissPlayer) -> bool:
        """Return whether the last game was against an opponent of another score."""
        scores, at = self.pool.scores, self.state.round_number - 2
        if at < 0:
            return False
        past = player.rounds[at]
        played = past.happened is RoundOutcome.PLAYED and past.opponent in scores
        return played and scores[past.opponent or 0][at] != scores[player.number][at]

    def number(self, one: int) -> int:
        return self.pool.members[one].tpn

    def due(self, one: int) -> Side | None:
        return self.pool.members[one].preference.side

    def above_median(self, one: int) -> bool:
        """Return whether a player is in the median scoregroup or above."""
        return 2 * self.pool.score[one] >= self.median

    def bye(self) -> int | None:
        """Return the bye (1.1, 7.1).  Raises: CannotPair."""
        return allocated_bye(self.pool, lambda one: (self.pool.score[one], -self.number(one)))

    def pairs(self, bye: int | None) -> list[tuple[tuple[int, ...], list[tuple[int, int]], tuple[int, ...]]]:
        """Return each scoregroup in the order of 2.2: its residents, its pairs, its floaters."""
        groups = [[one for one in group if one != bye] for group in self.pool.groups]
        groups = [group for group in groups if group]
        upper = [group for group in groups if 2 * self.pool.score[group[0]] > self.median]
        median = [group for group in groups if 2 * self.pool.score[group[0]] == self.median]
        lower = [group for group in groups if 2 * self.pool.score[group[0]] < self.median]
        left = {one for group in groups for one in group}
        made = []
        down: tuple[int, ...] = ()
        for place, group in enumerate(upper):
            following = [*upper[place + 1 :], *median, *reversed(lower)]
            adjacent = tuple(following[0]) if following else ()
            scope = Group(True, True, tuple(group), down, (), adjacent)
            pairs, down = self.paired(scope, left)
            made.append((tuple(group), pairs, down))
        up: tuple[int, ...] = ()
        for place, group in enumerate(reversed(lower)):
            following = [*list(reversed(lower))[place + 1 :], *median]
            last = not following
            adjacent = tuple(following[0]) if following else ()
            scope = Group(False, False, tuple(group), down if last else (), up, adjacent)
            pairs, up = self.paired(scope, left)
            down = () if last else down
            made.append((tuple(group), pairs, up))
        if median or down or up:
            group = median[0] if median else []
            scope = Group(True, True, tuple(group), down, up, ())
            pairs, rest = self.paired(scope, left)
            assert not rest, "nobody is left over at the end"
            made.append((tuple(group), pairs, ()))
        return made

    def paired(self, group: Group, left: set[int]) -> tuple[list[tuple[int, int]], tuple[int, ...]]:
        """Return the pairs of a scoregroup, which leave `left`, and its floaters."""
        out = self._floaters(group, left)
        here = [one for one in group.members if one not in out]
        pairs = []
        for floater in self._in_order(group):
            if floater not in here:
                continue
            mate = self._opponent(floater, here, group)
            pairs.append((floater, mate))
            here = [one for one in here if one not in (floater, mate)]
        ranked = sorted(here, key=self.number, reverse=not group.downward)
        pairs += first_pairing(ranked, self.meets, self._misses_colour)
        left -= {one for pair in pairs for one in pair}
        return pairs, out

    def _misses_colour(self, one: int, other: int) -> int:
        return int(self.due(one) is not None and self.due(one) is self.due(other))

    def _in_order(self, group: Group) -> list[int]:
        """Return the floaters in their pairing order (3.6, 3.7)."""
        down = sorted(group.down, key=lambda one: (-self.pool.score[one], self.number(one)))
        up = sorted(group.up, key=lambda one: (self.pool.score[one], -self.number(one)))
        return [*down, *up] if group.upper else [*up, *down]

    def _opponent(self, floater: int, here: Sequence[int], group: Group) -> int:
        """Return the opponent by 3.8 among those whom the others can spare, preferably a resident."""

        def order(one: int) -> tuple[bool, bool, int]:
            other = one in group.down or one in group.up
            number = self.number(one) if group.downward else -self.number(one)
            return other, bool(self._misses_colour(floater, one)), number

        everybody = mask_of(here) & ~(1 << floater)
        for one in sorted(bits(self.meets[floater] & everybody), key=order):
            if complete(everybody & ~(1 << one), self.meets, None) is not None:
                return one
        raise AssertionError("those who are here can be paired")

    def _floaters(self, group: Group, left: set[int]) -> tuple[int, ...]:
        """Return the players who leave the scoregroup (2.3, 3)."""
        members = mask_of(group.members)
        others = mask_of(left) & ~members
        if complete(members, self.meets, None) is not None and complete(others, self.meets, None) is not None:
            return ()
        order = self.preferred(group)
        worth = {one: 1 << place for place, (one, _) in enumerate(order)}
        kinds = dict(order)
        digit, size = len(left).bit_length() + 1, len(order)

        def leaving(one: int) -> int:
            """Return the cost of one more floater: its kind, and its place within the kind."""
            kind = 5 - kinds[one]
            return (1 << size + digit * 6) + (1 << size + digit * kind) + worth[one]

        players = sorted(left)
        most = 1 << size + digit * 8
        edges = {}
        for one, first in enumerate(players):
            for other in range(one + 1, len(players)):
                second = players[other]
                if not self.meets[first] >> second & 1:
                    continue
                inside = members >> first & 1, members >> second & 1
                total = leaving(first if inside[0] else second) if inside[0] != inside[1] else 0
                edges[one, other] = most - total
        mates = heaviest(len(players), edges)
        return tuple(
            first
            for one, first in enumerate(players)
            if members >> first & 1 and not members >> players[mates[one]] & 1
        )

    def preferred(self, group: Group) -> list[tuple[int, int]]:
        """Return members by preference to float, each with its kind, from 0 (3.9 a) to 5; larger is better."""
        adjacent = mask_of(group.adjacent)
        incoming = {*group.down, *group.up}
        white = sum(self.due(one) is Side.WHITE for one in group.members)
        black = sum(self.due(one) is Side.BLACK for one in group.members)
        excess = Side.WHITE if white > black else Side.BLACK if black > white else None

        def kind(one: int) -> int:
            compatible = bool(self.meets[one] & adjacent)
            if one in incoming:
                return 1 if compatible else 0
            if not compatible:
                return 2
            if self.floated[one]:
                return 3
            return 4 if excess is not None and self.due(one) is not excess else 5

        def order(one: int) -> tuple[int, int]:
            return -kind(one), -self.number(one) if group.downward else self.number(one)

        return [(one, kind(one)) for one in sorted(group.members, key=order)]

    def board(self, one: int, other: int) -> Pair:
        """Return the pair with colours."""
        return self.coloured(one, other)[0]

    def coloured(self, one: int, other: int) -> tuple[Pair, Message]:
        """Return the pair with colours and the rule that decided them (5.3-5.6, 7.2).

        With equal histories the higher ranked player has the due colour, below the median the lower ranked.
        """
        high, low = sorted((one, other))
        first, second = self.pool.members[high], self.pool.members[low]
        if first.preference.history and not self.above_median(high):
            first, second = second, first
        side, why = side_of_higher(first.preference, second.preference, first.tpn, self.state.initial_colour)
        white, black = (first, second) if side is Side.WHITE else (second, first)
        return Pair(white.number, black.number), why


def _no_wish(player: SwissPlayer) -> Preference:
    return preference(SwissPlayer(player.number))


def colours(state: SwissState, together: Sequence[tuple[int, int]]) -> tuple[Pair, ...]:
    """Return required pairs, by starting rank, with the colours of article 5."""
    field = Field(state)
    rank = field.pool.index
    return tuple(field.board(rank[one], rank[other]) for one, other in together)


def pair(state: SwissState) -> RoundPairing:
    """Pair the coming round.  Raises: CannotPair if there is no legal pairing."""
    field = Field(state)
    bye = field.bye()
    made = field.pairs(bye)
    boards = ordered(state, (field.board(*both) for _, pairs, _ in made for both in pairs))
    alone = None if bye is None else field.pool.members[bye].number
    return RoundPairing(boards, alone, EDITION, tuple(_trace(field, *one) for one in made if one[0]))


def _trace(
    field: Field, residents: Iterable[int], pairs: Sequence[tuple[int, int]], out: Iterable[int]
) -> BracketTrace:
    def numbers(places: Iterable[int]) -> tuple[int, ...]:
        return tuple(field.pool.members[place].number for place in places)

    here = tuple(residents)
    return BracketTrace(
        score=field.pool.score[here[0]],
        moved_down=(),
        residents=numbers(here),
        pairs=tuple((numbers((one,))[0], numbers((other,))[0]) for one, other in pairs),
        downfloaters=numbers(out),
        perfect=False,
    )
