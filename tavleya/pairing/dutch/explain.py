"""Explanations of Dutch pairings for an arbiter who has to justify them (Basic Rules, art. 9).

The round is paired again, so that an explanation always refers to the pairing by the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from tavleya.errors import BadInput
from tavleya.messages import Message
from tavleya.pairing.dutch.engine import SettledBracket, first_difference, score_criteria, search, settled_brackets
from tavleya.pairing.dutch.exact import BracketPairing, Scope
from tavleya.pairing.dutch.infeasible import kept_apart, met, names
from tavleya.pairing.dutch.pool import Pool, against, bits, mask_of, side_of_higher
from tavleya.pairing.messages import say
from tavleya.pairing.state import SwissState

#: The number of earlier candidates that are examined for one pair.
_MOST = 4

RequiredPair = Callable[[int, int], bool]


@dataclass(frozen=True)
class RoundExplanation:
    """A re-paired round for queries."""

    pool: Pool
    brackets: tuple[SettledBracket, ...]

    @classmethod
    def of(cls, state: SwissState) -> RoundExplanation:
        pool = Pool(state)
        return cls(pool, tuple(settled_brackets(pool)))

    def place(self, number: int) -> int:
        """Return the rank of a player.  Raises: BadInput if they are not paired now."""
        if number not in self.pool.index:
            raise BadInput(say("not_paired_now", number=number), number=number)
        return self.pool.index[number]

    def number(self, place: int) -> int:
        return self.pool.members[place].number

    def bracket_of(self, place: int) -> int:
        """Return the bracket that paired a player; the last one for the bye."""
        for index, bracket in enumerate(self.brackets):
            if any(place in pair for pair in bracket.pairs):
                return index
        return len(self.brackets) - 1

    def mate(self, place: int) -> int | None:
        pairs = self.brackets[self.bracket_of(place)].pairs
        return next((other for pair in pairs if place in pair for other in pair if other != place), None)


def explain(state: SwissState, white: int, black: int) -> tuple[Message, ...]:
    """Explain the pair of these starting ranks, or why the rules do not pair them."""
    paired = RoundExplanation.of(state)
    first, second = sorted((paired.place(white), paired.place(black)))
    if paired.mate(first) != second:
        return (_rejection_reason(paired, first, second),)
    at = paired.bracket_of(first)
    colours = paired.pool.members[first], paired.pool.members[second]
    rule = side_of_higher(colours[0].preference, colours[1].preference, colours[0].tpn, state.initial_colour)[1]
    return (_describe_bracket(paired, at), *_in_bracket(paired, at, first, second), rule)


def why_not(state: SwissState, first: int, second: int) -> Message:
    """Explain why these two are not paired: by a rule, a criterion, or the order of candidates."""
    paired = RoundExplanation.of(state)
    higher, lower = sorted((paired.place(first), paired.place(second)))
    if paired.mate(higher) == lower:
        return say("paired", one=first, other=second)
    return _rejection_reason(paired, higher, lower)


def explain_bye(state: SwissState) -> tuple[Message, ...]:
    """Explain the pairing-allocated bye; empty with an even number of players."""
    paired = RoundExplanation.of(state)
    alone = paired.brackets[-1].settled.downfloaters if paired.brackets else ()
    if not alone:
        return ()
    pool, number = paired.pool, alone[0]
    messages = [say("bye", one=paired.number(number), score=in_points(pool.score[number])), say("C5.lowest")]
    refused = mask_of(range(pool.size)) & ~pool.bye_allowed
    refused &= mask_of(place for place in range(pool.size) if pool.score[place] <= pool.score[number])
    if refused:
        messages.append(say("C2.excluded", players=names(pool, refused)))
    return tuple(messages)


def in_points(half_points: int) -> str:
    """Return a score as text: 4½."""
    whole, half = divmod(half_points, 2)
    return f"{whole or ''}½" if half else str(whole)


def _describe_bracket(paired: RoundExplanation, at: int) -> Message:
    scope = paired.brackets[at].scope
    moved_down = names(paired.pool, mask_of(scope.moved_down)) or say("nobody")
    values: Mapping[str, object] = {
        "score": in_points(paired.pool.score[scope.residents[0]]),
        "residents": len(scope.residents),
        "moved_down": moved_down,
    }
    return say("bracket", **values)


def _in_bracket(paired: RoundExplanation, at: int, number: int, other: int) -> list[Message]:
    """Return the places of the pair in S1 and S2, and the reasons against earlier candidates."""
    bracket = paired.brackets[at]
    top, bottom = next(pair for pair in bracket.pairs if number in pair)
    moved_down = top in bracket.scope.moved_down
    taken = mask_of(mate for _, mate in bracket.settled.moved_down_pairs)
    remainder = [place for place in bracket.scope.residents if not taken >> place & 1]
    numbers = {"one": paired.number(top), "other": paired.number(bottom)}
    if moved_down:
        messages = [say("moved_down", **numbers)]
        choices = list(bracket.scope.residents)
    else:
        tops = [place for place, _ in bracket.settled.pairs]
        choices = [place for place in remainder if place not in tops]
        places = {"place": tops.index(top) + 1, "second": choices.index(bottom) + 1}
        messages = [say("subgroups", **numbers, **places)]
        messages += _exchange(paired, at, remainder, tops)
    before = bracket.pairs[: bracket.pairs.index((top, bottom))]
    mask = mask_of(place for pair in before for place in pair)
    earlier = [place for place in choices if place < bottom and not mask >> place & 1 and place != top]
    for place in earlier[:_MOST]:
        reason = _illegal(paired, *sorted((top, place))) or _forced(paired, at, (*before, (top, place)))
        messages.append(say("instead", other=paired.number(place), reason=reason))
    return messages if earlier else [*messages, say("first")]


def _exchange(paired: RoundExplanation, at: int, remainder: list[int], tops: list[int]) -> list[Message]:
    half = len(tops)
    to_s2 = mask_of(place for place in remainder[:half] if place not in tops)
    if not to_s2:
        return []
    to_s1 = mask_of(place for place in remainder[half:] if place in tops)
    s1, s2 = mask_of(remainder[:half]), mask_of(remainder[half:])
    fixed = _only(paired.brackets[at].settled.moved_down_pairs)
    current = s1 | s2

    def without_exchange(first: int, second: int) -> bool:
        if not current >> first & 1 and not current >> second & 1:
            return fixed(first, second)
        if current >> first & 1 and current >> second & 1:
            return bool(s1 >> first & 1 and s2 >> second & 1)
        return fixed(first, second) and not s1 >> first & 1 and not s1 >> second & 1

    reason = _compared(paired, at, without_exchange)
    values: Mapping[str, object] = {
        "to_s2": names(paired.pool, to_s2),
        "to_s1": names(paired.pool, to_s1),
        "reason": reason,
    }
    return [say("exchanged", **values)]


def _rejection_reason(paired: RoundExplanation, first: int, second: int) -> Message:
    pool = paired.pool
    numbers = {"one": paired.number(first), "other": paired.number(second)}
    illegal = _illegal(paired, first, second)
    if illegal is not None:
        return illegal
    at, home = paired.bracket_of(first), _home(paired, second)
    if at < home:
        mask = mask_of(paired.brackets[at].scope.moved_down + paired.brackets[at].scope.residents)
        reason = _compared(
            paired,
            at,
            lambda a, b: first not in (a, b) or not (mask >> a & 1 and b < pool.size and mask >> b & 1),
        )
        return say("float", **numbers, reason=reason)
    return _forced(paired, home, ((first, second),))


def _illegal(paired: RoundExplanation, first: int, second: int) -> Message | None:
    """Return the absolute criterion that forbids the pair, or None."""
    pool = paired.pool
    if pool.meets[first] >> second & 1:
        return None
    numbers = {"one": paired.number(first), "other": paired.number(second)}
    met_in = met(pool, first, second)
    if met_in is not None:
        return say("C1.met", **numbers, round=met_in)
    if kept_apart(pool, first, second):
        return say("apart", **numbers)
    return say("C3.same_colour", **numbers)


def _home(paired: RoundExplanation, place: int) -> int:
    """Return the bracket of a player's scoregroup."""
    return next(index for index, bracket in enumerate(paired.brackets) if place in bracket.scope.residents)


