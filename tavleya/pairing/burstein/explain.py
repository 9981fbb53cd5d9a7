"""Explanations of Burstein pairings; seeding rounds are explained as Dutch ones."""

from tavleya.messages import Message
from tavleya.pairing import dutch, explaining
from tavleya.pairing.burstein.engine import CRITERIA, Field, is_seeding, settle
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
        self.mates = explaining.mates_of(pair for item in self.brackets for pair in item.settled.pairs)
        self.at = {
            item: place
            for place, bracket in enumerate(self.brackets)
            for pair in bracket.settled.pairs
            for item in pair
        }

    def rule(self, first: int, second: int) -> Message:
        return explaining.colour_rule(self.pool, *self.field.ranked(first, second))

    def told(self, member: int, other: int) -> list[Message]:
        pool, at = self.pool, self.at[member]
        bracket = self.brackets[at]
        members, pairs = bracket.scope.members, bracket.settled.pairs
        top, bottom = self.field.ranked(member, other)
        residents = [member for member in members if member not in bracket.incoming]
        messages = [
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
        places = {place for pair in before for place in pair}
        larger = [place for place in members[::-1] if self.field.order[place] > self.field.order[bottom]]
        earlier = [place for place in larger if place not in places]
        for place in earlier[: explaining.MOST]:
            reason = explaining.illegal(pool, *sorted((top, place))) or self._forced(at, (*before, (top, place)))
            messages.append(say("instead", other=pool.members[place].number, reason=reason))
        return messages if earlier else [*messages, say("burstein.first")]

    def against(self, first: int, second: int) -> Message:
        at = next(
            place
            for place, bracket in enumerate(self.brackets)
            if first in bracket.scope.members or second in bracket.scope.members
        )
        if {first, second} <= set(self.brackets[at].scope.members):
            return self._forced(at, ((first, second),))
        home = next(place for place, bracket in enumerate(self.brackets) if second in bracket.scope.members)
        if first in self.brackets[home].scope.members:
            return self._forced(home, ((first, second),))
        return say("burstein.above", one=self.pool.members[first].number)

    def _forced(self, at: int, pairs: explaining.Pairs) -> Message:
        """Return the criterion by which the best pairing with these pairs is worse than the chosen one."""
        bracket = self.brackets[at]
        settled = settle(self.pool, bracket.scope, explaining.only(pairs))
        if settled is None:
            return say("C4.rest")
        following = self.brackets[at + 1].settled.floaters if at + 1 < len(self.brackets) else ()
        chosen = self.field.judged(bracket.settled, following)
        worse = explaining.first_worse(CRITERIA, chosen, self.field.judged(settled, settled.left))
        return say(f"{worse}.burstein") if worse else say("burstein.order")


def explain(state: SwissState, white: int, black: int) -> tuple[Message, ...]:
    """Explain the pair of these starting ranks, or why the rules do not pair them."""
    if is_seeding(state):
        return (say("burstein.seeding"), *dutch.explain(state, white, black))
    return explaining.pair(BursteinRound(state), white, black)


def why_not(state: SwissState, first: int, second: int) -> Message:
    """Explain why these two are not paired."""
    if is_seeding(state):
        return dutch.why_not(state, first, second)
    return explaining.explain_rejection(BursteinRound(state), first, second)


def explain_bye(state: SwissState) -> tuple[Message, ...]:
    """Explain the bye (3.1); empty with an even number of players."""
    if is_seeding(state):
        return dutch.explain_bye(state)
    field = Field(state)
    return explaining.bye(field.pool, field.bye(), say("bye.least_opposition"))
