"""The Burstein Swiss of FIDE (Handbook C.04.4.2), as applied from 1 February 2026."""

from collections.abc import Iterable

from tavleya.messages import Message
from tavleya.pairing import legality
from tavleya.pairing.burstein.engine import EDITION, colours, is_seeding, pair
from tavleya.pairing.burstein.explain import explain, explain_bye, why_not
from tavleya.pairing.state import Pair, SwissState

__all__ = ["EDITION", "check", "colours", "explain", "explain_bye", "pair", "why_not"]


def check(state: SwissState, pairs: Iterable[Pair | tuple[int, int]], bye: int | None) -> tuple[Message, ...]:
    """Return the breaches of these boards and this bye by the rules of the round; the first rounds are Dutch."""
    if is_seeding(state):
        return legality.check(state, pairs, bye)
    return legality.check_without_topscorers(state, pairs, bye)
