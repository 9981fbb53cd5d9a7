"""The Dutch system read literally: every candidate of a bracket in the order of article 4, each judged by C1-C21.

Good for a handful of players only.  Shares no code with the engine but the dataclasses that describe a section.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, permutations

from tavleya.pairing.state import RoundOutcome, SwissState
from tavleya.sides import Side
from tests.tavleya.pairing.literal_dubov import LiteralField


class Literal(LiteralField):
    """One round of a small section."""

    def __init__(self, state: SwissState) -> None:
        super().__init__(state)
        self.legal_memory: dict[tuple[int, int], bool] = {}
        self.completions = cache(self._completions)
        self.completion_byes = cache(self._completion_byes)
        self.following_value = cache(self._following_value)

    # Players

    def rank(self, number: int) -> tuple[int, int]:
        return -self.score[number], number

    def colours(self, number: int) -> list[Side]:
        return [past.side for past in self.players[number].rounds if past.happened is RoundOutcome.PLAYED]

    def difference(self, number: int) -> int:
        return self.colours(number).count(Side.WHITE) - self.colours(number).count(Side.BLACK)

    def wish(self, number: int) -> tuple[Side | None, str]:
        colours, difference = self.colours(number), self.difference(number)
        if not colours:
            return None, "none"
        if difference < -1 or difference > 1:
            return (Side.WHITE if difference < 0 else Side.BLACK), "absolute"
        if colours[-2:] in ([Side.WHITE] * 2, [Side.BLACK] * 2):
            return colours[-1].other, "absolute"
        if difference:
            return (Side.WHITE if difference < 0 else Side.BLACK), "strong"
        return colours[-1].other, "mild"

    def topscorer(self, number: int) -> bool:
        return self.round >= self.state.rounds and self.score[number] > (self.round - 1) * self.state.win / 2

    def float_of(self, number: int, back: int) -> str:
        at = self.round - back
        if at < 1:
            return ""
        past = self.players[number].rounds[at - 1]
        if past.happened is RoundOutcome.PAIRING_BYE:
            return "down"
        if past.happened is not RoundOutcome.PLAYED:
            return "down" if past.points > 0 else ""
        own, opponent = self.score_before(number, at), self.score_before(past.opponent, at)
        return "down" if own > opponent else "up" if own < opponent else ""

    def unplayed(self, number: int) -> int:
        return len([past for past in self.players[number].rounds if past.happened is not RoundOutcome.PLAYED])

    # Absolute criteria

    def legal(self, first: int, second: int) -> bool:
        key = (min(first, second), max(first, second))
        if key not in self.legal_memory:
            self.legal_memory[key] = self._legal(*key)
        return self.legal_memory[key]

    def _legal(self, first: int, second: int) -> bool:
        if (first, second) in self.state.forbidden or (second, first) in self.state.forbidden:
            return False
        if any(past.happened is RoundOutcome.PLAYED and past.opponent == second for past in self.players[first].rounds):
            return False
        (side, strength), (their_side, their_strength) = self.wish(first), self.wish(second)
        both_absolute = strength == their_strength == "absolute" and side is their_side
        return not both_absolute or self.topscorer(first) or self.topscorer(second)

    def _completion_byes(self, left: frozenset[int]) -> frozenset[int | None]:
        """Return the possible byes (None: no bye) when `left` is paired by C1-C3; empty if impossible."""
        if not left:
            return frozenset({None})
        first, *rest = sorted(left)
        byes: set[int | None] = set()
        for other in rest:
            if self.legal(first, other):
                byes |= self.completion_byes(left - {first, other})
        if len(left) % 2 and self.may_have_bye(first) and self.completion_byes(left - {first}):
            byes.add(first)
        if len(left) % 2:
            byes.discard(None)
        return frozenset(byes)

    def _completions(self, left: frozenset[int]) -> int | None:
        """The least score of the bye's assignee (-1: no bye), None if `left` cannot be completed."""
        byes = self.completion_byes(left)
        if not byes:
            return None
        return min(-1 if bye is None else self.score[bye] for bye in byes)

    # Colours

    def white_of(self, first: int, second: int) -> int:
        higher, lower = sorted((first, second), key=self.rank)
        (side, strength), (their_side, their_strength) = self.wish(higher), self.wish(lower)
        degree = ["none", "mild", "strong", "absolute"]
        if side is None and their_side is None:
            colour = self.state.initial_colour if self.tpn[higher] % 2 else self.state.initial_colour.other
        elif side is None:
            colour = their_side.other
        elif side is not their_side:
            colour = side
        elif strength != their_strength:
            colour = side if degree.index(strength) > degree.index(their_strength) else side.other
        elif strength == "absolute" and abs(self.difference(higher)) != abs(self.difference(lower)):
            colour = side if abs(self.difference(higher)) > abs(self.difference(lower)) else side.other
        else:
            colour = side
            own_sides, their_sides = self.colours(higher)[::-1], self.colours(lower)[::-1]
            for my, their in zip(own_sides, their_sides, strict=False):
                if my is not their:
                    colour = their
                    break
        return higher if colour is Side.WHITE else lower

    # Candidates, in their order

    def candidates(self, moved_down: list[int], residents: list[int], m1: int, pairs: int) -> Iterator[list]:
        for s1 in combinations(moved_down, m1):
            for mates in permutations(residents, m1):
                rest = [number for number in residents if number not in mates]
                for remainder in self.homogeneous(rest, pairs - m1):
                    yield [*zip(s1, mates, strict=True), *remainder]

    def homogeneous(self, players: list[int], pairs: int) -> Iterator[list]:
        bsn = {number: place + 1 for place, number in enumerate(players)}
        s1, s2 = players[:pairs], players[pairs:]
        exchanges = [
            (out, back)
            for size in range(min(len(s1), len(s2)) + 1)
            for out in combinations(s1, size)
            for back in combinations(s2, size)
        ]

        def order(exchange):
            out, back = [bsn[item] for item in exchange[0]], [bsn[item] for item in exchange[1]]
            return len(out), sum(back) - sum(out), [-item for item in sorted(out, reverse=True)], sorted(back)

        for out, back in sorted(exchanges, key=order):
            top = sorted((set(s1) - set(out)) | set(back), key=bsn.get)
            bottom = sorted((set(s2) - set(back)) | set(out), key=bsn.get)
            for mates in permutations(bottom, pairs):
                yield list(zip(top, mates, strict=True))

    # Judging

    def _following_value(self, downfloaters: frozenset[int], following: frozenset[int], below: frozenset[int]):
        """C6 and C7 of the next bracket at its best under C1-C5."""
        best = None
        group = downfloaters | following

        def extend(left: frozenset[int], alone: frozenset[int]) -> None:
            nonlocal best
            if not left:
                bye = self.completions(alone | below)
                if bye is not None:
                    scores = sorted((self.score[number] for number in alone), reverse=True)
                    value = (bye, len(alone), scores)
                    best = value if best is None or value < best else best
                return
            first = min(left)
            extend(left - {first}, alone | {first})
            for other in left - {first}:
                if self.legal(first, other) and not {first, other} <= downfloaters:
                    extend(left - {first, other}, alone)

        extend(group, frozenset())
        return best

    def judge(self, candidate, moved_down, residents, following, below):
        """The list by which candidates compare, the smaller the better; None for one that C1-C4 forbid."""
        if not all(self.legal(*pair) for pair in candidate):
            return None
        paired = {number for pair in candidate for number in pair}
        downfloaters = frozenset(moved_down + residents) - paired
        left = downfloaters | following | below
        bye_score = self.completions(left)
        if bye_score is None:
            return None
        scores = sorted((self.score[downfloater] for downfloater in downfloaters), reverse=True)
        value = [bye_score, len(downfloaters), scores]
        value.append(self.following_value(downfloaters, following, below) if following else ())
        byes = {bye for bye in self.completion_byes(left) if bye is not None and self.score[bye] == bye_score}
        single = len(downfloaters) == 1 and byes == downfloaters
        value.append(self.unplayed(min(downfloaters)) if single else 0)
        value += self.judge_colours(candidate)
        value += self.judge_floats(candidate, downfloaters, moved_down, residents)
        return value

    def judge_colours(self, candidate) -> list[int]:
        wide = thrice = missed = missed_strong = 0
        for pair in candidate:
            white = self.white_of(*pair)
            exempt = any(self.topscorer(number) for number in pair)
            for number in pair:
                colour = Side.WHITE if number == white else Side.BLACK
                side, strength = self.wish(number)
                difference = self.difference(number) + (1 if colour is Side.WHITE else -1)
                wide += exempt and abs(difference) > 2
                thrice += exempt and self.colours(number)[-2:] == [colour, colour]
                missed += side is colour.other
                missed_strong += side is colour.other and strength == "strong"
        return [wide, thrice, missed, missed_strong]

    def judge_floats(self, candidate, downfloaters, moved_down, residents) -> list:
        bracket_score = self.score[residents[0]]
        opponents = {first: second for pair in candidate for first, second in (pair, pair[::-1]) if first in moved_down}
        counts, differences = [], []
        for back in (1, 2):
            counts.append(sum(self.float_of(number, back) == "down" for number in downfloaters if number in residents))
            counts.append(sum(self.float_of(number, back) == "up" for number in opponents.values()))
            fell = [number for number in moved_down if self.float_of(number, back) == "down"]
            differences.append(
                sorted(
                    (self.score[number] - bracket_score + (0 if number in opponents else 2) for number in fell),
                    reverse=True,
                )
            )
            differences.append(
                sorted(
                    (
                        self.score[first] - bracket_score
                        for first, second in opponents.items()
                        if self.float_of(second, back) == "up"
                    ),
                    reverse=True,
                )
            )
        return [*counts, *differences]

    # The round

    def pair(self) -> tuple[list[tuple[int, int]], int | None] | None:
        """(White, Black) of every board and the bye; None if the round cannot be paired."""
        if self.completions(frozenset(self.present)) is None:
            return None
        groups = [
            sorted(number for number in self.present if self.score[number] == score)
            for score in sorted({self.score[number] for number in self.present}, reverse=True)
        ]
        pairs, moved_down = [], []
        for place, residents in enumerate(groups):
            following = frozenset(groups[place + 1]) if place + 1 < len(groups) else frozenset()
            below = frozenset(number for group in groups[place + 2 :] for number in group)
            chosen = self.bracket(moved_down, residents, following, below)
            pairs += chosen
            paired = {number for pair in chosen for number in pair}
            moved_down = sorted(set(moved_down + residents) - paired, key=self.rank)
        boards = []
        for first, second in pairs:
            white = self.white_of(first, second)
            boards.append((white, second if white == first else first))
        return boards, (moved_down[0] if moved_down else None)

    def bracket(self, moved_down, residents, following, below):
        best, chosen = None, None
        most = (len(moved_down) + len(residents)) // 2
        for pairs in range(most, -1, -1):
            for m1 in range(min(len(moved_down), len(residents), pairs), -1, -1):
                for candidate in self.candidates(moved_down, residents, m1, pairs):
                    value = self.judge(candidate, moved_down, residents, following, below)
                    if value is not None and (best is None or value < best):
                        best, chosen = value, candidate
            # Fewer pairs could only bring a bye at a lower score (C5), and the best has the lowest that is possible.
            if best is not None and best[0] == self.completions(frozenset(moved_down + residents) | following | below):
                break
        assert chosen is not None
        return chosen
