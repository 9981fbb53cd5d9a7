"""The Dutch Swiss of FIDE (Handbook C.04.3), as applied from 1 February 2026, and the edition before it.

`pair` pairs a round; `explain`, `why_not` and `explain_bye` explain it.
"""

from collections.abc import Callable

from tavleya.pairing.dutch import engine
from tavleya.pairing.dutch.explain import explain, explain_bye, why_not
from tavleya.pairing.state import DUTCH_2017, DUTCH_2026, RoundPairing, SwissState

__all__ = ["explain", "explain_bye", "pair", "why_not"]


def pair(
    state: SwissState, edition: str = DUTCH_2026, progress: Callable[[int, int], None] | None = None
) -> RoundPairing:
    """Pair the coming round.  Raises: CannotPair, with the exceptions that would permit a pairing.

    `progress(done, of)` gets the number of players paired so far by the edition of 2026.
    """
    if edition == DUTCH_2026:
        return engine.pair(state, progress)
    if edition == DUTCH_2017:
        return engine.pair_by_2017(state)
    raise ValueError(f"no edition {edition!r} of the Dutch system")
