"""Reasons why a round cannot be paired, and exceptions that would help (art. 1.9.3 leaves them to the arbiter)."""

from dataclasses import dataclass

from tavleya.messages import Message
from tavleya.pairing.dutch import kernel
from tavleya.pairing.dutch.exact import BracketPairing, Scope, first_matching
from tavleya.pairing.dutch.kernel import complete
from tavleya.pairing.dutch.pool import DOWN, UP, Pool, Strength, bits, mask_of
from tavleya.pairing.messages import say
from tavleya.pairing.state import CannotPair, RoundOutcome
from tavleya.sides import Side

#: Names of exceptions: the sentence for the suspended criterion.
_WAIVED = {"C1": "C1.waiver", "C3": "C3.waiver", "apart": "apart.waiver"}

#: No exceptions are searched above this number of players: such a section does not lack opponents.
_MOST = 400


def infeasible_error(pool: Pool) -> CannotPair:
    """Return the error, with the fewest exceptions to C1-C3 that would permit a pairing.

    `detail["free"]`: those exceptions, as {"rule", "players"}.
    """
    nobody_for_bye = pool.size % 2 == 1 and not pool.bye_allowed
    reason = say("nobody_for_bye") if nobody_for_bye else say("no_matching")
    waivers = _fewest_waivers(pool) if pool.size <= _MOST else []
    if waivers:
        listed = waivers[-1]
        for waiver in reversed(waivers[:-1]):
            listed = say("waiver_list", one=waiver, more=listed)
        remedy = say("waivers" if len(waivers) == 1 else "waivers.several", waive=listed)
    else:
        remedy = say("no_waiver")
    free = [{"rule": waiver.code, "players": list(waiver.params.values())} for waiver in waivers]
    return CannotPair(say("cannot_pair.because", reason=reason, remedy=remedy), free=free)


def _fewest_waivers(pool: Pool) -> list[Message]:
    """Return the exceptions of a complete pairing that needs as few as possible.

    Among equal numbers, the arbiter's prohibitions and colours are preferred to a second bye, and rematches come last.
    """
    size = bye = pool.size
    exception_cost = 8 * (size + 2)  # one exception outweighs all preferences between their kinds
    legal = exception_cost * (size + 2)
    edges = {}
    for first in range(size):
        for second in range(first + 1, size):
            rule = _broken_rule(pool, first, second)
            edges[first, second] = legal - (exception_cost + _dislike(rule) if rule else 0)
        if size % 2:
            edges[first, bye] = legal - (0 if pool.bye_allowed >> first & 1 else exception_cost + _dislike("C2"))
    mates = kernel.heaviest(size + size % 2, edges)
    messages = []
    for first in range(size):
        second = mates[first]
        if second == bye and not pool.bye_allowed >> first & 1:
            messages.append(say("C2.waiver", one=pool.members[first].number))
        elif first < second < size:
            rule = _broken_rule(pool, first, second)
            if rule:
                numbers = {"one": pool.members[first].number, "other": pool.members[second].number}
                messages.append(say(_WAIVED[rule], **numbers))
    return messages


def _broken_rule(pool: Pool, first: int, second: int) -> str | None:
    if pool.meets[first] >> second & 1:
        return None
    return "C1" if met(pool, first, second) else "apart" if kept_apart(pool, first, second) else "C3"


def _dislike(rule: str) -> int:
    return ("apart", "C3", "C2", "C1").index(rule) + 1


def met(pool: Pool, value: int, other: int) -> int | None:
    """Return the round in which two players met, or None."""
    number = pool.members[other].number
    player = next(player for player in pool.state.present if player.number == pool.members[value].number)
    rounds = (
        index
        for index, past in enumerate(player.rounds, start=1)
        if past.happened is RoundOutcome.PLAYED and past.opponent == number
    )
    return next(rounds, None)


def kept_apart(pool: Pool, number: int, other: int) -> bool:
    """Return whether the arbiter forbids the pair."""
    numbers = pool.members[number].number, pool.members[other].number
    return bool({numbers, numbers[::-1]} & pool.state.forbidden)


def names(pool: Pool, places: int) -> str:
    """Return the starting ranks of a set of players, for a sentence."""
    return ", ".join(str(pool.members[place].number) for place in bits(places))


# The first perfect candidate of a bracket (art. 3.4.1), found without weights if there is one.
#
# C12 and C13 are bounded by the numbers of players who prefer each colour. If there is a surplus on one
# side, counting shows which pairs are possible: every other pair would exceed the minimum. So a bracket
# becomes a graph without weights in which every complete pairing is optimal; the first of them in the order
# of art. 4 is the result. Everything that this cannot decide (a criterion that cannot be met, an exchange)
# is left to `exact`: the result is then None, never a guess.


