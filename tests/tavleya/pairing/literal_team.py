"""The team Swiss read literally: every set of upfloaters and every pairing of a bracket, for a handful of teams."""

from itertools import combinations

from tavleya.pairing.state import RoundOutcome
from tavleya.sides import Side
from tests.tavleya.pairing.literal_dubov import LiteralField


class LiteralTeams(LiteralField):
    """One round; `kind`: A, B or none; `secondary`: whether it is used for colours."""

    def __init__(self, state, kind: str = "A", *, secondary: bool = True) -> None:
        self.kind, self.secondary = kind, secondary
        super().__init__(state)

    def difference(self, number: int) -> int:
        return self.colours(number).count("W") - self.colours(number).count("B")

    def wish(self, number: int) -> tuple[str, int]:
        """The colour; 2 strong, 1 simple or mild, 0 none."""
        colours, difference = self.colours(number), self.difference(number)
        if self.kind == "none" or not colours:
            return "", 0
        strong = 1 if self.kind == "A" else 2
        if difference < -1 or (difference in (0, -1) and colours[-2:] == "BB"):
            return "W", strong
        if difference > 1 or (difference in (0, 1) and colours[-2:] == "WW"):
            return "B", strong
        if self.kind == "A":
            return "", 0
        if difference:
            return ("W" if difference < 0 else "B"), 1
        if self.round >= self.state.rounds:
            return "", 0
        return ("W" if colours[-1] == "B" else "B"), 1

    def legal(self, first: int, second: int) -> bool:
        if {(first, second), (second, first)} & self.state.forbidden:
            return False
        return not any(past.opponent == second for past in self.games(first))

    def may_have_bye(self, number: int) -> bool:
        return not any(
            past.happened in (RoundOutcome.PAIRING_BYE, RoundOutcome.FORFEIT_WIN)
            or (past.happened is RoundOutcome.BYE and past.points >= self.state.win)
            for past in self.players[number].rounds
        )

    def floater(self, number: int) -> bool:
        if self.round < 2 or self.round >= self.state.rounds - 1:
            return False
        past = self.players[number].rounds[-1]
        if past.happened is not RoundOutcome.PLAYED:
            return False
        at = self.round - 1
        return self.score_before(number, at) != self.score_before(past.opponent, at)

    def pair(self):
        """(White, Black) of every match and the bye; None if the round cannot be paired."""
        bye = self.bye_of(lambda team: (-self.tpn[team],)) if len(self.present) % 2 else None
        left = frozenset(self.present) - {bye}
        if len(left) % 2 or not self.completable(left):
            return None
        matches = []
        while left:
            residents, below = self.groups(left)
            chosen = self.choose(residents, below)
            pairs = self.bracket(residents, chosen)
            matches += [self.coloured(*pair) for pair in pairs]
            left -= set(residents) | set(chosen)
        return matches, bye

    def groups(self, left):
        top = max(self.score[team] for team in left)
        residents = sorted(team for team in left if self.score[team] == top)
        return residents, sorted(left - set(residents), key=lambda team: (-self.score[team], team))

    def sets(self, residents, below):
        """Return the sets that comply with C1, C3 and C4, in their order."""
        for count in range(len(below) + 1):
            sets = [
                chosen
                for chosen in combinations(below, count)
                if self.completable(frozenset(residents) | set(chosen))
                and self.completable(frozenset(below) - set(chosen))
            ]
            if sets:
                return sets
        return []

    def choose(self, residents, below):
        sets = self.sets(residents, below)
        best = max(sorted(self.score[team] for team in chosen) for chosen in sets)
        sets = [chosen for chosen in sets if sorted(self.score[team] for team in chosen) == best]
        return min(sets, key=lambda chosen: (self.breaks_c6(below, chosen), sum(map(self.floater, chosen))))

    def breaks_c6(self, below, chosen) -> bool:
        rest = set(below) - set(chosen)
        if not below or not rest:
            return False
        following = {team for team in rest if self.score[team] == self.score[below[0]]}
        if not following:
            return False
        sets = self.sets(sorted(following), sorted(rest - following))
        return len(sets[0]) > len(following) % 2 if sets else True

    def bracket(self, residents, chosen):
        def value(pairs):
            wishes = [(self.wish(first), self.wish(second)) for first, second in pairs]
            clashes = [(own[1], opponent[1]) for own, opponent in wishes if own[0] and own[0] == opponent[0]]
            met = [(set(pair) - set(chosen)).pop() for pair in pairs if len(set(pair) & set(chosen)) == 1]
            ordered = sorted(tuple(sorted(pair)) for pair in pairs)
            identifier = [first for first, _ in ordered] + [second for _, second in ordered]
            return (
                len(clashes), sum(degrees == (2, 2) for degrees in clashes), sum(map(self.floater, met)),
                identifier,
            )  # fmt: skip

        return min(self.matchings(sorted([*residents, *chosen])), key=value)

    def coloured(self, team: int, other: int) -> tuple[int, int]:
        def rank(number):
            secondary = self.players[number].secondary if self.secondary else 0
            return -self.score[number], -secondary, number

        first, second = sorted((team, other), key=rank)
        return (first, second) if self.first_has_white(first, second) else (second, first)

    def first_has_white(self, first: int, second: int) -> bool:
        own, opponent = self.colours(first), self.colours(second)
        if not own and not opponent:
            return bool(self.tpn[first] % 2) is (self.state.initial_colour is Side.WHITE)
        (side, degree), (other_side, other_degree) = self.wish(first), self.wish(second)
        if bool(side) != bool(other_side):
            return side == "W" or other_side == "B"
        if side and side != other_side:
            return side == "W"
        if side and degree != other_degree:
            return (side == "W") is (degree > other_degree)
        if self.difference(first) != self.difference(second):
            return self.difference(first) < self.difference(second)
        for my, their in zip(reversed(own), reversed(opponent), strict=False):
            if my != their:
                return my == "B"
        if side:
            return side == "W"
        if own:
            return own[-1] == "B"
        return opponent[-1] == "W"
