"""The round, bracket by bracket (art. 1.9)."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tavleya.errors import BadInput
from tavleya.pairing.dutch.exact import BracketPairing, ExactBracket, Scope
from tavleya.pairing.dutch.infeasible import PerfectBracket, completable, infeasible_error, serves_next
from tavleya.pairing.dutch.kernel import complete
from tavleya.pairing.dutch.pool import DOWN, UP, Pool, mask_of
from tavleya.pairing.messages import say
from tavleya.pairing.state import (
    DUTCH_2017,
    DUTCH_2026,
    BracketTrace,
    Pair,
    PastRound,
    RoundOutcome,
    RoundPairing,
    SwissPlayer,
    SwissState,
    ordered,
)
from tavleya.sides import Side

# Scores of a candidate for each criterion, for traces and explanations; smaller is better.

#: The order of comparison of candidates.
CRITERIA = tuple(f"C{number}" for number in range(5, 22))


def score_criteria(
    pool: Pool, moved_down: Sequence[int], residents: Sequence[int], settled: BracketPairing, bye: int
) -> dict[str, tuple[int, ...]]:
    """Return C5-C21 of one bracket's pairing except C8, which depends on the next bracket.

    Counts are one number; scores and their differences (half-points) are in descending order.
    """
    below = pool.score[residents[0]]
    floaters = settled.downfloaters
    values: dict[str, tuple[int, ...]] = {
        "C6": (len(floaters),),
        "C7": _descending(pool.score[floater] for floater in floaters),
    }
    if bye and not bye & ~mask_of((*moved_down, *residents)):
        values["C5"] = (max(pool.score[floater] for floater in floaters if bye >> floater & 1),)
        values["C9"] = (pool.members[floaters[0]].unplayed if len(floaters) == 1 else 0,)
    costs = [pool.colour_costs(*sorted(pair)) for pair in (*settled.moved_down_pairs, *settled.pairs)]
    for place, name in enumerate(("C10", "C11", "C12", "C13")):
        values[name] = (sum(cost[place] for cost in costs),)
    for back in (0, 1):
        values |= _floats(pool, residents, settled, back, below, moved_down)
    return {name: values[name] for name in CRITERIA if name in values}


def _floats(
    pool: Pool, residents: Sequence[int], settled: BracketPairing, back: int, below: int, moved_down: Sequence[int]
) -> dict[str, tuple[int, ...]]:
    fell, rose = pool.floated[DOWN, back], pool.floated[UP, back]
    floaters = set(settled.downfloaters)
    opponents = settled.moved_down_pairs
    # The distance of a moved-down player who floats again is larger than that of any opponent here.
    fallen = [pool.score[first] - below + 2 * (first in floaters) for first in moved_down if fell >> first & 1]
    return {
        f"C{14 + 2 * back}": (sum(fell >> first & 1 for first in floaters & set(residents)),),
        f"C{15 + 2 * back}": (sum(rose >> second & 1 for _, second in opponents),),
        f"C{18 + 2 * back}": _descending(fallen),
        f"C{19 + 2 * back}": _descending(
            pool.score[first] - below for first, second in opponents if rose >> second & 1
        ),
    }


def _descending(values: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(values, reverse=True))


@dataclass(frozen=True)
class SettledBracket:
    """A bracket, its pairing, and the brackets below."""

    scope: Scope
    settled: BracketPairing

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """(S1, S2) by rank, moved-down players first."""
        return self.settled.moved_down_pairs + self.settled.pairs


def pair(
    state: SwissState, edition: str = DUTCH_2026, progress: Callable[[int, int], None] | None = None
) -> RoundPairing:
    """Pair the coming round.

    `progress(done, of)` gets the number of players who have left their brackets, in the edition of 2026.  Raises:
    CannotPair if no round-pairing complies with C1-C3 (art. 1.9.3), with the exceptions that would permit a pairing.
    """
    if edition == DUTCH_2017:
        return _pair_by_2017(state)
    if edition != DUTCH_2026:
        raise ValueError(f"no edition {edition!r} of the Dutch system")
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
        below = tuple(rank for lower in groups[place + 2 :] for rank in lower)
        scope = Scope(moved_down, tuple(group), following, below, bye)
        bracket = SettledBracket(scope, PerfectBracket(pool, scope).solve() or _best_candidate(pool, scope))
        yield bracket
        moved_down = bracket.settled.downfloaters
        bye &= ~mask_of(rank for both in bracket.pairs for rank in both)


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


def _best_candidate(pool: Pool, scope: Scope) -> BracketPairing:
    result = search(pool, scope)
    assert result is not None, "each bracket leaves the lower ones a complete pairing"
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
    numbers = pool.numbers
    taken = {mate for _, mate in settled.moved_down_pairs}
    remainder = [resident for resident in residents if resident not in taken]
    s1, s2 = remainder[: len(settled.pairs)], remainder[len(settled.pairs) :]
    tops = {resident for resident, _ in settled.pairs}
    criteria = score_criteria(pool, moved_down, residents, settled, bye)
    return BracketTrace(
        score=pool.score[residents[0]],
        moved_down=numbers(moved_down),
        residents=numbers(residents),
        pairs=pool.pairs_of((*settled.moved_down_pairs, *settled.pairs)),
        s1=numbers(s1),
        s2=numbers(s2),
        to_s2=numbers(resident for resident in s1 if resident not in tops),
        to_s1=numbers(resident for resident in s2 if resident in tops),
        limbo=numbers(resident for resident in moved_down if resident in settled.downfloaters),
        downfloaters=numbers(settled.downfloaters),
        criteria={name: value for name, value in criteria.items() if any(value)},
        perfect=settled.perfect,
    )


# The Dutch system as applied until 31 January 2026, for regulations that still require it: paired by py4swiss.
#
# py4swiss counts tenths of a point, so half-points and virtual points are exact.

_TENTHS = 5  # tenths of a point, the unit of py4swiss, per half-point


def _pair_by_2017(state: SwissState) -> RoundPairing:
    """Pair the coming round by the edition of 2017.

    Raises: CannotPair if there is no pairing; BadInput if py4swiss is not installed.
    """
    if not state.present:
        return RoundPairing((), None, DUTCH_2017)
    try:
        from py4swiss.engines import DutchEngine
        from py4swiss.engines.common import PairingError
    except ImportError:
        raise BadInput(say("edition_unavailable")) from None
    places = {player.number: place for place, player in enumerate(_numbered(state), start=1)}
    numbers = {place: number for number, place in places.items()}
    try:
        pairings = DutchEngine.generate_pairings(_section(state, places))
    except PairingError:
        raise infeasible_error(Pool(state)) from None
    pairs = [Pair(numbers[pairing.white], numbers[pairing.black]) for pairing in pairings if pairing.black]
    bye = next((numbers[pairing.white] for pairing in pairings if not pairing.black), None)
    return RoundPairing(ordered(state, pairs), bye, DUTCH_2017)


def _numbered(state: SwissState) -> list[SwissPlayer]:
    """Return the players with a pairing number, in its order; the others have not arrived."""
    return sorted(
        (player for player in state.players if player.number in state.tpn), key=lambda player: state.tpn[player.number]
    )


def _section(state: SwissState, places: dict[int, int]) -> Any:
    from py4swiss.trf import ParsedTrf
    from py4swiss.trf.codes import PlayerCode
    from py4swiss.trf.sections import PlayerSection, XSection
    from py4swiss.trf.sections.x_section import XSectionConfiguration

    players = [
        PlayerSection(
            code=PlayerCode.PLAYER,
            starting_number=places[player.number],
            points_times_ten=_TENTHS * player.score_before(state.round_number),
            rank=places[player.number],
            results=[_result(state, past, places) for past in player.rounds],
        )
        for player in _numbered(state)
    ]
    x_section = XSection(
        number_of_rounds=state.rounds,
        zeroed_ids={places[number] for number in state.absent if number in places},
        configuration=XSectionConfiguration(first_round_color=state.initial_colour is Side.WHITE),
        accelerations={
            places[player.number]: [_TENTHS * points for points in player.virtual]
            for player in _numbered(state)
            if player.virtual
        },
        forbidden_pairs={
            (places[first], places[second]) for first, second in state.forbidden if first in places and second in places
        },
    )
    return ParsedTrf(player_sections=players, x_section=x_section)


def _result(state: SwissState, past: PastRound, places: dict[int, int]) -> Any:
    from py4swiss.trf.results import ColorToken, ResultToken, RoundResult

    if past.opponent is None or past.side is None:
        byes = {0: ResultToken.ZERO_POINT_BYE, 1: ResultToken.HALF_POINT_BYE}
        token = byes.get(past.points, ResultToken.FULL_POINT_BYE)
        if past.happened is RoundOutcome.PAIRING_BYE:
            token = ResultToken.PAIRING_ALLOCATED_BYE
        return RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=token)
    if past.happened is RoundOutcome.PLAYED:
        token = {0: ResultToken.LOSS, 1: ResultToken.DRAW}.get(past.points, ResultToken.WIN)
    else:
        token = ResultToken.FORFEIT_WIN if past.points else ResultToken.FORFEIT_LOSS
    color = ColorToken.WHITE if past.side is Side.WHITE else ColorToken.BLACK
    return RoundResult(id=places[past.opponent], color=color, result=token)
