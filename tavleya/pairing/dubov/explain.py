"""Explanations of Dubov pairings."""

from tavleya.messages import Message
from tavleya.pairing import explaining
from tavleya.pairing.dubov.engine import CRITERIA, Bracket, Field
from tavleya.pairing.dutch.infeasible import names
from tavleya.pairing.dutch.pool import mask_of
from tavleya.pairing.meetings import UpfloaterChoice
from tavleya.pairing.messages import say
from tavleya.pairing.state import SwissState


class DubovRound:
    """A re-paired round (see `explaining.PairedRound`)."""

    def __init__(self, state: SwissState) -> None:
        self.field = Field(state)
        self.pool = self.field.pool
        self.bye = self.field.bye()
        self.brackets = tuple(self.field.brackets(self.bye))
        self.mates = explaining.mates_of(pair for bracket in self.brackets for pair in bracket.pairs)

    def rule(self, first: int, second: int) -> Message:
        return explaining.colour_rule(self.pool, first, second)

    def _bracket_of(self, place: int) -> Bracket:
        return next(bracket for bracket in self.brackets if place in bracket.members)

    def told(self, number: int, other: int) -> list[Message]:
        pool, bracket = self.pool, self._bracket_of(number)
        top, bottom = next(pair for pair in bracket.pairs if number in pair)
        messages = [explaining.bracket(pool, bracket.group.residents, bracket.upfloaters)]
        if bracket.shifted:
            messages.append(say("dubov.shifted", players=names(pool, mask_of(bracket.shifted))))
        place = bracket.pairs.index((top, bottom))
        numbers = explaining.numbers_of(pool, top, bottom)
        messages.append(say("dubov.subgroups", **numbers, place=place + 1, aro=self.field.aro[top]))
        later = [mate for _, mate in bracket.pairs[place + 1 :]]
        tpn = pool.members[bottom].tpn
        earlier = sorted(
            (mate for mate in later if pool.members[mate].tpn < tpn),
            key=lambda number: pool.members[number].tpn,
        )
        for mate in earlier[: explaining.MOST]:
            reason = explaining.illegal(pool, *sorted((top, mate))) or say("dubov.others_stuck")
            messages.append(say("instead", other=pool.members[mate].number, reason=reason))
        return messages if earlier else [*messages, say("dubov.first")]

    def against(self, first: int, second: int) -> Message:
        at = self._bracket_of(first)
        result = self.field.chosen(at.group, explaining.only(((first, second),)))
        if result is None:
            return say("C4.rest")
        chosen = self.field.judged(at.group, UpfloaterChoice(at.upfloaters, explaining.mates_of(at.pairs)))
        worse = explaining.first_worse(CRITERIA, chosen, self.field.judged(at.group, result))
        if worse is not None:
            return say(f"{worse}.dubov")
        if second not in at.members:
            return say("dubov.order_of_upfloaters")
        return say("dubov.order")


def explain(state: SwissState, white: int, black: int) -> tuple[Message, ...]:
    """Explain the pair of these starting ranks, or why the rules do not pair them."""
    return explaining.pair(DubovRound(state), white, black)


def why_not(state: SwissState, first: int, second: int) -> Message:
    """Explain why these two are not paired."""
    return explaining.explain_rejection(DubovRound(state), first, second)


def explain_bye(state: SwissState) -> tuple[Message, ...]:
    """Explain the bye (3.1); empty with an even number of players."""
    field = Field(state)
    return explaining.bye(field.pool, field.bye(), say("bye.most_games"))
