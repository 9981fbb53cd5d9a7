"""Colour preferences of teams (C.04.6, 1.7) and the colour of a team at the first board (article 4).

Interpretation of 1.7.2: in the last round, a team of colour difference 0 whose last two played matches had one colour
keeps its strong preference; the sentence on the last round removes the mild one.
"""

from collections.abc import Callable
from dataclasses import dataclass

from tavleya.messages import Message
from tavleya.pairing.dutch.colours import ALTERNATE, BOTH, STRONGER, Preference, Strength, preference
from tavleya.pairing.messages import say
from tavleya.pairing.options import PREFERENCES_A, PREFERENCES_B
from tavleya.pairing.state import SwissPlayer
from tavleya.sides import Side

INITIAL = say("team_swiss.initial_colour")
ONLY = say("team_swiss.only_preference")
FEWER_WHITES = say("team_swiss.colour_difference")
FIRST_WISH = say("team_swiss.first_preference")
FIRST_TURNS = say("team_swiss.first_alternates")
OTHER_TURNS = say("team_swiss.other_alternates")


def wish(kind: str, *, last_round: bool) -> Callable[[SwissPlayer], Preference]:
    """Return the preference function of the type of the competition: A (mild only), B, or none."""

    def preference_for(team: SwissPlayer) -> Preference:
        base = preference(team)
        side, strength = _wanted(kind, base, last_round=last_round)
        return Preference(side, strength, base.difference, base.history)

    return preference_for


def _wanted(kind: str, base: Preference, *, last_round: bool) -> tuple[Side | None, Strength]:
    if kind not in (PREFERENCES_A, PREFERENCES_B) or not base.history:
        return None, Strength.NONE
    side = _pressing(base)
    if side is not None:
        return side, Strength.MILD if kind == PREFERENCES_A else Strength.STRONG
    if kind == PREFERENCES_A:
        return None, Strength.NONE
    if base.difference:
        return (Side.BLACK if base.difference > 0 else Side.WHITE), Strength.MILD
    return (None, Strength.NONE) if last_round else (base.history[-1].other, Strength.MILD)


def _pressing(base: Preference) -> Side | None:
    """Return the preference that type A calls simple and type B strong."""
    if abs(base.difference) > 1:
        return Side.BLACK if base.difference > 0 else Side.WHITE
    last = base.repeated
    if last is Side.BLACK and base.difference in (0, -1):
        return Side.WHITE
    if last is Side.WHITE and base.difference in (0, 1):
        return Side.BLACK
    return None


@dataclass(frozen=True, slots=True)
class ColouredTeam:
    """A team with the values for article 4."""

    tpn: int
    preference: Preference


def side_of_first(first: ColouredTeam, other: ColouredTeam, initial: Side) -> tuple[Side, Message]:
    """Return the colour of the first-team (4.2) at the first board, and the rule that decided it (4.3)."""
    preference, opponent = first.preference, other.preference
    if not preference.history and not opponent.history:
        return (initial if first.tpn % 2 else initial.other), INITIAL
    if preference.side is None and opponent.side is not None:
        return opponent.side.other, ONLY
    if preference.side is not None and opponent.side is None:
        return preference.side, ONLY
    if preference.side is not None and preference.side is not opponent.side:
        return preference.side, BOTH
    if preference.side is not None and preference.strength is not opponent.strength:
        return (
            preference.side if preference.strength > opponent.strength else preference.side.other
        ), STRONGER
    if preference.difference != opponent.difference:
        return (Side.WHITE if preference.difference < opponent.difference else Side.BLACK), FEWER_WHITES
    for own, opposite in zip(reversed(preference.history), reversed(opponent.history), strict=False):
        if own is not opposite:
            return opposite, ALTERNATE
    if preference.side is not None:
        return preference.side, FIRST_WISH
    if preference.history:
        return preference.history[-1].other, FIRST_TURNS
    return opponent.history[-1], OTHER_TURNS
