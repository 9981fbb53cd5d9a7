"""Colour preferences (C.04.3, 1.6-1.7) and the allocation of colours (art. 5)."""

from dataclasses import dataclass
from enum import IntEnum

from tavleya.messages import Message
from tavleya.pairing.messages import say
from tavleya.pairing.state import RoundOutcome, SwissPlayer
from tavleya.sides import Side


class Strength(IntEnum):
    """The strength of a colour preference (1.7.1-1.7.4)."""

    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


@dataclass(frozen=True, slots=True)
class Preference:
    """`difference`: games with White minus games with Black.  `history`: colours of the games played, oldest first."""

    side: Side | None
    strength: Strength
    difference: int
    history: tuple[Side, ...]

    @property
    def repeated(self) -> Side | None:
        """The colour of both of the last two games; None if they differ."""
        last = self.history[-2:]
        return last[0] if len(last) == 2 and last[0] is last[1] else None


def preference(player: SwissPlayer) -> Preference:
    """Return the preference; only played games count (C.04.2, 3.4)."""
    history = tuple(
        past.side for past in player.rounds if past.happened is RoundOutcome.PLAYED and past.side is not None
    )
    difference = 2 * history.count(Side.WHITE) - len(history)
    if not history:
        return Preference(None, Strength.NONE, 0, ())
    twice = len(history) > 1 and history[-1] is history[-2]
    fewer = Side.BLACK if difference > 0 else Side.WHITE
    if abs(difference) > 1:
        return Preference(fewer, Strength.ABSOLUTE, difference, history)
    if twice:
        return Preference(history[-1].other, Strength.ABSOLUTE, difference, history)
    if difference:
        return Preference(fewer, Strength.STRONG, difference, history)
    return Preference(history[-1].other, Strength.MILD, difference, history)


BOTH = say("both_preferences")
STRONGER = say("stronger_preference")
WIDER = say("wider_difference")
ALTERNATE = say("colours_alternate")
HIGHER = say("higher_ranked_preference")
INITIAL = say("initial_colour")


def side_of_higher(higher: Preference, lower: Preference, higher_tpn: int, initial: Side) -> tuple[Side, Message]:
    """Return the colour of the higher ranked of two players (5.2), and the rule that decided it."""
    if not higher.history and not lower.history:
        return (initial if higher_tpn % 2 else initial.other), INITIAL
    first, second = higher.side, lower.side
    if first is None:
        assert second is not None, "who has played has a preference"
        return second.other, BOTH
    if first is not second:
        return first, BOTH
    if higher.strength is Strength.ABSOLUTE and lower.strength is Strength.ABSOLUTE:
        if abs(higher.difference) != abs(lower.difference):
            return (first if abs(higher.difference) > abs(lower.difference) else first.other), WIDER
    elif higher.strength is not lower.strength:
        return (first if higher.strength > lower.strength else first.other), STRONGER
    for side, opponent in zip(reversed(higher.history), reversed(lower.history), strict=False):
        if side is not opponent:
            return opponent, ALTERNATE
    return first, HIGHER


# The reason of each criterion against a candidate, as a sentence (C.04.3, art. 2).


def against(criterion: str | None) -> Message:
    """Return why a candidate lost: by this criterion, or by its later place."""
    return say(criterion or "order")