@dataclass(frozen=True)
class ColourDemand:
    """The number of a bracket's players who prefer each colour; by side the mild, strong and absolute."""

    counts: dict[Side, tuple[int, int, int]]
    none: int

    def least(self) -> tuple[int, int, Side | None] | None:
        """Return the least C12 and C13, and the side with a surplus; None if C3 alone prevents it.

        For every two surplus players of a side, one pair has the same preference; a mild one in such a pair keeps it
        out of C13, and two absolute ones may not meet.
        """
        total = {side: sum(counts) for side, counts in self.counts.items()}
        side = max(Side, key=lambda side: total[side])
        surplus = total[side] - total[side.other] - self.none
        if surplus <= 0:
            return 0, 0, None
        mild, strong, _ = self.counts[side]
        pairs = surplus // 2
        hard = max(0, pairs - mild)
        if strong < hard:
            return None
        return pairs, hard, side if pairs else None


class PerfectBracket:
    """The search for the first perfect candidate of one bracket."""

    def __init__(self, players: Pool, scope: Scope) -> None:
        self.pool = players
        self.scope = scope
        self.residents = mask_of(scope.residents)
        self.bracket = self.residents | mask_of(scope.moved_down)
        self.following = mask_of(scope.following)
        self.below = mask_of(scope.below)

    def solve(self) -> BracketPairing | None:
        scope = self.scope
        if len(scope.moved_down) > len(scope.residents):
            return None
        odd = self.bracket.bit_count() % 2
        bye_here = bool(scope.bye) and not scope.bye & ~self.bracket
        if bye_here and (not odd or scope.bye & ~self.residents):
            return None
        if not odd:
            if not completable(self.pool, self.following | self.below, scope.bye):
                return None
            return self._first(0, self._colour_demand(None).least())
        floaters = self.residents
        if bye_here:
            floaters = self._fewest_unplayed(scope.bye)
        elif not self.following:
            return None
        return self._with_floater(floaters)

    def _fewest_unplayed(self, candidates: int) -> int:
        """Return the candidates with the fewest unplayed rounds (C9)."""
        unplayed = {bit: self.pool.members[bit].unplayed for bit in bits(candidates)}
        fewest = min(unplayed.values())
        return mask_of(bit for bit, rounds in unplayed.items() if rounds == fewest)

    def _with_floater(self, floaters: int) -> BracketPairing | None:
        """Return the candidate with one downfloater, who costs least in C12, C13, C14 and C16 and complies with C8."""
        while floaters:
            least, best = self._cheapest(floaters)
            if least is None:
                return None
            settled = self._first(best, least)
            if settled is None:
                return None
            (floater,) = settled.downfloaters
            if self._may_go(floater):
                return settled
            floaters &= ~(1 << floater)
        return None

    def _may_go(self, floater: int) -> bool:
        if not self.following:
            return True
        return serves_next(self.pool, floater, self.following, self.below, self.scope.bye)

    def _cheapest(self, floaters: int) -> tuple[tuple[int, int, Side | None] | None, int]:
        """Return the least colour cost of the bracket without one of `floaters`, and the floaters who reach it."""
        kinds: dict[tuple[Side | None, Strength], int] = {}
        for bit in bits(floaters):
            wish = self.pool.members[bit].preference
            kinds[wish.side, wish.strength] = kinds.get((wish.side, wish.strength), 0) | 1 << bit
        costs = {kind: self._colour_demand(kind).least() for kind in kinds}
        possible = [cost for cost in costs.values() if cost is not None]
        if not possible:
            return None, 0
        least = min(possible, key=lambda cost: cost[:2])
        best = 0
        for kind, cost in costs.items():
            if cost is not None and cost[:2] == least[:2]:
                best |= kinds[kind]
        for back in (0, 1):
            best = best & ~self.pool.floated[DOWN, back] or best
        return least, best

    def _colour_demand(self, without: tuple[Side | None, Strength] | None) -> ColourDemand:
        """Return the colour demand of the bracket, without one player of the kind `without`."""
        strengths = (Strength.MILD, Strength.STRONG, Strength.ABSOLUTE)
        counts = {
            side: [(self.pool.wanting[side, strength] & self.bracket).bit_count() for strength in strengths]
            for side in Side
        }
        none = self.bracket.bit_count() - sum(map(sum, counts.values()))
        if without is not None:
            side, strength = without
            if side is None:
                none -= 1
            else:
                counts[side][strengths.index(strength)] -= 1
        return ColourDemand({side: (value[0], value[1], value[2]) for side, value in counts.items()}, none)

    def _first(self, floaters: int, least: tuple[int, int, Side | None] | None) -> BracketPairing | None:
        """Return the first candidate at the least cost, without exchanges; None if there is none."""
        if least is None:
            return None
        allowed = self._allowed(least)
        upfloated = self.pool.floated[UP, 0] | self.pool.floated[UP, 1]
        free = self.residents
        moved_down_pairs = []
        for number in self.scope.moved_down:
            target = allowed[number] & free & ~upfloated
            if floaters and not free & floaters & (free & floaters) - 1:
                target &= ~(free & floaters)  # the only remaining possible floater stays
            if not target:
                return None
            mate = (target & -target).bit_length() - 1
            moved_down_pairs.append((number, mate))
            free ^= 1 << mate
        players = list(bits(free))
        half = len(players) // 2
        s1, s2 = players[:half], mask_of(players[half:])
        mates = first_matching([allowed[number] for number in s1], s2, floaters & s2 if floaters else None)
        if mates is None:
            return None
        pairs = tuple(zip(s1, mates, strict=True))
        alone = s2 & ~mask_of(mates)
        return BracketPairing(tuple(moved_down_pairs), pairs, tuple(bits(alone)), perfect=True)

    def _allowed(self, least: tuple[int, int, Side | None]) -> dict[int, int]:
        """Return the possible opponents of each player in a candidate of least cost in C10-C13."""
        pool, (_, hard, side) = self.pool, least
        allowed = {}
        for bit in bits(self.bracket):
            wish = pool.members[bit].preference
            mask = pool.meets[bit] & self.bracket
            if side is None:
                if wish.side is not None:
                    mask &= ~pool.prefers[wish.side]
            elif wish.side is side:
                mask &= self._partners_of_many(side, wish.strength, hard)
            else:
                mask &= pool.prefers[side]
                if hard:
                    mask &= ~pool.wanting[side, Strength.MILD]
            allowed[bit] = mask
        return allowed

    def _partners_of_many(self, side: Side, strength: Strength, hard: int) -> int:
        """Return the possible opponents of a player on the side with a surplus."""
        pool = self.pool
        mild, strong = pool.wanting[side, Strength.MILD], pool.wanting[side, Strength.STRONG]
        absolute = pool.wanting[side, Strength.ABSOLUTE]
        others = ~pool.prefers[side]
        if strength is Strength.MILD:
            return strong | absolute if hard else -1
        if not hard:
            return others | mild
        return others | mild | strong | (absolute if strength is Strength.STRONG else 0)


