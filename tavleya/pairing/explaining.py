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
        refused = mask_of(range(pool.size)) & ~pool.bye_allowed
        refused &= mask_of(place for place in bits(refused) if pool.score[place] <= score)
        if refused:
            messages.append(say("C2.excluded", players=names(pool, refused)))
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
