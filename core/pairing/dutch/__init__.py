"""The Dutch Swiss of FIDE (Handbook C.04.3), as applied from 1 February 2026, and the edition before it.

`pair` makes a round, `explain`, `why_not` and `explain_bye` defend it, `compare` holds another pairing against it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from core.pairing.dutch import edition2017, engine
from core.pairing.dutch.explain import explain, explain_bye, why_not
from core.pairing.state import DUTCH_2017, DUTCH_2026, Pair, RoundPairing, SwissState

__all__ = ["PairingDifference", "compare", "explain", "explain_bye", "pair", "why_not"]


def pair(
    state: SwissState, edition: str = DUTCH_2026, progress: Callable[[int, int], None] | None = None
) -> RoundPairing:
    """The pairing of the coming round.  Raises CannotPair if there is none, with what would free it.

    `progress(done, of)` is told how many players the edition of 2026 has paired so far.
    """
    if edition == DUTCH_2026:
        return engine.pair(state, progress)
    if edition == DUTCH_2017:
        return edition2017.pair(state)
    raise ValueError(f"no edition {edition!r} of the Dutch system")


@dataclass(frozen=True, slots=True)
class PairingDifference:
    """How a round's boards differ from what the rules give; falsy when they do not.

    `missing`: boards of the rules that were not there; `extra`: boards that the rules do not give.
    """

    missing: tuple[Pair, ...]
    extra: tuple[Pair, ...]
    bye: int | None
    bye_given: int | None

    def __bool__(self) -> bool:
        return bool(self.missing or self.extra or self.bye != self.bye_given)


def compare(
    state: SwissState, pairs: Iterable[Pair], bye: int | None, edition: str = DUTCH_2026
) -> PairingDifference:
    """What differs between these boards, whatever their order, and the pairing that the rules give."""
    expected = pair(state, edition)
    given = set(pairs)
    return PairingDifference(
        tuple(one for one in expected.pairs if one not in given),
        tuple(sorted(given - set(expected.pairs), key=lambda one: (one.white, one.black))),
        expected.bye,
        bye,
    )