def _only(pairs: tuple[tuple[int, int], ...]) -> RequiredPair:
    """Return a filter that keeps each of these pairs together."""
    mates = {place: frozenset(pair) for pair in pairs for place in pair}

    def wanted(first: int, second: int) -> bool:
        both = {first, second}
        return all(mates.get(place, both) == both for place in both)

    return wanted


def _forced(paired: RoundExplanation, at: int, pairs: tuple[tuple[int, int], ...]) -> Message:
    return _compared(paired, at, _only(pairs))


def _compared(paired: RoundExplanation, at: int, wanted: RequiredPair) -> Message:
    """Return the criterion by which the best `wanted` candidate is worse than the chosen one."""
    pool, bracket = paired.pool, paired.brackets[at]
    result = search(pool, bracket.scope, wanted)
    if result is None:
        return against("C4")
    chosen = _judged(pool, bracket.scope, bracket.settled)
    other = _judged(pool, bracket.scope, result.settled)
    if result.left is not None and bracket.scope.following:
        # If the next bracket is at its best anyway, C8 cannot distinguish the two.
        following = paired.brackets[at + 1].settled.downfloaters
        chosen["C8"], other["C8"] = _left_over(pool, following), _left_over(pool, bits(result.left))
    return against(first_difference(chosen, other))


def _judged(pool: Pool, scope: Scope, settled: BracketPairing) -> dict[str, tuple[int, ...]]:
    return score_criteria(pool, scope.moved_down, scope.residents, settled, scope.bye)


def _left_over(pool: Pool, places: Iterable[int]) -> tuple[int, ...]:
    """Return the value of C8 for the players that the next bracket leaves over."""
    scores = sorted((pool.score[place] for place in places), reverse=True)
    return len(scores), *scores
