"""How a bracket came about, for the arbiter who must explain it."""

from __future__ import annotations

from tournaments.pairing.dutch.exact import Settled
from tournaments.pairing.dutch.field import Field
from tournaments.pairing.state import BracketTrace


def trace_of(
    field: Field, moved_down: tuple[int, ...], residents: list[int], settled: Settled, bye: int
) -> BracketTrace:
    return BracketTrace(0, (), (), (), (), (), (), (), (), ())
