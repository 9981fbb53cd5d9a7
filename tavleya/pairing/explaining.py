"""Explanations of pairings for an arbiter who has to justify them (Basic Rules, art. 9); ranks are those of a `Pool`.

The round is paired again, so that an explanation always refers to the pairing by the rules.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from tavleya.errors import BadInput
from tavleya.messages import Message
from tavleya.pairing.dutch.engine import CRITERIA, SettledBracket, score_criteria, search, settled_brackets
from tavleya.pairing.dutch.exact import BracketPairing, Scope
from tavleya.pairing.dutch.infeasible import kept_apart, met, names
from tavleya.pairing.dutch.pool import Pool, bits, mask_of, side_of_higher
from tavleya.pairing.messages import say
from tavleya.pairing.state import SwissState
from tavleya.tiebreaks.table import points_text

#: The number of earlier opponents that are examined for one pair.
MOST = 4

Options = Mapping[str, Any]
Pairs = tuple[tuple[int, int], ...]


class PairedRound(ABC):
    """A re-paired round for queries.

    `bye`: the rank of the player without an opponent, who is chosen before the brackets if `bye_first`.  `bye_reason`:
    the rule that chooses among the candidates.  `preface`: precedes the explanation of a pair.
    """

    bye_reason: ClassVar[Message]
    bye_first: ClassVar[bool] = True
    same_colour: ClassVar[str] = "C3.equal"
    preface: ClassVar[tuple[Message, ...]] = ()

    def __init__(self, pool: Pool, bye: int | None) -> None:
        self.pool, self.bye = pool, bye

    @abstractmethod
    def pairs(self) -> Iterable[tuple[int, int]]:
        """Return all pairs of the round."""

    @abstractmethod
    def told(self, number: int, other: int) -> list[Message]:
        """Explain a pair of the round, the higher rank first, without its colours."""

    @abstractmethod
    def against(self, number: int, other: int) -> Message:
        """Explain why two players with a legal pairing do not meet, the higher rank first."""

    def rule(self, number: int, other: int) -> Message:
        """Return the rule that decided the colours of a pair, the higher rank first."""
        first, second = self.pool.members[number], self.pool.members[other]
        return side_of_higher(first.preference, second.preference, first.tpn, self.pool.state.initial_colour)[1]

    @cached_property
    def mates(self) -> dict[int, int]:
        """The opponents by rank."""
        return mates_of(self.pairs())

    def explain(self, white: int, black: int) -> tuple[Message, ...]:
        """Explain the pair of these starting ranks, or why the rules do not pair them."""
        first, second = self._ranks(white, black)
        if self.mates.get(first) != second:
            return (*self.preface, self._apart(first, second))
        return (*self.preface, *self.told(first, second), self.rule(first, second))

    def why_not(self, white: int, black: int) -> Message:
        """Explain why these two are not paired: by a rule, a criterion, or the order of candidates."""
        first, second = self._ranks(white, black)
        if self.mates.get(first) == second:
            return say("paired", one=white, other=black)
        return self._apart(first, second)

    def explain_bye(self) -> tuple[Message, ...]:
        """Explain the bye; empty without one."""
        if self.bye is None:
            return ()
        pool, score = self.pool, self.pool.score[self.bye]
        messages = [say("bye", one=pool.members[self.bye].number, score=points_text(score)), self.bye_reason]
        excluded = mask_of(range(pool.size)) & ~pool.bye_allowed
        excluded &= mask_of(place for place in bits(excluded) if pool.score[place] <= score)
        if excluded:
            messages.append(say("C2.excluded", players=names(pool, excluded)))
        return tuple(messages)

    def numbers(self, number: int, other: int) -> dict[str, object]:
        return {"one": self.pool.members[number].number, "other": self.pool.members[other].number}

    def illegal(self, first: int, second: int) -> Message | None:
        """Return the absolute criterion that forbids the pair, or None."""
        if self.pool.meets[first] >> second & 1:
            return None
        numbers = self.numbers(first, second)
        met_in = met(self.pool, first, second)
        if met_in is not None:
            return say("C1.met", **numbers, round=met_in)
        return say("apart" if kept_apart(self.pool, first, second) else self.same_colour, **numbers)

    def instead(
        self, number: int, earlier: Sequence[int], reason: Callable[[int], Message], first: Message
    ) -> list[Message]:
        """Return the reasons against each opponent `earlier` than the chosen one; `first` if there is none."""
        return [
            say(
                "instead",
                other=self.pool.members[mate].number,
                reason=self.illegal(*sorted((number, mate))) or reason(mate),
            )
            for mate in earlier[:MOST]
        ] or [first]

    def bracket_with_upfloaters(self, residents: Sequence[int], upfloaters: Sequence[int]) -> Message:
        """Describe a bracket that was completed with players from below."""
        return say(
            "bracket.upfloaters",
            score=points_text(self.pool.score[residents[0]]),
            residents=len(residents),
            upfloaters=names(self.pool, mask_of(upfloaters)) or say("nobody"),
        )

    def bracket_with_moved_down(self, residents: Sequence[int], moved_down: Sequence[int]) -> Message:
        """Describe a bracket with players from above."""
        return say(
            "bracket",
            score=points_text(self.pool.score[residents[0]]),
            residents=len(residents),
            moved_down=names(self.pool, mask_of(moved_down)) or say("nobody"),
        )

    def _ranks(self, white: int, black: int) -> list[int]:
        """Return the two ranks, the higher first.  Raises: BadInput if one is not paired now."""
        for number in (white, black):
            if number not in self.pool.index:
                raise BadInput(say("not_paired_now", number=number), number=number)
        return sorted((self.pool.index[white], self.pool.index[black]))

    def _apart(self, first: int, second: int) -> Message:
        illegal = self.illegal(first, second)
        if illegal is None and self.bye_first and self.bye in (first, second):
            return say("has_bye", one=self.pool.members[self.bye].number)
        return illegal or self.against(first, second)


@dataclass(frozen=True)
class Explanations:
    """The explanations of an engine, by starting ranks; each re-pairs the round and raises CannotPair."""

    paired: Callable[[SwissState, Options], PairedRound]

    def pair(self, state: SwissState, options: Options, white: int, black: int) -> tuple[Message, ...]:
        """Explain why two meet, or why they do not."""
        return self.paired(state, options).explain(white, black)

    def why_not(self, state: SwissState, options: Options, first: int, second: int) -> Message:
        return self.paired(state, options).why_not(first, second)

    def bye(self, state: SwissState, options: Options) -> tuple[Message, ...]:
        """Explain the bye; empty without one."""
        return self.paired(state, options).explain_bye()


def mates_of(pairs: Iterable[tuple[int, int]]) -> dict[int, int]:
    """Return the opponent of each player."""
    return {first: second for pair in pairs for first, second in (pair, pair[::-1])}


def first_worse(
    criteria: Sequence[str], chosen: Mapping[str, tuple[int, ...]], other: Mapping[str, tuple[int, ...]]
) -> str | None:
    """Return the highest criterion on which two candidates differ."""
    return next((name for name in criteria if chosen.get(name, ()) != other.get(name, ())), None)


def only(pairs: Pairs) -> Callable[[int, int], bool]:
    """Return a filter that keeps each of these pairs together."""
    mates = {place: frozenset(pair) for pair in pairs for place in pair}

    def wanted(first: int, second: int) -> bool:
        both = {first, second}
        return all(mates.get(place, both) == both for place in both)

    return wanted


# The Dutch system.

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
        """Return the index of the bracket that paired a player; the last one for the bye."""
        for index, bracket in enumerate(self.brackets):
            if any(place in pair for pair in bracket.pairs):
                return index
        return len(self.brackets) - 1

    def told(self, number: int, other: int) -> list[Message]:
        """Return the bracket, the places of the pair in S1 and S2, and the reasons against earlier candidates."""
        index = self._bracket_of(number)
        bracket = self.brackets[index]
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
            messages += self._exchange(index, remainder, tops)
        before = bracket.pairs[: bracket.pairs.index((top, bottom))]
        mask = mask_of(place for pair in before for place in pair)
        earlier = [place for place in choices if place < bottom and not mask >> place & 1 and place != top]
        return messages + self.instead(
            top, earlier, lambda place: self._compared(index, only((*before, (top, place)))), say("first")
        )

    def _exchange(self, index: int, remainder: list[int], tops: list[int]) -> list[Message]:
        half = len(tops)
        to_s2 = mask_of(place for place in remainder[:half] if place not in tops)
        if not to_s2:
            return []
        to_s1 = mask_of(place for place in remainder[half:] if place in tops)
        s1, s2 = mask_of(remainder[:half]), mask_of(remainder[half:])
        fixed = only(self.brackets[index].settled.moved_down_pairs)
        current = s1 | s2

        def without_exchange(first: int, second: int) -> bool:
            if not current >> first & 1 and not current >> second & 1:
                return fixed(first, second)
            if current >> first & 1 and current >> second & 1:
                return bool(s1 >> first & 1 and s2 >> second & 1)
            return fixed(first, second) and not s1 >> first & 1 and not s1 >> second & 1

        reason = self._compared(index, without_exchange)
        return [say("exchanged", to_s2=names(self.pool, to_s2), to_s1=names(self.pool, to_s1), reason=reason)]

    def against(self, first: int, second: int) -> Message:
        index = self._bracket_of(first)
        home = next(index for index, bracket in enumerate(self.brackets) if second in bracket.scope.residents)
        if index >= home:
            return self._compared(home, only(((first, second),)))
        size, scope = self.pool.size, self.brackets[index].scope
        mask = mask_of(scope.moved_down + scope.residents)
        reason = self._compared(
            index, lambda a, b: first not in (a, b) or not (mask >> a & 1 and b < size and mask >> b & 1)
        )
        return say("float", **self.numbers(first, second), reason=reason)

    def _compared(self, index: int, wanted: RequiredPair) -> Message:
        """Return the criterion by which the best `wanted` candidate is worse than the chosen one (C.04.3, art. 2)."""
        pool, bracket = self.pool, self.brackets[index]
        result = search(pool, bracket.scope, wanted)
        if result is None:
            return say("C4")
        chosen = _judged(pool, bracket.scope, bracket.settled)
        other = _judged(pool, bracket.scope, result.settled)
        if result.left is not None and bracket.scope.following:
            # If the next bracket is at its best anyway, C8 cannot distinguish the two.
            following = self.brackets[index + 1].settled.downfloaters
            chosen["C8"], other["C8"] = _left_over(pool, following), _left_over(pool, bits(result.left))
        return say(first_worse(CRITERIA, chosen, other) or "order")


def _judged(pool: Pool, scope: Scope, settled: BracketPairing) -> dict[str, tuple[int, ...]]:
    return score_criteria(pool, scope.moved_down, scope.residents, settled, scope.bye)


def _left_over(pool: Pool, places: Iterable[int]) -> tuple[int, ...]:
    """Return the value of C8 for the players that the next bracket leaves over."""
    scores = sorted((pool.score[place] for place in places), reverse=True)
    return len(scores), *scores
