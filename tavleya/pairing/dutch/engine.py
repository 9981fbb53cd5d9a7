"""The round, bracket by bracket (art. 1.9)."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from tavleya.pairing.boards import ordered
from tavleya.pairing.dutch.completion import complete
from tavleya.pairing.dutch.criteria_scores import score_criteria
from tavleya.pairing.dutch.exact import BracketPairing, ExactBracket, Scope
from tavleya.pairing.dutch.infeasible import PerfectBracket, completable, infeasible_error, serves_next
from tavleya.pairing.dutch.pool import Pool, mask_of
from tavleya.pairing.state import DUTCH_2026, BracketTrace, Pair, RoundPairing, SwissState
from tavleya.sides import Side


@dataclass(frozen=True)
class SettledBracket:
    """A bracket, its pairing, and the brackets below."""

    scope: Scope
    settled: BracketPairing

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """(S1, S2) by rank, moved-down players first."""
        return self.settled.moved_down_pairs + self.settled.pairs


def pair(state: SwissState, progress: Callable[[int, int], None] | None = None) -> RoundPairing:
    """Pair the coming round by the Dutch system of 2026.

    `progress(done, of)` gets the number of players who have left their brackets.  Raises: CannotPair if no
    round-pairing complies with C1-C3 (art. 1.9.3).
    """
    pool = Pool(state)
    brackets: list[SettledBracket] = []
    for bracket in settled_brackets(pool):
        brackets.append(bracket)
        if progress is not None:
            progress(sum(2 * len(settled_bracket.pairs) for settled_bracket in brackets), pool.size)
    boards = [board(pool, *both) for bracket in brackets for both in bracket.pairs]
    alone = brackets[-1].settled.downfloaters if brackets else ()
    traces = tuple(
        trace_of(pool, bracket.scope.moved_down, bracket.scope.residents, bracket.settled, bracket.scope.bye)
        for bracket in brackets
    )
    bye = pool.members[alone[0]].number if alone else None
    return RoundPairing(ordered(state, boards), bye, DUTCH_2026, traces)


def settled_brackets(pool: Pool) -> Iterator[SettledBracket]:
    """Yield the brackets from the top, each with the players that the previous one could not pair."""
    moved_down: tuple[int, ...] = ()
    bye = bye_candidates(pool)
    groups = pool.groups
    for place, group in enumerate(groups):
        following = tuple(groups[place + 1]) if place + 1 < len(groups) else ()
        below = tuple(number for lower in groups[place + 2 :] for number in lower)
        scope = Scope(moved_down, tuple(group), following, below, bye)
        bracket = SettledBracket(scope, PerfectBracket(pool, scope).solve() or _searched(pool, scope))
        yield bracket
        moved_down = bracket.settled.downfloaters
        bye &= ~mask_of(number for both in bracket.pairs for number in both)


def bye_candidates(pool: Pool) -> int:
    """Return the candidates for the bye by C2 and, over the whole round, C5: a set, empty with an even number."""
    everyone = (1 << pool.size) - 1
    if pool.size % 2 == 0:
        if pool.size and complete(everyone, pool.meets, None) is None:
            raise infeasible_error(pool)
        return 0
    for group in reversed(pool.groups):
        candidates = mask_of(group) & pool.bye_allowed
        if candidates and complete(everyone, pool.meets, candidates) is not None:
            return candidates
    raise infeasible_error(pool)


@dataclass(frozen=True)
class BracketResult:
    """A bracket's best candidate; `left`: players that the next bracket would not pair, None if it is at its best."""

    settled: BracketPairing
    left: int | None


def _searched(pool: Pool, scope: Scope) -> BracketPairing:
    result = search(pool, scope)
    assert result is not None, "each bracket leaves a complete pairing to those after it"
    return result.settled


def search(pool: Pool, scope: Scope, wanted: Callable[[int, int], bool] | None = None) -> BracketResult | None:
    """Return a bracket's best candidate by weights, from the `wanted` pairs; None if there is none.

    The bracket is tried alone first, then with the next one, then with all below.  Each smaller problem has fewer
    constraints than the full one, so a result that complies with all of them is the best; this is checked.
    """
    mask = mask_of(scope.moved_down + scope.residents)
    bye = scope.bye if not scope.bye & ~mask else 0
    for following in ((), scope.following) if scope.below else ((),) if scope.following else ():
        narrow = Scope(scope.moved_down, scope.residents, following, (), bye, whole=False)
        solver = ExactBracket(pool, narrow, wanted)
        settled = solver.solve()
        if settled is None:
            continue
        if not following and _serves_all_below(pool, scope, settled):
            return BracketResult(settled, None)
        left = solver.left_by_next(settled.downfloaters)
        if following and completable(pool, left | mask_of(scope.below), scope.bye):
            return BracketResult(settled, left)
    solver = ExactBracket(pool, scope, wanted)
    settled = solver.solve()
    return None if settled is None else BracketResult(settled, solver.left_by_next(settled.downfloaters))


def _serves_all_below(pool: Pool, scope: Scope, settled: BracketPairing) -> bool:
    """Return whether C4 holds and C8 is at its best, decided for at most one downfloater."""
    following, below = mask_of(scope.following), mask_of(scope.below)
    if not settled.downfloaters:
        return completable(pool, following | below, scope.bye)
    if len(settled.downfloaters) > 1:
        return False
    return serves_next(pool, settled.downfloaters[0], following, below, scope.bye)


def board(pool: Pool, number: int, other: int) -> Pair:
    """Return the pair of two ranks with colours (art. 5)."""
    higher, lower = sorted((number, other))
    first, second = pool.members[higher].number, pool.members[lower].number
    return Pair(first, second) if pool.side_of_higher(higher, lower) is Side.WHITE else Pair(second, first)


# The trace of a bracket, for the arbiter who must explain it.


def trace_of(
    pool: Pool, moved_down: Sequence[int], residents: Sequence[int], settled: BracketPairing, bye: int
) -> BracketTrace:
    """Return one bracket in starting ranks: subgroups before exchanges, exchanges, floaters, criteria."""

    def numbers(places: Iterable[int]) -> tuple[int, ...]:
        return tuple(pool.members[place].number for place in places)

    taken = {mate for _, mate in settled.moved_down_pairs}
    remainder = [resident for resident in residents if resident not in taken]
    s1, s2 = remainder[: len(settled.pairs)], remainder[len(settled.pairs) :]
    tops = {resident for resident, _ in settled.pairs}
    criteria = score_criteria(pool, moved_down, residents, settled, bye)
    pairs = (*settled.moved_down_pairs, *settled.pairs)
    return BracketTrace(
        score=pool.score[residents[0]],
        moved_down=numbers(moved_down),
        residents=numbers(residents),
        pairs=tuple((pool.members[resident].number, pool.members[other].number) for resident, other in pairs),
        s1=numbers(s1),
        s2=numbers(s2),
        to_s2=numbers(resident for resident in s1 if resident not in tops),
        to_s1=numbers(resident for resident in s2 if resident in tops),
        limbo=numbers(resident for resident in moved_down if resident in settled.downfloaters),
        downfloaters=numbers(settled.downfloaters),
        criteria={name: value for name, value in criteria.items() if any(value)},
        perfect=settled.perfect,
    )
