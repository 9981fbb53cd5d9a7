"""The Dubov system read literally: every set, shift and transposition in its order, for a handful of players.

Shares no code with the engine but the dataclasses that describe a section.
"""

from functools import cache
from itertools import combinations, permutations

from tavleya.pairing.state import RoundOutcome, SwissState
from tavleya.sides import Side


class LiteralField:
    """The common rules of articles 1 and 2.1 of C.04.4.1 and C.04.4.2."""

    def __init__(self, state: SwissState) -> None:
        self.state = state
        self.round = state.round_number
        self.players = {player.number: player for player in state.players}
        self.present = [player.number for player in state.players if player.number not in state.absent]
        arrived = [
            number
            for number, player in sorted(self.players.items())
            if number in self.present or any(past.happened is not RoundOutcome.BYE for past in player.rounds)
        ]
        self.tpn = {number: place + 1 for place, number in enumerate(arrived)}
        self.score = {number: self.score_before(number, self.round) for number in self.players}
        self.completable = cache(self._completable)

    def score_before(self, number: int, at: int) -> int:
        player = self.players[number]
        virtual = player.virtual[at - 1] if len(player.virtual) >= at else 0
        return sum(past.points for past in player.rounds[: at - 1]) + virtual

    def games(self, number: int):
        return [past for past in self.players[number].rounds if past.happened is RoundOutcome.PLAYED]

    def colours(self, number: int) -> str:
        return "".join("W" if past.side is Side.WHITE else "B" for past in self.games(number))

    def unplayed_wish(self) -> tuple[str, int]:
        raise NotImplementedError

    def wish(self, number: int) -> tuple[str, int]:
        """The colour and how strongly: 3 absolute, 2 strong, 1 mild, 0 none."""
        colours = self.colours(number)
        difference = colours.count("W") - colours.count("B")
        if not colours:
            return self.unplayed_wish()
        if abs(difference) > 1:
            return ("B" if difference > 0 else "W"), 3
        if colours[-2:] in ("WW", "BB"):
            return ("B" if colours[-1] == "W" else "W"), 3
        if difference:
            return ("B" if difference > 0 else "W"), 2
        return ("B" if colours[-1] == "W" else "W"), 1

    def legal(self, first: int, second: int) -> bool:
        if {(first, second), (second, first)} & self.state.forbidden:
            return False
        if any(past.opponent == second for past in self.games(first)):
            return False
        return not (self.wish(first) == self.wish(second) and self.wish(first)[1] == 3)

    def matchings(self, players):
        """Every legal pairing of all of these."""
        if not players:
            yield []
            return
        first, *rest = players
        for second in rest:
            if self.legal(first, second):
                for more in self.matchings([player for player in rest if player != second]):
                    yield [(first, second), *more]

    def _completable(self, players: frozenset[int]) -> bool:
        return next(self.matchings(sorted(players)), None) is not None

    def may_have_bye(self, number: int) -> bool:
        return not any(
            past.happened is RoundOutcome.PAIRING_BYE
            or (past.happened is not RoundOutcome.PLAYED and past.points >= self.state.win)
            for past in self.players[number].rounds
        )

    def bye_of(self, lowest_last):
        """The bye by 3.1; `lowest_last`: the last criterion."""
        able = [
            player
            for player in self.present
            if self.may_have_bye(player) and self.completable(frozenset(self.present) - {player})
        ]
        if not able:
            return None
        return min(able, key=lambda player: (self.score[player], -len(self.games(player)), *lowest_last(player)))

    def colours_of(self, high: int, low: int) -> tuple[int, int]:
        """Article 5.2: (White, Black)."""
        own, opponent = self.colours(high), self.colours(low)
        first, second = (high, low), (low, high)
        if not own and not opponent:
            odd = bool(self.tpn[high] % 2)
            return first if odd is (self.state.initial_colour is Side.WHITE) else second
        (side, strength), (other_side, other_strength) = self.wish(high), self.wish(low)
        if side != other_side:
            return first if side == "W" or other_side == "B" else second
        if strength != other_strength:
            return first if (side == "W") is (strength > other_strength) else second
        for my, their in zip(reversed(own), reversed(opponent), strict=False):
            if my != their:
                return first if my == "B" else second
        return first if side == "W" else second


