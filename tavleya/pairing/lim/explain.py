"""Explanations of Lim pairings."""

from collections.abc import Sequence
from dataclasses import dataclass

from tavleya.messages import Message
from tavleya.pairing import explaining
from tavleya.pairing.dutch.completion import complete
from tavleya.pairing.dutch.explain import in_points
from tavleya.pairing.dutch.infeasible import names
from tavleya.pairing.dutch.pool import mask_of
from tavleya.pairing.lim.engine import Field, ScoregroupPairing, candidates
from tavleya.pairing.messages import say
from tavleya.pairing.state import SwissState


@dataclass(frozen=True)
class _Scoregroup:
    """`pairs` in the order of their creation, those of the floaters `incoming` first."""

    residents: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]
    floaters: tuple[int, ...]
    incoming: frozenset[int]

    @property
    def members(self) -> set[int]:
        return {number for pair in self.pairs for number in pair} | set(self.floaters)


class LimRound:
    """A re-paired round (see `explaining.PairedRound`)."""

    def __init__(self, state: SwissState) -> None:
        self.field = Field(state)
        self.pool = self.field.pool
        self.bye = self.field.bye()
        self.groups = [self._group(created) for created in self.field.pairs(self.bye)]
        self.mates = explaining.mates_of(pair for group in self.groups for pair in group.pairs)

    @staticmethod
    def _group(created: ScoregroupPairing) -> _Scoregroup:
        existing = {number for pair in created.pairs for number in pair} | set(created.floaters)
        incoming = frozenset(existing - set(created.residents))
        return _Scoregroup(created.residents, tuple(created.pairs), created.floaters, incoming)

    def rule(self, first: int, second: int) -> Message:
        return self.field.coloured(first, second)[1]

    def told(self, first: int, second: int) -> list[Message]:
        group, pair = next((group, pair) for group in self.groups for pair in group.pairs if first in pair)
        messages = [self._bracket(group)]
        if pair[0] in group.incoming:
            return [*messages, say("lim.floater", one=self.pool.members[pair[0]].number)]
        place = group.pairs.index(pair)
        rest = [first for two in group.pairs[place:] for first in two]
        # Downward the lowest number is scrutinised first, upward the highest (4.2).
        upward = pair[0] == max(rest, key=self.field.number)
        left = sorted(rest, key=self.field.number, reverse=upward)
        order = candidates(left)
        for mate in order[: order.index(pair[1])][: explaining.MOST]:
            reason = explaining.illegal(self.pool, *sorted((pair[0], mate))) or self._passed(pair[0], mate, left)
            messages.append(say("instead", other=self.pool.members[mate].number, reason=reason))
        return messages if order[0] != pair[1] else [*messages, say("lim.first")]

    def _bracket(self, group: _Scoregroup) -> Message:
        incoming = names(self.pool, mask_of(group.incoming)) or say("nobody")
        if not group.residents:
            return say("lim.floaters_alone", floaters=incoming)
        score = in_points(self.pool.score[group.residents[0]])
        return say("lim.group", score=score, residents=len(group.residents), floaters=incoming)

    def _passed(self, number: int, other: int, left: Sequence[int]) -> Message:
        rest = mask_of(left) & ~(1 << number) & ~(1 << other)
        stuck = complete(rest, self.pool.meets, None) is None
        return say("dubov.others_stuck" if stuck else "lim.colours")

    def against(self, first: int, second: int) -> Message:
        if any({first, second} <= group.members - set(group.floaters) for group in self.groups):
            return say("lim.order")
        return say("lim.float")


def explain(state: SwissState, white: int, black: int) -> tuple[Message, ...]:
    """Explain the pair of these starting ranks, or why the rules do not pair them."""
    return explaining.pair(LimRound(state), white, black)


def why_not(state: SwissState, first: int, second: int) -> Message:
    """Explain why these two are not paired."""
    return explaining.explain_rejection(LimRound(state), first, second)


def explain_bye(state: SwissState) -> tuple[Message, ...]:
    """Explain the bye (1.1, 7.1); empty with an even number of players."""
    field = Field(state)
    return explaining.bye(field.pool, field.bye(), say("bye.largest_number"))
