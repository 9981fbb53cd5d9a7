"""The Lim system read literally: every set of floaters and every exchange in its order, for a handful of players.

Shares no code with the engine but the dataclasses that describe a section.  Written from the text of C.04.4.3; where
it leaves room, the methods say what was chosen.
"""

from itertools import combinations

from tavleya.sides import Side
from tests.tavleya.pairing.literal_dubov import LiteralField


class LiteralLim(LiteralField):
    """One round.  `cracked`: the pairings dissolved for a blocked median (2.6)."""

    def __init__(self, state) -> None:
        super().__init__(state)
        self.cracked = 0
        self.median = (self.round - 1) * state.win // 2
        self.last = self.round >= state.rounds

    # Colours

    def may_have(self, number: int, colour: str) -> bool:
        """5.1.1 and 5.1.2."""
        colours = self.colours(number) + colour
        return colours[-3:] != colour * 3 and 2 * colours.count(colour) - len(colours) < 3

    def due(self, number: int) -> str:
        """5.1, 5.5, 5.6: the only legal colour, else the equalising one, else the alternating one."""
        for colour in "WB":
            if not self.may_have(number, colour):
                return "B" if colour == "W" else "W"
        if self.difference(number):
            return "B" if self.difference(number) > 0 else "W"
        return {"": "", "W": "B", "B": "W"}[self.colours(number)[-1:]]

    def difference(self, number: int) -> int:
        return self.colours(number).count("W") - self.colours(number).count("B")

    def legal(self, first: int, second: int) -> bool:
        """Compatible (2.1); in the last round colours keep no equal scores apart (6)."""
        if any(past.opponent == second for past in self.games(first)):
            return False
        if {(first, second), (second, first)} & self.state.forbidden:
            return False
        return (self.last and self.score[first] == self.score[second]) or any(self.seats(first, second))

    def seats(self, first: int, second: int) -> tuple[bool, bool]:
        """Whether the first may have White, and whether Black."""
        return (
            self.may_have(first, "W") and self.may_have(second, "B"),
            self.may_have(first, "B") and self.may_have(second, "W"),
        )

    def white_of(self, first: int, second: int) -> int:
        """5.3, 5.4, 5.6; a pair is below the median if both players are."""
        white, black = self.seats(first, second)
        if white != black:
            return first if white else second
        colour, other_colour = self.due(first), self.due(second)
        if colour != other_colour:
            return first if colour == "W" or other_colour == "B" else second
        if not colour:
            return self.first_round_white(first, second)
        if bool(self.difference(first)) != bool(self.difference(second)):
            equalising = first if self.difference(first) else second
            return equalising if colour == "W" else first + second - equalising
        for my, their in zip(reversed(self.colours(first)), reversed(self.colours(second)), strict=False):
            if my != their:
                return first if my == "B" else second
        below = max(self.score[first], self.score[second]) < self.median
        preferred, other = sorted((first, second), key=self.rank, reverse=below)
        return preferred if colour == "W" else other

    def first_round_white(self, first: int, second: int) -> int:
        """7.2."""
        top, bottom = sorted((first, second), key=self.rank)
        return top if (self.tpn[top] % 2 == 1) is (self.state.initial_colour is Side.WHITE) else bottom

    def rank(self, number: int) -> tuple[int, int]:
        return -self.score[number], number

    # Floaters

    def had_floated(self, number: int) -> bool:
        """Whether the player was transferred in the round before (3.1, 3.2.1)."""
        at = self.round - 1
        past = self.players[number].rounds[at - 1] if at else None
        if past is None or past.opponent is None:
            return False
        own, other = self.score_before(number, at), self.score_before(past.opponent, at)
        median = (at - 1) * self.state.win // 2
        seated = [
            self.score_before(key, at)
            for key, player in self.players.items()
            if player.rounds[at - 1].opponent is not None
        ]
        last = max((score for score in seated if score <= median), default=0)
        return (other < own and own > median) or (other > own and own < last)

    def excluded(self, number, floaters, adjacent, *, down: bool) -> bool:
        """3.3, 3.4: whether floaters with better claims leave no compatible opponent."""

        def claim(player):
            return self.rank(player) if down else tuple(-value for value in self.rank(player))

        def served(items, free):
            if not items:
                return 0
            first, *rest = items
            taken = [1 + served(rest, free - {player}) for player in free if self.legal(first, player)]
            return max(served(rest, free), *taken, 0)

        before = [player for player in floaters if claim(player) < claim(number)]
        return served([*before, number], frozenset(adjacent)) == served(before, frozenset(adjacent))

    def disadvantages(self, floaters, incoming, adjacent):
        """3.9: how many floaters are of type a, b and c if they share out the compatible opponents at their best."""

        def shared(left, free):
            if not left:
                yield ()
                return
            first, *rest = left
            for more in shared(rest, free):
                yield ("a" if first in incoming else "c", *more)
            for opponent in free:
                if self.legal(first, opponent):
                    for more in shared(rest, free - {opponent}):
                        yield ("b" if first in incoming else "d", *more)

        return min(tuple(types.count(kind) for kind in "abc") for types in shared(list(floaters), frozenset(adjacent)))

    def floaters_of(self, residents, incoming, adjacent, *, down: bool):
        """2.3, 3.2-3.5, 3.9, 3.10: the fewest, the least disadvantages, then those who even out the colours.

        Players without a compatible opponent in the group have left it before colours are counted (2.3); in a group
        that is even by then, the lowest numbered float along (4.4.2).
        """
        group = sorted({*residents, *incoming})
        sizes = range(len(group) % 2, len(group) + 1, 2)
        choices = [
            floaters
            for size in sizes
            for floaters in combinations(group, size)
            if self.completable(frozenset(group) - set(floaters))
        ]
        able = [player for player in group if any(self.legal(player, other) for other in group if other != player)]
        dues = [self.due(player) for player in able] if len(able) % 2 else []
        surplus = dues.count("W") - dues.count("B")
        excess = "W" if surplus > 0 else "B" if surplus else ""

        def order(floaters):
            chosen = [player for player in floaters if player in able]
            excluded = [player for player in chosen if self.excluded(player, floaters, adjacent, down=down)]
            # 3.10.1: only a floater of type d can take the place of a protected player.
            repeated = [
                player for player in chosen if player not in (*excluded, *incoming) and self.had_floated(player)
            ]
            return (
                len(floaters),
                self.disadvantages(floaters, incoming, adjacent),
                len(excluded),
                len(repeated),
                sum(excess != "" and self.due(player) != excess for player in chosen),
                sorted(-player if down else player for player in floaters),
            )

        return min(choices, key=order)

    # Groups

    def pairs_of(self, residents, down_floaters, up_floaters, *, down: bool, above: bool):
        """Pair all players of a group: floaters first (3.6-3.8), then the rest (2.4, 4, 5)."""
        lower = sorted(down_floaters, key=self.rank)
        upper = sorted(up_floaters, key=self.rank, reverse=True)
        floaters = [*lower, *upper] if above else [*upper, *lower]
        left = {*residents, *floaters}
        pairs = []
        for floater in floaters:
            if floater not in left:
                continue
            others = [
                player
                for player in left
                if player != floater
                and self.legal(floater, player)
                and self.completable(frozenset(left) - {floater, player})
            ]
            mate = min(
                others,
                key=lambda player: (
                    player in floaters,
                    self.due(player) == self.due(floater) != "",
                    player if down else -player,
                ),
            )
            pairs.append((floater, mate))
            left -= {floater, mate}
        ordered = sorted(left, reverse=not down)
        return [*pairs, *min(self.exchanged(ordered), key=self.misses, default=[])]

    def exchanged(self, players):
        """4.2, 4.3: all legal pairings, in the order of the exchanges."""
        if not players:
            yield []
            return
        half = len(players) // 2
        for opponent in [*players[half:], *players[half - 1 : 0 : -1]]:
            if self.legal(players[0], opponent):
                for more in self.exchanged([player for player in players[1:] if player != opponent]):
                    yield [(players[0], opponent), *more]

    def misses(self, pairs) -> int:
        """5.2: how many do not get the colour due."""
        return sum(self.due(first) == self.due(second) != "" for first, second in pairs)

    # The round

    def pair(self):
        bye = None
        if len(self.present) % 2:
            able = [
                player
                for player in self.present
                if self.may_have_bye(player) and self.completable(frozenset(self.present) - {player})
            ]
            if not able:
                return None
            bye = max(able, key=self.rank)  # 1.1
        left = frozenset(self.present) - {bye}
        if not self.completable(left):
            return None
        boards, waiting = {True: [], False: []}, {True: [], False: []}
        scores = sorted({self.score[player] for player in left})
        above = [score for score in reversed(scores) if score > self.median]
        below = [score for score in scores if score < self.median]
        middle = self.median if self.median in scores else max(below, default=self.median)
        for score in [*above, *(score for score in below if score != middle)]:
            down = score > self.median
            residents = {player for player in left if self.score[player] == score}
            rest = left - residents - set(waiting[down])
            adjacent = self.adjacent(rest, score, down=down)
            floaters = self.floaters_of(residents, waiting[down], adjacent, down=down)
            staying = (residents | set(waiting[down])) - set(floaters)
            incoming = [player for player in waiting[down] if player in staying]
            boards[down] += self.pairs_of(
                staying & residents, incoming if down else [], [] if down else incoming, down=down, above=down
            )
            waiting[down] = list(floaters)
            left -= staying
        residents = left - set(waiting[True]) - set(waiting[False])
        while not self.completable(left):  # 2.6
            self.cracked += 1
            upper = len(waiting[True]) <= len(waiting[False])  # unless more floaters came from there
            upper = upper if boards[upper] else not upper
            waiting[upper] += boards[upper].pop()
            left = residents | set(waiting[True]) | set(waiting[False])
        upper = middle == self.median
        pairs = self.pairs_of(residents, waiting[True], waiting[False], down=upper, above=upper)
        return [self.board(pair) for pair in [*boards[True], *boards[False], *pairs]], bye

    def adjacent(self, rest, score, *, down: bool):
        """The neighbouring scoregroup."""
        scores = {self.score[player] for player in rest if (self.score[player] < score) is down}
        nearest = max(scores, default=None) if down else min(scores, default=None)
        return {player for player in rest if self.score[player] == nearest}

    def board(self, pair):
        white = self.white_of(*pair)
        return white, pair[1] if pair[0] == white else pair[0]
