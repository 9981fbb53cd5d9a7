"""Explanations of Dutch pairings."""

from collections.abc import Callable, Iterable

from tavleya.messages import Message
from tavleya.pairing.dutch.engine import CRITERIA, SettledBracket, score_criteria, search, settled_brackets
from tavleya.pairing.dutch.exact import BracketPairing, Scope
from tavleya.pairing.dutch.infeasible import names
from tavleya.pairing.dutch.pool import Pool, bits, mask_of
from tavleya.pairing.explaining import Options, PairedRound, first_worse, only
from tavleya.pairing.messages import say
from tavleya.pairing.state import SwissState

RequiredPair = Callable[[int, int], bool]


class DutchRound(PairedRound):
    """A re-paired round."""

    bye_reason = say("C5.lowest")
    bye_first = False
    same_colour = "C3.same_colour"

    def __init__(self, state: SwissState, options: Options) -> None:
        pool = Pool(state)
        self.brackets: tuple[SettledBracket, ...] = tuple(settled_brackets(pool))
        alone = self.brackets[-1].settled.downfloaters if self.brackets else ()
        super().__init__(pool, alone[0] if alone else None)

    def pairs(self) -> Iterable[tuple[int, int]]:
        return (pair for bracket in self.brackets for pair in bracket.pairs)

    def _bracket_of(self, place: int) -> int:
        """Return the bracket that paired a player; the last one for the bye."""
        for index, bracket in enumerate(self.brackets):
            if any(place in pair for pair in bracket.pairs):
                return index
        return len(self.brackets) - 1

    def told(self, number: int, other: int) -> list[Message]:
        """Return the bracket, the places of the pair in S1 and S2, and the reasons against earlier candidates."""
        at = self._bracket_of(number)
        bracket = self.brackets[at]
        scope = bracket.scope
        top, bottom = next(pair for pair in bracket.pairs if number in pair)
        messages = [self.bracket_with_moved_down(scope.residents, scope.moved_down)]
        if top in scope.moved_down:
            messages.append(say("moved_down", **self.numbers(top, bottom)))
            choices = list(scope.residents)
        else:
            taken = mask_of(mate for _, mate in bracket.settled.moved_down_pairs)
            remainder = [place for place in scope.residents if not taken >> place & 1]
            tops = [place for place, _ in bracket.settled.pairs]
            choices = [place for place in remainder if place not in tops]
            places = {"place": tops.index(top) + 1, "second": choices.index(bottom) + 1}
            messages.append(say("subgroups", **self.numbers(top, bottom), **places))
            messages += self._exchange(at, remainder, tops)
        before = bracket.pairs[: bracket.pairs.index((top, bottom))]
        mask = mask_of(place for pair in before for place in pair)
        earlier = [place for place in choices if place < bottom and not mask >> place & 1 and place != top]
        return messages + self.instead(
            top, earlier, lambda place: self._compared(at, only((*before, (top, place)))), say("first")
        )

    def _exchange(self, at: int, remainder: list[int], tops: list[int]) -> list[Message]:
        half = len(tops)
        to_s2 = mask_of(place for place in remainder[:half] if place not in tops)
        if not to_s2:
            return []
        to_s1 = mask_of(place for place in remainder[half:] if place in tops)
        s1, s2 = mask_of(remainder[:half]), mask_of(remainder[half:])
        fixed = only(self.brackets[at].settled.moved_down_pairs)
        current = s1 | s2

        def without_exchange(first: int, second: int) -> bool:
            if not current >> first & 1 and not current >> second & 1:
                return fixed(first, second)
            if current >> first & 1 and current >> second & 1:
                return bool(s1 >> first & 1 and s2 >> second & 1)
            return fixed(first, second) and not s1 >> first & 1 and not s1 >> second & 1

        reason = self._compared(at, without_exchange)
        return [say("exchanged", to_s2=names(self.pool, to_s2), to_s1=names(self.pool, to_s1), reason=reason)]

    def against(self, first: int, second: int) -> Message:
        at = self._bracket_of(first)
        home = next(index for index, bracket in enumerate(self.brackets) if second in bracket.scope.residents)
        if at >= home:
            return self._compared(home, only(((first, second),)))
        size, scope = self.pool.size, self.brackets[at].scope
        mask = mask_of(scope.moved_down + scope.residents)
        reason = self._compared(
            at, lambda a, b: first not in (a, b) or not (mask >> a & 1 and b < size and mask >> b & 1)
        )
        return say("float", **self.numbers(first, second), reason=reason)

    def _compared(self, at: int, wanted: RequiredPair) -> Message:
        """Return the criterion by which the best `wanted` candidate is worse than the chosen one (C.04.3, art. 2)."""
        pool, bracket = self.pool, self.brackets[at]
        result = search(pool, bracket.scope, wanted)
        if result is None:
            return say("C4")
        chosen = _judged(pool, bracket.scope, bracket.settled)
        other = _judged(pool, bracket.scope, result.settled)
        if result.left is not None and bracket.scope.following:
            # If the next bracket is at its best anyway, C8 cannot distinguish the two.
            following = self.brackets[at + 1].settled.downfloaters
            chosen["C8"], other["C8"] = _left_over(pool, following), _left_over(pool, bits(result.left))
        return say(first_worse(CRITERIA, chosen, other) or "order")


def _judged(pool: Pool, scope: Scope, settled: BracketPairing) -> dict[str, tuple[int, ...]]:
    return score_criteria(pool, scope.moved_down, scope.residents, settled, scope.bye)


def _left_over(pool: Pool, places: Iterable[int]) -> tuple[int, ...]:
    """Return the value of C8 for the players that the next bracket leaves over."""
    scores = sorted((pool.score[place] for place in places), reverse=True)
    return len(scores), *scores