# The effect of a bracket's downfloaters: C4 for all players below, C8 for the next bracket.

#: The number of possible floaters of the next bracket that are tried before the kernel is used.
_TRIES = 6


def completable(pool: Pool, players: int, bye: int) -> bool:
    """Return whether all `players` can be paired, with one of `bye` alone if any of them is included (C4)."""
    return complete(players, pool.meets, bye & players or None) is not None


def serves_next(pool: Pool, floater: int, following: int, below: int, bye: int) -> bool:
    """Return whether C8 is at its best for one downfloater.

    The next bracket must pair them and as many of its players as their number allows.  If the downfloater must have the
    bye, it only has to pair its own players.
    """
    has_bye = bool(bye) and not bye & (following | below)
    if has_bye and not bye >> floater & 1:
        return False
    bracket = following if has_bye else following | 1 << floater
    rest_bye = 0 if has_bye else bye
    floaters = bracket.bit_count() % 2
    if rest_bye and not rest_bye & below and floaters == 0:
        floaters = 2
    if floaters < 2 and _serves_plainly(pool, bracket, following, below, rest_bye, floaters):
        return True
    # The next bracket alone gives a "no" sooner, because many players are below.
    return (not below or _serves(pool, floater, bracket, 0, 0, floaters, whole=False)) and _serves(
        pool, floater, bracket, below, rest_bye, floaters
    )


def _serves_plainly(pool: Pool, bracket: int, following: int, below: int, bye: int, floaters: int) -> bool:
    """Return whether one of a few obvious pairings serves; False does not prove anything."""
    if not floaters:
        return complete(bracket, pool.meets, None) is not None and completable(pool, below, bye)
    candidates = following & bye if bye and not bye & below else following
    for bit in sorted(bits(candidates), reverse=True)[:_TRIES]:
        rest = below | 1 << bit
        if complete(bracket & ~(1 << bit), pool.meets, None) is not None and completable(pool, rest, bye):
            return True
    return False


def _serves(pool: Pool, floater: int, bracket: int, below: int, bye: int, floaters: int, *, whole: bool = True) -> bool:
    """Return the exact answer, by a matching that is complete, then pairs most of the next bracket, then the floater.

    Not `whole`: players left over are assumed to find an opponent elsewhere; even then a "no" is certain.
    """
    players = list(bits(bracket | below))
    place = {player: number for number, player in enumerate(players)}
    wide = len(players).bit_length()
    edges = {}
    for player in players:
        for other in bits(pool.meets[player] & (bracket | below) >> player + 1 << player + 1):
            inside = bool(bracket >> player & 1 and bracket >> other & 1)
            edges[place[player], place[other]] = (1 << wide | inside) << 1 | (inside and floater in (player, other))
    count = len(players)
    for player in bits(bye):
        edges[place[player], count] = 1 << wide + 1
    mates = kernel.heaviest(count + 1, edges)
    if whole and any(mates[number] == number for number in range(count)):
        return False
    together = [
        player
        for player in bits(bracket)
        if mates[place[player]] not in (place[player], count) and bracket >> players[mates[place[player]]] & 1
    ]
    alone = bracket.bit_count() - len(together)
    return alone <= floaters and (floater in together or not bracket >> floater & 1)
