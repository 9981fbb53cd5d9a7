"""Explanations of Burstein pairings; seeding rounds are explained as Dutch ones."""

from __future__ import annotations

from tavleya.messages import Message
from tavleya.pairing import dutch, explaining
from tavleya.pairing.burstein.bracket import settle
from tavleya.pairing.burstein.engine import CRITERIA, Field, is_seeding
from tavleya.pairing.dutch.explain import in_points
from tavleya.pairing.dutch.infeasible import names
from tavleya.pairing.dutch.pool import mask_of
from tavleya.pairing.messages import say
from tavleya.pairing.state import SwissState


class BursteinRound:
    """A re-paired round (see `explaining.PairedRound`)."""

    def __init__(self, state: SwissState) -> None:
        self.field = Field(state)
        self.pool = self.field.pool
        self.bye = self.field.bye()
        self.brackets = tuple(self.field.brackets(self.bye))
        self.mates = explaining.mates_of(pair for one in self.brackets for pair in one.settled.pairs)
        self.at = {
            one: place
            for place, bracket in enumerate(self.brackets)
            for pair in bracket.settled.pairs
            for one in pair
        }

    def rule(self, one: int, other: int) -> Message:
        return explaining.colour_rule(self.pool, *self.field.ranked(one, other))

    def told(self, one: int, other: int) -> list[Message]:
        pool, at = self.pool, self.at[one]
        bracket = self.brackets[at]
        members, pairs = bracket.scope.members, bracket.settled.pairs
        top, bottom = self.field.ranked(one, other)
        residents = [one for one in members if one not in bracket.incoming]
        told = [
            say(
                "bracket",
                score=in_points(pool.score[residents[0]]),
                residents=len(residents),
                moved_down=names(pool, mask_of(bracket.incoming)) or say("nobody"),
            ),
            say(
                "burstein.places",
                **explaining.numbers_of(pool, top, bottom),
                place=members.index(top) + 1,
                second=members.index(bottom) + 1,
            ),
        ]
        before = pairs[: pairs.index((top, bottom))]
        gone = {place for pair in before for place in pair}
        larger = [place for place in members[::-1] if self.field.order[place] > self.field.order[bottom]]
        earlier = [place for place in larger if place not in gone]
        for place in earlier[: explaining.MOST]:
            reason = explaining.illegal(pool, *sorted((top, place))) or self._forced(
                at, (*before, (top, place))
            )
            told.append(say("instead", other=pool.members[place].number, reason=reason))
        return told if earlier else [*told, say("burstein.first")]

    def against(self, one: int, other: int) -> Message:
        at = next(
            place
            for place, bracket in enumerate(self.brackets)
            if one in bracket.scope.members or other in bracket.scope.members
        )
        if {one, other} <= set(self.brackets[at].scope.members):
            return self._forced(at, ((one, other),))
        home = next(place for place, bracket in enumerate(self.brackets) if other in bracket.scope.members)
        if one in self.brackets[home].scope.members:
            return self._forced(home, ((one, other),))
        return say("burstein.above", one=self.pool.members[one].number)

    def _forced(self, at: int, pairs: explaining.Pairs) -> Message:
        """Return the criterion by which the best pairing with these pairs is worse than the chosen one."""
        bracket = self.brackets[at]
        found = settle(self.pool, bracket.scope, explaining.only(pairs))
        if found is None:
            return say("C4.rest")
        following = self.brackets[at + 1].settled.floaters if at + 1 < len(self.brackets) else ()
        chosen = self.field.judged(bracket.settled, following)
        worse = explaining.first_worse(CRITERIA, chosen, self.field.judged(found, found.left))
        return say(f"{worse}.burstein") if worse else say("burstein.order")


def explain(state: SwissState, white: int, black: int) -> tuple[Message, ...]:
    """Explain the pair of these starting ranks, or why the rules do not pair them."""
    if is_seeding(state):
        return (say("burstein.seeding"), *dutch.explain(state, white, black))
    return explaining.pair(BursteinRound(state), white, black)


def why_not(state: SwissState, one: int, other: int) -> Message:
    """Explain why these two are not paired."""
    if is_seeding(state):
        return dutch.why_not(state, one, other)
    return explaining.why_not(BursteinRound(state), one, other)


def explain_bye(state: SwissState) -> tuple[Message, ...]:
    """Explain the bye (3.1); empty with an even number of players."""
    if is_seeding(state):
        return dutch.explain_bye(state)
    field = Field(state)
    return explaining.bye(field.pool, field.bye(), say("bye.least_opposition"))
