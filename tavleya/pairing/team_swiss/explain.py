"""Explanations of team Swiss pairings."""

from collections.abc import Mapping
from typing import Any

from tavleya.messages import Message
from tavleya.pairing import explaining
from tavleya.pairing.messages import say
from tavleya.pairing.state import SwissState
from tavleya.pairing.team_swiss.engine import CRITERIA, Bracket, Field


class TeamRound:
    """A re-paired round (see `explaining.PairedRound`)."""

    def __init__(self, state: SwissState, options: Mapping[str, Any]) -> None:
        self.field = Field(state, options)
        self.pool = self.field.pool
        self.bye = self.field.bye()
        self.brackets = tuple(self.field.brackets(self.bye))
        self.mates = explaining.mates_of(pair for bracket in self.brackets for pair in bracket.pairs)

    def rule(self, first: int, second: int) -> Message:
        return self.field.coloured(first, second)[1]

    def _bracket_of(self, place: int) -> Bracket:
        return next(bracket for bracket in self.brackets if place in bracket.members)

    def told(self, number: int, other: int) -> list[Message]:
        bracket, tpn = self._bracket_of(number), self.field.tpn
        top, bottom = next(pair for pair in bracket.pairs if number in pair)
        before = bracket.pairs[: bracket.pairs.index((top, bottom))]
        messages = [
            explaining.bracket(self.pool, bracket.group.residents, bracket.upfloaters),
            say("team_swiss.members", **explaining.numbers_of(self.pool, top, bottom), place=len(before) + 1),
        ]
        later = [mate for _, mate in bracket.pairs[len(before) :]]
        earlier = sorted((mate for mate in later if tpn(mate) < tpn(bottom)), key=tpn)
        for mate in earlier[: explaining.MOST]:
            reason = explaining.illegal(self.pool, *sorted((top, mate))) or self._forced(
                bracket, (*before, (top, mate))
            )
            messages.append(say("instead", other=self.pool.members[mate].number, reason=reason))
        return messages if earlier else [*messages, say("dubov.first")]

    def against(self, first: int, second: int) -> Message:
        bracket = self._bracket_of(first)
        pair = ((first, second),)
        if second in bracket.members:
            return self._forced(bracket, pair)
        chosen = self.field.chosen(bracket.group, explaining.only(pair))
        if chosen is None:
            return say("C3.team_swiss")
        paired = self.field.paired(bracket.group, chosen.upfloaters)
        worse = self._worse(bracket, paired) if paired else None
        return say(f"{worse}.team_swiss") if worse in CRITERIA[:4] else say("team_swiss.order_of_upfloaters")

    def _forced(self, bracket: Bracket, pairs: explaining.Pairs) -> Message:
        """Return the criterion by which the best pairing with these pairs is worse than the chosen one."""
        paired = self.field.paired(bracket.group, bracket.upfloaters, explaining.only(pairs))
        if paired is None:
            return say("team_swiss.stuck")
        worse = self._worse(bracket, paired)
        return say(f"{worse}.team_swiss") if worse else say("team_swiss.order")

    def _worse(self, chosen: Bracket, other: Bracket) -> str | None:
        return explaining.first_worse(CRITERIA, self.field.judged(chosen), self.field.judged(other))


def explain(state: SwissState, options: Mapping[str, Any], white: int, black: int) -> tuple[Message, ...]:
    """Explain the match of these teams, or why the rules do not pair them."""
    return explaining.pair(TeamRound(state, options), white, black)


def why_not(state: SwissState, options: Mapping[str, Any], first: int, second: int) -> Message:
    """Explain why these two are not paired."""
    return explaining.explain_rejection(TeamRound(state, options), first, second)


def explain_bye(state: SwissState, options: Mapping[str, Any]) -> tuple[Message, ...]:
    """Explain the bye (3.4); empty with an even number of teams."""
    field = Field(state, options)
    return explaining.bye(field.pool, field.bye(), say("bye.most_matches"))
