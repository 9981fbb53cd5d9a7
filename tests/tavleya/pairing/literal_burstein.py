"""The Burstein system after its seeding rounds, read literally: every pairing of a bracket, judged by C5-C8."""

from tavleya.pairing.state import RoundOutcome
from tests.tavleya.pairing.literal_dubov import LiteralField


class LiteralBurstein(LiteralField):
    """One round."""

    def unplayed_wish(self):
        return "", 0

    def total(self, number: int) -> int:
        return sum(past.points for past in self.players[number].rounds)

    def for_opponents(self, number: int) -> int:
        """The score with each round of a series of zero-point byes up to now as a draw (1.7.2)."""
        total = self.total(number)
        if number in self.state.absent:
            for past in self.players[number].rounds[::-1]:
                if past.happened is not RoundOutcome.BYE or past.points != 0:
                    break
                total += self.state.win // 2
        return total

    def ranking(self, number: int):
        buchholz = berger = 0
        for past in self.players[number].rounds:
            played = past.happened is RoundOutcome.PLAYED
            against = self.for_opponents(past.opponent) if played else self.total(number)
            buchholz += against
            berger += against * past.points
        return -buchholz, -berger, number

    def partial(self, players):
        """Every legal way to pair some of these."""
        if not players:
            yield []
            return
        first, *rest = players
        yield from self.partial(rest)
        for second in rest:
            if self.legal(first, second):
                for more in self.partial([player for player in rest if player != second]):
                    yield [(first, second), *more]

    def scores(self, players):
        return sorted((self.score[player] for player in players), reverse=True)

    def following(self, players, below):
        """C5 and C6 of the next bracket at its best under C4."""
        return min(
            (len(alone), self.scores(alone))
            for pairs in self.partial(sorted(players))
            for alone in (set(players) - {player for pair in pairs for player in pair},)
            if self.completable(frozenset(alone) | below)
        )

    def pair(self):
        """(White, Black) of every board and the bye; None if the round cannot be paired."""
        bye = self.bye_of(lambda player: [-value for value in self.ranking(player)]) if len(self.present) % 2 else None
        left = frozenset(self.present) - {bye}
        if len(left) % 2 or not self.completable(left):
            return None
        boards, incoming = [], set()
        while left:
            groups = [
                {player for player in left - incoming if self.score[player] == score}
                for score in sorted({self.score[player] for player in left - incoming}, reverse=True)
            ]
            bracket = sorted(incoming | groups[0], key=self.ranking)
            pairs = self.bracket(bracket, groups[1:])
            boards += [self.colours_of(*sorted(pair, key=self.ranking)) for pair in pairs]
            seated = {player for pair in pairs for player in pair}
            incoming = set(bracket) - seated
            left -= seated
        return boards, bye

    def bracket(self, members, groups):
        below = frozenset(member for group in groups for member in group)
        following = groups[0] if groups else set()
        further = frozenset(below - following)
        best = chosen = None
        for pairs in self.partial(members):
            mates = {member: other for pair in pairs for member, other in (pair, pair[::-1])}
            floaters = set(members) - set(mates)
            if not self.completable(frozenset(floaters) | below):
                continue
            value = [
                len(floaters),
                self.scores(floaters),
                self.following(floaters | following, further) if floaters else (),
                sum(self.wish(member) and self.misses(member, other) for member, other in pairs),
                [-(members.index(mates[member]) + 1) if member in mates else 0 for member in members],
            ]
            if best is None or value < best:
                best, chosen = value, pairs
        return chosen

    def misses(self, first, second):
        return self.wish(first)[1] > 0 and self.wish(first)[0] == self.wish(second)[0]