class LiteralDubov(LiteralField):
    """One round."""

    def unplayed_wish(self):
        return "B", 1

    def aro(self, number: int) -> int:
        ratings = [self.players[past.opponent].rating for past in self.games(number)]
        return int(sum(ratings) / len(ratings) + 0.5) if ratings else 0

    def upfloats(self, number: int) -> list[int]:
        return [
            index
            for index, past in enumerate(self.players[number].rounds, start=1)
            if past.happened is RoundOutcome.PLAYED
            and self.score_before(past.opponent, index) > self.score_before(number, index)
        ]

    def criteria(self, residents, chosen, pairs):
        high = self.score[residents[0]]
        colours = sum(self.wish(first)[0] == self.wish(second)[0] for first, second in pairs)
        value = [len(chosen), sorted((high - self.score[number] for number in chosen), reverse=True), colours]
        if self.round < self.state.rounds:
            most = 2 + self.state.rounds // 5
            maximum = [number for number in chosen if len(self.upfloats(number)) >= most]
            value.append(len(maximum))
            value.append(sum(len(self.upfloats(number)) for number in maximum))
            value.append(sum(self.round - 1 in self.upfloats(number) for number in chosen))
        return value

    def pair(self):
        """(White, Black) of every board and the bye; None if the round cannot be paired."""
        bye = self.bye_of(lambda player: (-self.tpn[player],)) if len(self.present) % 2 else None
        left = frozenset(self.present) - {bye}
        if len(left) % 2 or not self.completable(left):
            return None
        boards = []
        while left:
            top = max(self.score[player] for player in left)
            residents = sorted(player for player in left if self.score[player] == top)
            below = sorted(left - set(residents), key=lambda player: (-self.score[player], player))
            bracket = self.choose(residents, below, left)
            boards += [self.board(*pair) for pair in self.subgroups(bracket)]
            left -= set(bracket)
        return boards, bye

    def board(self, first, second):
        high, low = sorted((first, second), key=lambda number: (-self.score[number], number))
        return self.colours_of(high, low)

    def choose(self, residents, below, left):
        for count in range(len(below) + 1):
            best = None
            for chosen in combinations(below, count):
                bracket = [*residents, *chosen]
                if len(bracket) % 2 or not self.completable(left - set(bracket)):
                    continue
                for pairs in self.matchings(sorted(bracket)):
                    value = self.criteria(residents, chosen, pairs)
                    if best is None or value < best[0]:
                        best = value, bracket
            if best is not None:
                return best[1]
        raise AssertionError

    def subgroups(self, bracket):
        by_tpn = sorted(bracket)
        if any(self.games(player) for player in bracket):
            g1 = [player for player in by_tpn if self.wish(player)[0] == "W"]
        else:
            g1 = by_tpn[: len(by_tpn) // 2]
        g2 = [player for player in by_tpn if player not in g1]
        best = min(self.c7(pairs) for pairs in self.matchings(by_tpn))
        optimal = [pairs for pairs in self.matchings(by_tpn) if self.c7(pairs) == best]
        small, large = (g1, g2) if len(g1) <= len(g2) else (g2, g1)
        inside = min(sum(set(pair) <= set(small) for pair in pairs) for pairs in optimal)
        for away in self.sets(small, small is g1, inside):
            fewer, more = [player for player in small if player not in away], [*large, *away]
            for back in self.sets(large, large is g1, (len(more) - len(fewer)) // 2):
                one_half = [*fewer, *back]
                other_half = [player for player in more if player not in back]
                halves = (one_half, other_half) if small is g1 else (other_half, one_half)
                s1 = sorted(halves[0], key=lambda player: (self.aro(player), player))
                for t2 in permutations(sorted(halves[1])):
                    pairs = list(zip(s1, t2, strict=True))
                    if all(self.legal(*pair) for pair in pairs) and self.c7(pairs) == best:
                        return pairs
        raise AssertionError

    def c7(self, pairs):
        return sum(self.wish(first)[0] == self.wish(second)[0] for first, second in pairs)

    def sets(self, players, is_g1, count):
        ranked = sorted(players, key=lambda player: (self.aro(player) if is_g1 else 0, player))
        numbered = []
        while ranked:
            middle = (len(ranked) - 1) // 2
            numbered.append(ranked.pop(middle))
        return combinations(numbered, count)
