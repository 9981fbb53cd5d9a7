"""The round, bracket by bracket (art. 1.9)."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.pairing.boards import ordered
from tournaments.pairing.dutch.completion import complete
from tournaments.pairing.dutch.exact import ExactBracket, Scope, Settled
from tournaments.pairing.dutch.field import Field, mask_of
from tournaments.pairing.dutch.lower import completable
from tournaments.pairing.dutch.perfect import PerfectBracket
from tournaments.pairing.dutch.stuck import why_no_pairing
from tournaments.pairing.dutch.trace import trace_of
from tournaments.pairing.state import DUTCH_2026, BracketTrace, Pair, RoundPairing, SwissState


def pair(state: SwissState) -> RoundPairing:
    """The pairing of the coming round by the Dutch system of 2026.

    Raises CannotPair if no round-pairing complies with C1-C3 (art. 1.9.3).
    """
    field = Field(state)
    pairs: list[Pair] = []
    traces: list[BracketTrace] = []
    moved_down: tuple[int, ...] = ()
    bye = bye_candidates(field)
    for place, group in enumerate(field.groups):
        settled = settle(field, moved_down, place, bye)
        traces.append(trace_of(field, moved_down, group, settled, bye))
        pairs += [_board(field, *both) for both in (*settled.moved_down_pairs, *settled.pairs)]
        moved_down = settled.downfloaters
        paired = mask_of(one for both in (*settled.moved_down_pairs, *settled.pairs) for one in both)
        bye &= ~paired
    alone = field.members[moved_down[0]].number if moved_down else None
    return RoundPairing(ordered(state, pairs), alone, DUTCH_2026, tuple(traces))


def bye_candidates(field: Field) -> int:
    """Who may get the pairing-allocated bye: C2 and, over the whole round, C5; a set, empty with an even number."""
    everybody = (1 << field.size) - 1
    if field.size % 2 == 0:
        if field.size and complete(everybody, field.meets, None) is None:
            raise why_no_pairing(field)
        return 0
    for group in reversed(field.groups):
        candidates = mask_of(group) & field.bye_allowed
        if candidates and complete(everybody, field.meets, candidates) is not None:
            return candidates
    raise why_no_pairing(field)


def settle(field: Field, moved_down: tuple[int, ...], place: int, bye: int) -> Settled:
    """The best candidate of the bracket of the scoregroup `place` and those moved down to it."""
    groups = field.groups
    following = tuple(groups[place + 1]) if place + 1 < len(groups) else ()
    below = tuple(one for group in groups[place + 2 :] for one in group)
    scope = Scope(moved_down, tuple(groups[place]), following, below, bye)
    settled = PerfectBracket(field, scope).solve()
    return settled or _searched(field, scope)


def _searched(field: Field, scope: Scope) -> Settled:
    """By weights: first without those below the next bracket, whom the result seldom leaves unpairable."""
    if scope.below:
        here = mask_of(scope.moved_down + scope.residents)
        bye = scope.bye if not scope.bye & ~here else 0
        narrow = ExactBracket(field, Scope(scope.moved_down, scope.residents, scope.following, (), bye, whole=False))
        settled = narrow.solve()
        if settled is not None and completable(field, _left(narrow, settled, scope), scope.bye):
            return settled
    settled = ExactBracket(field, scope).solve()
    assert settled is not None, "each bracket leaves a complete pairing to those after it"
    return settled


def _left(narrow: ExactBracket, settled: Settled, scope: Scope) -> int:
    """Whom the next bracket leaves over while it pairs as many as C8 was promised, with everybody below."""
    there = mask_of(settled.downfloaters) | mask_of(scope.following)
    paired = mask_of(one for one, mate in narrow.mates.items() if there >> one & 1 and there >> mate & 1)
    return there & ~paired | mask_of(scope.below)


def _board(field: Field, higher: int, lower: int) -> Pair:
    if higher > lower:
        higher, lower = lower, higher
    one, other = field.members[higher].number, field.members[lower].number
    return Pair(one, other) if field.side_of_higher(higher, lower).value == "white" else Pair(other, one)


def numbers(field: Field, places: Sequence[int]) -> tuple[int, ...]:
    """Starting ranks of players by rank."""
    return tuple(field.members[place].number for place in places)
