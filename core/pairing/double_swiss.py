"""Double-Swiss (FIDE C.04.5, applied from 1 February 2026): every pairing is a match of two games.

The state is that of a Swiss, read so: a past round is a match, its points those of both games, its side the colour of
the first game; `RoundOutcome.PLAYED` if at least one game of it was played, `FORFEIT` if somebody forfeited both.

The choices of articles 3.5 and 3.6 are lexicographic.  Each is made by one exact matching whose weights put the
criteria one above the other: upfloaters first (C4-C7 and the order of 3.5.4), then the pairs of the bracket.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from common.sides import Side
from core.pairing.dutch.kernel import heaviest, largest
from core.pairing.messages import say
from core.pairing.state import CannotPair, Pair, RoundOutcome, RoundPairing, SwissPlayer, SwissState

EDITION = "double-swiss-2026"
GAMES = 2

Match = tuple[SwissPlayer, SwissPlayer]


def pairing_allocated_bye(state: SwissState) -> int:
    """Half-points of a pairing-allocated bye: one game won, one drawn (1.4)."""
    return state.win + state.win // 2


def pair(state: SwissState) -> RoundPairing:
    """The next round.  Raises CannotPair where no legal pairing exists (3.3.3: the Chief Arbiter decides)."""
    return _Round(state).pair()


class _Round:
    def __init__(self, state: SwissState) -> None:
        self.state = state
        self.tpn = state.tpn
        self.last = state.is_last_round
        self.score = {player.number: player.pairing_score(state.round_number) for player in state.players}
        self.met = {
            player.number: {past.opponent for past in player.rounds if past.happened is RoundOutcome.PLAYED}
            for player in state.players
        }
        self.floated = {player.number: self._floated(player) for player in state.players}
        self.forbidden = {frozenset(pair) for pair in state.forbidden}

    def pair(self) -> RoundPairing:
        left = sorted(self.state.present, key=self._rank)
        bye = self._bye(left) if len(left) % 2 else None
        left = [player for player in left if player is not bye]
        if not self._can_all_play(left):
            raise CannotPair(say("cannot_pair"))
        matches: list[Match] = []
        while left:
            top = [player for player in left if self._points(player) == self._points(left[0])]
            bracket = sorted([*top, *self._upfloaters(top, left)], key=self._tpn)
            matches += self._bracket(bracket, top)
            left = [player for player in left if player not in bracket]
        pairs = [self._coloured(one, other) for one, other in sorted(matches, key=self._board)]
        return RoundPairing(tuple(pairs), bye.number if bye else None, EDITION)

    def _points(self, player: SwissPlayer) -> int:
        return self.score[player.number]

    def _tpn(self, player: SwissPlayer) -> int:
        return self.tpn[player.number]

    def _rank(self, player: SwissPlayer) -> tuple[int, int]:
        """1.2: by score, then by pairing number."""
        return -self._points(player), self._tpn(player)

    def _board(self, match: Match) -> tuple[int, int, int]:
        high, low = sorted(match, key=self._rank)
        return -self._points(high), -self._points(low), self._tpn(high)

    def _floated(self, player: SwissPlayer) -> bool:
        """1.5: whether his last round was against somebody of another score."""
        if not player.rounds:
            return False
        last, number = player.rounds[-1], len(player.rounds)
        if last.happened is not RoundOutcome.PLAYED or last.opponent is None:
            return False
        other = next(one for one in self.state.players if one.number == last.opponent)
        return player.pairing_score(number) != other.pairing_score(number)

    def _may_meet(self, one: SwissPlayer, other: SwissPlayer) -> bool:
        """C1, and the pairs that the arbiter keeps apart."""
        return (
            other.number not in self.met[one.number]
            and frozenset((one.number, other.number)) not in self.forbidden
        )

    def _can_all_play(self, players: Sequence[SwissPlayer]) -> bool:
        """C3."""
        if len(players) % 2:
            return False
        meets = [
            sum(
                1 << place
                for place, other in enumerate(players)
                if other is not one and self._may_meet(one, other)
            )
            for one in players
        ]
        return all(place != mate for place, mate in enumerate(largest(len(players), meets)))

    def _bye(self, players: Sequence[SwissPlayer]) -> SwissPlayer:
        """3.4."""

        def order(player: SwissPlayer) -> tuple[int, int, int]:
            matches = sum(past.happened is RoundOutcome.PLAYED for past in player.rounds)
            return self._points(player), -matches, -self._tpn(player)

        for player in sorted(players, key=order):
            if self._may_have_bye(player) and self._can_all_play(
                [one for one in players if one is not player]
            ):
                return player
        raise CannotPair(say("no_bye"))

    def _may_have_bye(self, player: SwissPlayer) -> bool:
        """C2."""
        full = GAMES * self.state.win
        return not any(
            past.happened is RoundOutcome.PAIRING_BYE
            or (past.happened is RoundOutcome.FORFEIT and past.points > GAMES * self.state.loss)
            or (past.happened is RoundOutcome.BYE and past.points >= full)
            for past in player.rounds
        )

    def _upfloaters(self, top: Sequence[SwissPlayer], left: Sequence[SwissPlayer]) -> list[SwissPlayer]:
        """The set that article 3.5 chooses; `left` is in the order of 1.2, `top` its first.

        In a matching of everybody left that needs the fewest upfloaters each of them meets a resident: two who met
        each other could do so without floating.
        """
        if len(top) == len(left):
            return []
        below = left[len(top) :]
        scores = sorted({self._points(player) for player in below}, reverse=True)
        following = scores[0]
        place = {player.number: number for number, player in enumerate(below)}
        digit = len(left).bit_length()  # room to count players
        order = len(below)  # bits for the order of the sets
        c7, c6, c5 = order, order + digit, order + 2 * digit
        c4 = c5 + digit * len(scores)

        def cost(one: SwissPlayer, other: SwissPlayer) -> int:
            high, low = sorted((one, other), key=self._rank)
            if high.number not in place and low.number in place:
                depth = scores.index(self._points(low))
                floats_again = not self.last and self.floated[low.number]
                return (
                    (1 << c4)
                    + (1 << c5 + digit * depth)
                    + (floats_again << c7)
                    - (1 << order - 1 - place[low.number])
                )
            if self._points(high) == following and self._points(low) != following:
                return 1 << c6
            return 0

        mates = self._cheapest(left, cost, 1 << c4 + digit)
        return [player for number, player in enumerate(left) if number >= len(top) > mates[number]]

    def _bracket(self, bracket: Sequence[SwissPlayer], top: Sequence[SwissPlayer]) -> list[Match]:
        """3.6: the first pairing in the order of identifiers that leaves C8 as good as can be; by pairing number."""
        half = len(bracket) // 2
        if len(top) == len(bracket):
            straight = list(zip(bracket[:half], bracket[half:], strict=True))
            if all(self._may_meet(one, other) for one, other in straight):
                return straight
        place = {player.number: number for number, player in enumerate(bracket)}
        residents = {player.number for player in top}

        def c8(one: SwissPlayer, other: SwissPlayer) -> int:
            if self.last or (one.number in residents) == (other.number in residents):
                return 0
            return int(self.floated[one.number if one.number in residents else other.number])

        size = len(bracket)

        def first(one: SwissPlayer, other: SwissPlayer) -> int:
            """C8, then the earliest top members."""
            return (
                (c8(one, other) << size)
                + (1 << size)
                - (1 << size - 1 - min(place[one.number], place[other.number]))
            )

        mates = self._cheapest(bracket, first, 1 << size + size.bit_length() + 2)
        tops = [number for number, mate in enumerate(mates) if number < mate]
        worst = sum(c8(bracket[number], bracket[mates[number]]) for number in tops)
        rank, digit = {number: at for at, number in enumerate(tops)}, size.bit_length()
        above = digit * half

        def then(one: SwissPlayer, other: SwissPlayer) -> int:
            """C8 again, then the earliest bottom members, the first top's before the second's."""
            high, low = sorted((place[one.number], place[other.number]))
            if high not in rank or low in rank:
                return (worst + 1) * (size + 1) << above + digit  # another set of top members
            return (c8(one, other) << above) + (low << digit * (half - 1 - rank[high]))

        mates = self._cheapest(bracket, then, (worst + 2) * (size + 1) ** 2 << above + 2 * digit)
        return [(bracket[number], bracket[mate]) for number, mate in enumerate(mates) if number < mate]

    def _cheapest(
        self, players: Sequence[SwissPlayer], cost: Callable[[SwissPlayer, SwissPlayer], int], most: int
    ) -> list[int]:
        """The mates, by place, of a matching of all `players` whose costs add up to least.

        `most` is more than any sum of costs, so that no pair is ever left out to save.
        """
        weight = most * (len(players) + 1)
        return heaviest(
            len(players),
            {
                (one, other): weight - cost(players[one], players[other])
                for one in range(len(players))
                for other in range(one + 1, len(players))
                if self._may_meet(players[one], players[other])
            },
        )

    def _coloured(self, one: SwissPlayer, other: SwissPlayer) -> Pair:
        """Article 4: who has White in the first game."""
        high, low = sorted((one, other), key=self._rank)
        side = self._side_of(high, low)
        return Pair(high.number, low.number) if side is Side.WHITE else Pair(low.number, high.number)

    def _side_of(self, high: SwissPlayer, low: SwissPlayer) -> Side:
        his, lows = _colours(high), _colours(low)
        if not his and not lows:  # 4.3.1
            initial = self.state.initial_colour
            return initial if self._tpn(high) % 2 else initial.other
        whites, others = his.count(Side.WHITE), lows.count(Side.WHITE)
        if whites != others:  # 4.3.2
            return Side.WHITE if whites < others else Side.BLACK
        for own, opposite in zip(reversed(his), reversed(lows), strict=False):  # 4.3.3
            if own is not opposite:
                return own.other
        return his[-1].other if his else lows[-1]  # 4.3.4, 4.3.5


def _colours(player: SwissPlayer) -> list[Side]:
    """1.6; unplayed matches leave no gap (C.04.2, 3.4)."""
    return [
        past.side for past in player.rounds if past.happened is RoundOutcome.PLAYED and past.side is not None
    ]
