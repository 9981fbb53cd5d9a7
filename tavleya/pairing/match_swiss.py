"""Common parts of the Swisses of matches, of two games (C.04.5) and of teams (C.04.6): byes, floaters, their criteria.

Floaters of the previous round should not float again or meet an upfloater, and the rest of the next scoregroup should
be paired with few upfloaters (C6, C7 and the last criterion of either text).
"""

from collections.abc import Iterator

from tavleya.pairing.dutch.completion import complete
from tavleya.pairing.dutch.pool import Pool, bits, mask_of
from tavleya.pairing.state import RoundOutcome, SwissPlayer
from tavleya.pairing.upfloating import PairCost, TopScoregroup, allocated_bye


class MatchField:
    """All entrants to be paired, by rank.

    `floated`: the set of floaters in the previous round (1.5), by the scores of its pairing, if the match was played.
    `floats_count`: whether the criteria about them apply in this round.
    """

    def __init__(self, pool: Pool, *, floats_count: bool) -> None:
        self.pool, self.floats_count = pool, floats_count
        entrants = {entrant.number: entrant for entrant in pool.state.present}
        floats = (self._floated(entrants[member.number]) for member in pool.members)
        self.floated = mask_of(place for place, floated in enumerate(floats) if floated)

    def _floated(self, entrant: SwissPlayer) -> bool:
        scores, at = self.pool.scores, self.pool.state.round_number - 2
        if at < 0:
            return False
        past = entrant.rounds[at]
        if past.happened is not RoundOutcome.PLAYED or past.opponent not in scores:
            return False
        return scores[past.opponent][at] != scores[entrant.number][at]

    def floats_again(self, number: int) -> int:
        return self.floated >> number & 1 if self.floats_count else 0

    def tpn(self, number: int) -> int:
        return self.pool.members[number].tpn

    def bye(self) -> int | None:
        """Return the bye (3.4): the lowest score, the most matches played, the largest number.  Raises: CannotPair."""

        def order(number: int) -> tuple[int, ...]:
            member = self.pool.members[number]
            return member.score, member.unplayed, -member.tpn

        return allocated_bye(self.pool, order)

    def scoregroups(self, bye: int | None) -> Iterator[tuple[TopScoregroup, set[int]]]:
        """Yield the top scoregroup and the set of unpaired ranks until it is empty.

        The caller removes the bracket from the set.
        """
        left = set(range(self.pool.size)) - {bye}
        while left:
            yield TopScoregroup.of(self.pool, left), left

    def upfloater_cost(self, group: TopScoregroup, *, look_down: bool = True) -> PairCost:
        """Return the cost function for C6 and C7.

        C6 is counted in pairs of the following scoregroup with lower ones, or 0 unless `look_down`.
        """
        residents = set(group.residents)
        following = set(group.following(self.pool)) if look_down and group.below else set()

        def cost(number: int, other: int) -> tuple[int, ...]:
            if number in residents:
                return 0, int(other not in residents and self.floats_again(other))
            return int(number in following and other not in following), 0

        return cost

    def opponent_floats_again(self, number: int, other: int, residents: set[int]) -> int:
        """Return the last criterion for a pair: 1 if an upfloater's opponent was a floater."""
        if (number in residents) == (other in residents):
            return 0
        return self.floats_again(number if number in residents else other)

    def serves_following(self, group: TopScoregroup, floats: tuple[int, ...]) -> bool:
        """Return whether the rest of the next scoregroup needs only as many upfloaters as parity requires (C6)."""
        mask = mask_of(floats)
        rest = mask_of(group.following(self.pool)) & ~mask if group.below else 0
        below = mask_of(group.below) & ~mask & ~rest
        meets = self.pool.meets
        if rest.bit_count() % 2 == 0:
            return complete(rest, meets, None) is not None and complete(below, meets, None) is not None
        return any(
            complete(rest | 1 << bit, meets, None) is not None
            and complete(below & ~(1 << bit), meets, None) is not None
            for bit in bits(below)
        )
