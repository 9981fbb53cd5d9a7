"""The best candidate of a bracket by exact matching, for brackets without a perfect candidate.

Every pair gets an integer weight in which each criterion has a field of bits, higher criteria above lower ones.  The
heaviest matching is the best candidate by C6-C21 (art. 3.8).  Fields below the criteria contain the order of candidates
(art. 4), so that the earliest of equal ones wins.  The weights also cover the next bracket, for C8, and all players
below it, for C4.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tavleya.pairing.dutch import kernel
from tavleya.pairing.dutch.pool import DOWN, UP, Pool, bits, mask_of

#: The bits of order decided by one matching; more would only make its numbers longer.
_ORDER_BITS = 256


@dataclass(frozen=True)
class Scope:
    """A bracket and the brackets below it; players by rank.

    `bye`: candidates for the pairing-allocated bye; 0 if it is not (or no longer) available.
    """

    moved_down: tuple[int, ...]
    residents: tuple[int, ...]
    following: tuple[int, ...]
    below: tuple[int, ...]
    bye: int = 0
    whole: bool = True


@dataclass(frozen=True)
class BracketPairing:
    """A bracket's pairing: (S1, S2) of moved-down players, then of the remainder, each in S1's order."""

    moved_down_pairs: tuple[tuple[int, int], ...]
    pairs: tuple[tuple[int, int], ...]
    downfloaters: tuple[int, ...]
    perfect: bool


@dataclass
class Weights:
    """Weights under construction: fields are appended below the existing ones."""

    edges: dict[tuple[int, int], int] = field(default_factory=dict)

    def below(self, width: int, value: Callable[[int, int], int]) -> None:
        for pair, weight in self.edges.items():
            self.edges[pair] = weight << width | value(*pair)


class ExactBracket:
    """One bracket being solved; vertices are ranks, and `nobody` the pairing-allocated bye."""

    def __init__(self, players: Pool, scope: Scope, wanted: Callable[[int, int], bool] | None = None) -> None:
        """`wanted`: the permitted pairs; by default those of C1-C3."""
        self.pool = players
        self.scope = scope
        self.nobody = players.size
        self.moved_down = mask_of(scope.moved_down)
        self.residents = mask_of(scope.residents)
        self.bracket = self.moved_down | self.residents
        self.following = mask_of(scope.following)
        self.below = mask_of(scope.below)
        edges = self._edges()
        self.weights = Weights(dict.fromkeys([pair for pair in edges if wanted(*pair)] if wanted else edges, 0))
        self.mates: dict[int, int] = {}

    def solve(self) -> BracketPairing | None:
        """Return the best pairing; None if there is no complete pairing in this scope."""
        self._rate()
        moved_down_pairs = self._pair_moved_down()
        if moved_down_pairs is None:
            return None
        pairs = self._pair_remainder(mask_of(mate for _, mate in moved_down_pairs))
        paired = mask_of(number for pair in (*moved_down_pairs, *pairs) for number in pair)
        return BracketPairing(tuple(moved_down_pairs), tuple(pairs), tuple(bits(self.bracket & ~paired)), perfect=False)

    def left_by_next(self, downfloaters: Sequence[int]) -> int:
        """Return the players that the next bracket does not pair with the promised best of C8: a set."""
        target = mask_of(downfloaters) | self.following
        return target & ~mask_of(
            number for number, mate in self.mates.items() if target >> number & 1 and target >> mate & 1
        )

    # The graph

    def _edges(self) -> list[tuple[int, int]]:
        """Return the edges; moved-down players meet only residents of the bracket, here and in the next one."""
        meets = self.pool.meets
        edges = []
        for bit in bits(self.bracket):
            residents = self.residents if self.moved_down >> bit & 1 else self.residents >> bit + 1 << bit + 1
            target = meets[bit] & (residents | self.following | self.below)
            edges += [(bit, other) for other in bits(target)]
        lower = self.following | self.below
        for bit in bits(lower):
            edges += [(bit, other) for other in bits(meets[bit] & (lower >> bit + 1 << bit + 1))]
        edges += [(bit, self.nobody) for bit in bits(self.scope.bye)]
        return edges

    def _in_bracket(self, number: int, other: int) -> bool:
        return other < self.nobody and bool(self.bracket >> other & 1)

    def _of_moved_down(self, first: int, second: int) -> bool:
        return bool(self.moved_down >> first & 1) and self._in_bracket(first, second)

    # The criteria

    def _rate(self) -> None:
        """Add C4, C6-C21 as fields of the weights, from the top."""
        weights = self.weights
        vertices = len(self.scope.residents + self.scope.moved_down + self.scope.following + self.scope.below)
        wide = (2 * vertices + 2).bit_length()
        if self.scope.whole:
            weights.below(1, lambda first, second: 1)
        weights.below(wide, self._in_bracket)
        self._by_score(self.moved_down, self._of_moved_down)
        if self.scope.following:
            weights.below(wide, lambda first, second: self._in_following(second))
            self._by_score(self.bracket, lambda first, second: self._in_following(second))
        if self._single_downfloater_gets_bye():
            rounds = max(member.unplayed for member in self.pool.members)
            weights.below(
                (rounds + 1).bit_length(),
                lambda first, second: rounds + 1 - self.pool.members[first].unplayed if second == self.nobody else 0,
            )
        self._rate_colours(wide)
        self._rate_floats(wide)

    def _in_following(self, other: int) -> bool:
        return other < self.nobody and bool(self.following >> other & 1)

    def _by_score(self, players: int, counts: Callable[[int, int], bool | int]) -> None:
        """Add one field for each score among `players`, the highest on top: the number of their pairs that count."""
        for score in sorted({self.pool.score[bit] for bit in bits(players)}, reverse=True):
            group = mask_of(bit for bit in bits(players) if self.pool.score[bit] == score)
            self.weights.below(
                (2 * group.bit_count()).bit_length(),
                lambda bit, other, group=group: counts(bit, other) if group >> bit & 1 else 0,  # type: ignore[misc]
            )

    def _single_downfloater_gets_bye(self) -> bool:
        """Return whether this bracket has a single downfloater, who gets the bye (C9)."""
        if not self.scope.bye or self.scope.bye & ~self.bracket:
            return False
        mates = self._match(self.weights.edges)
        return sum(not self._paired_here(bit, mates) for bit in bits(self.bracket)) == 1

    def _rate_colours(self, wide: int) -> None:
        costs = {pair: self.pool.colour_costs(*pair) for pair in self.weights.edges if self._in_bracket(*pair)}
        for criterion in range(4):
            if any(cost[criterion] for cost in costs.values()):
                self.weights.below(
                    wide,
                    lambda first, second, criterion=criterion: (  # type: ignore[misc]
                        1 - costs[first, second][criterion] if (first, second) in costs else 0
                    ),
                )

    def _rate_floats(self, wide: int) -> None:
        """Add C14-C17, which count, and C18-C21, which compare score differences, the latest round first."""
        for back in (0, 1):
            down, up = self.pool.floated[DOWN, back], self.pool.floated[UP, back]
            fell = down & self.residents
            if fell:
                self.weights.below(
                    wide,
                    lambda first, second, fell=fell: (  # type: ignore[misc]
                        (fell >> first & 1) + (fell >> second & 1) if self._in_bracket(first, second) else 0
                    ),
                )
            if self.moved_down and up & self.residents:
                self.weights.below(
                    wide,
                    lambda first, second, up=up: self._of_moved_down(first, second) and not up >> second & 1,  # type: ignore[misc]
                )
        for back in (0, 1):
            down, up = self.pool.floated[DOWN, back], self.pool.floated[UP, back]
            if down & self.moved_down:
                self._by_score(
                    self.moved_down,
                    lambda first, second, down=down: self._of_moved_down(first, second) and down >> first & 1,  # type: ignore[misc]
                )
            if self.moved_down and up & self.residents:
                self._by_score(
                    self.moved_down,
                    lambda first, second, up=up: self._of_moved_down(first, second) and not up >> second & 1,  # type: ignore[misc]
                )

    # The order of candidates

    def _pair_moved_down(self) -> list[tuple[int, int]] | None:
        """Return the first set of pairable moved-down players (4.4), then the first opponents for them (4.2)."""
        order = list(self.scope.moved_down)
        mates = self._match(self.weights.edges)
        if self.scope.whole and not self._is_complete(mates):
            return None
        paired = [player for player in order if self._paired_here(player, mates)]
        if paired and len(paired) < len(order):
            last = len(order) - 1
            mates = self._match(
                {
                    (first, second): weight << last + 1
                    | (1 << last - order.index(first) if self._of_moved_down(first, second) else 0)
                    for (first, second), weight in self.weights.edges.items()
                }
            )
            paired = [player for player in order if self._paired_here(player, mates)]
        limbo = mask_of(order) & ~mask_of(paired)
        self._keep(lambda first, second: not (limbo >> first & 1 and self._in_bracket(first, second)))
        return self._in_order(paired, self.residents)

    def _pair_remainder(self, taken: int) -> list[tuple[int, int]]:
        """Pair the remainder, or a homogeneous bracket: earliest exchange, then earliest transposition (3.6)."""
        players = [resident for resident in self.scope.residents if not taken >> resident & 1]
        mates = self._match(self.weights.edges)
        pairs = sum(self._paired_here(resident, mates) for resident in players) // 2
        if not pairs:
            return []
        tops = self._tops(players, pairs)
        mask = mask_of(tops)
        self._keep(
            lambda first, second: (
                not self._in_bracket(first, second) or bool(mask >> first & 1 and not mask >> second & 1)
            )
        )
        self._keep(lambda first, second: self._in_bracket(first, second) or not mask >> first & 1)
        return self._in_order(tops, mask_of(players))

    def _tops(self, players: list[int], pairs: int) -> list[int]:
        """Return S1 after the earliest exchange (4.3) that the best candidates allow.

        In a candidate that no earlier exchange could create, S1 is the higher ranked of each pair.  The four rules of
        4.3.2 are therefore sums over pairs: the number of players from the original S2; their numbers, and those of the
        players they replace; then the players leaving S1, the lowest first; then those leaving S2, the highest first.
        """
        numbers = {player: place for place, player in enumerate(players)}
        count, wide = len(players), (len(players) * len(players)).bit_length()

        def order(number: int, other: int) -> int:
            if number not in numbers or other not in numbers:
                return 0
            top = numbers[number]
            stays = top < pairs
            leave_s1 = (1 << pairs) - (1 << top) if stays else 1 << pairs
            leave_s2 = 0 if stays else 1 << count - 1 - top
            return ((int(stays) << wide | count - top) << pairs + wide | leave_s1) << count | leave_s2

        width = 3 * wide + pairs + count
        mates = self._match(
            {
                (player, other): weight << width | order(player, other)
                for (player, other), weight in self.weights.edges.items()
            }
        )
        return [player for player in players if self._paired_here(player, mates) and mates[player] > player]

    def _in_order(self, tops: list[int], bottoms: int) -> list[tuple[int, int]]:
        """Return the lexicographically first opponents of `tops` among `bottoms`; they are removed from the graph."""
        pairs: list[tuple[int, int]] = []
        while tops:
            left = list(bits(bottoms))
            numbers = {first: place for place, first in enumerate(left)}
            wide = len(left).bit_length()
            batch, tops = tops[: max(1, _ORDER_BITS // wide)], tops[max(1, _ORDER_BITS // wide) :]
            shift = {first: wide * (len(batch) - 1 - place) for place, first in enumerate(batch)}
            mates = self._match(
                {
                    (first, second): weight << wide * len(batch)
                    | (len(left) - numbers[second] << shift[first] if first in shift and second in numbers else 0)
                    for (first, second), weight in self.weights.edges.items()
                }
            )
            batch_pairs = [(first, mates[first]) for first in batch]
            mask = mask_of(first for pair in batch_pairs for first in pair)
            self._keep(lambda first, second, mask=mask: not (mask >> first & 1 or mask >> second & 1))  # type: ignore[misc]
            bottoms &= ~mask
            pairs += batch_pairs
        return pairs

    def _keep(self, wanted: Callable[[int, int], bool]) -> None:
        self.weights.edges = {pair: weight for pair, weight in self.weights.edges.items() if wanted(*pair)}

    # Matchings

    def _match(self, edges: dict[tuple[int, int], int]) -> dict[int, int]:
        """Return mates by rank, without unmatched players."""
        vertices = sorted({vertex for pair in edges for vertex in pair})
        place = {vertex: number for number, vertex in enumerate(vertices)}
        mates = kernel.heaviest(
            len(vertices), {(place[first], place[second]): weight for (first, second), weight in edges.items()}
        )
        self.mates = {vertices[number]: vertices[mate] for number, mate in enumerate(mates) if number != mate}
        return self.mates

    def _paired_here(self, number: int, mates: dict[int, int]) -> bool:
        mate = mates.get(number, self.nobody)
        return mate < self.nobody and bool(self.bracket >> mate & 1) and bool(self.bracket >> number & 1)

    def _is_complete(self, mates: dict[int, int]) -> bool:
        everyone = self.bracket | self.following | self.below
        return all(bit in mates for bit in bits(everyone)) and (not self.scope.bye or self.nobody in mates)


# The lexicographically first complete matching of S1 into S2 (art. 4.2), on sets of bits.


def first_matching(meets: Sequence[int], s2: int, floaters: int | None) -> list[int] | None:
    """Return for each of S1, in order, their opponent in `s2`; None if S1 cannot be matched.

    `meets[i]`: the possible opponents of the i-th of S1.  `floaters`: the players of `s2`, exactly one of which is left
    over; None if no player is.
    """
    rows = [mask & s2 for mask in meets]
    if floaters is not None:
        rows.append(floaters & s2)  # an additional row takes the floater, after all others have chosen
    if len(rows) != s2.bit_count():
        return None
    mates = _any_matching(rows)
    if mates is None:
        return None
    holders = {mate: row for row, mate in enumerate(mates)}
    columns = _columns(rows)
    free = s2
    for row in range(len(meets)):
        better = rows[row] & free & (1 << mates[row]) - 1
        if better:
            _improve(row, better, rows, columns, mates, holders, free)
        free ^= 1 << mates[row]
    return mates[: len(meets)]


def _columns(rows: Sequence[int]) -> dict[int, int]:
    """Return for each member of S2 the rows that may take it, as bits."""
    columns: dict[int, int] = {}
    for row, mask in enumerate(rows):
        for column in bits(mask):
            columns[column] = columns.get(column, 0) | 1 << row
    return columns


def _any_matching(rows: Sequence[int]) -> list[int] | None:
    free = 0
    for mask in rows:
        free |= mask
    mates = [-1] * len(rows)
    holders: dict[int, int] = {}
    for row, mask in enumerate(rows):
        target = mask & free
        if target:
            mates[row] = (target & -target).bit_length() - 1
            holders[mates[row]] = row
            free ^= 1 << mates[row]
    for row in range(len(rows)):
        if mates[row] < 0:
            column = _augment(row, rows, mates, holders, free)
            if column is None:
                return None
            free ^= 1 << column
    return mates


def _augment(start: int, rows: Sequence[int], mates: list[int], holders: dict[int, int], free: int) -> int | None:
    """Give `start` a column along an alternating path to a free one, which is returned."""
    unseen = -1
    previous: dict[int, int] = {}
    frontier = [start]
    while frontier:
        further = []
        for row in frontier:
            hit = rows[row] & free
            if hit:
                end = column = (hit & -hit).bit_length() - 1
                while True:
                    mates[row], column = column, mates[row]
                    holders[mates[row]] = row
                    if row == start:
                        return end
                    row = previous[column]
            for column in bits(rows[row] & unseen & ~free):
                unseen &= ~(1 << column)
                previous[column] = row
                further.append(holders[column])
        frontier = further
    return None


def _improve(
    row: int,
    better: int,
    rows: Sequence[int],
    columns: dict[int, int],
    mates: list[int],
    holders: dict[int, int],
    free: int,
) -> None:
    """Give `row` the first of its `better` columns that a complete matching allows, if any.

    A column is available if its holder can move, along an alternating path, to the column that `row` gives up.  One
    backward search from there finds all of them.
    """
    mate = mates[row]
    onward: dict[int, int] = {}  # a row and the column it would move to
    reached = 1 << mate
    unseen = ~(1 << row)
    for done in range(row):
        unseen &= ~(1 << done)
    frontier = [mate]
    while frontier:
        further = []
        for column in frontier:
            for mover in bits(columns[column] & unseen & (1 << len(rows)) - 1):
                unseen &= ~(1 << mover)
                onward[mover] = column
                reached |= 1 << mates[mover]
                further.append(mates[mover])
        frontier = further
    target = better & reached & free
    if not target:
        return
    wanted = (target & -target).bit_length() - 1
    mover, column = row, wanted
    while True:
        displaced = holders[column]
        mates[mover], holders[column] = column, mover
        if column == mate:
            return
        mover, column = displaced, onward[displaced]
