"""Lines from the start counted deep, against the published numbers.  Minutes, so only when named."""

from __future__ import annotations

import time
from collections.abc import Iterator

from benchmarks.measuring import Row
from tavleya.rules.draughts import START
from tavleya.rules.draughts.generator import perft
from tavleya.rules.tavreli import TavreliRules

LONG = True
TAVRELI_5 = 151_453_931
DRAUGHTS_9 = 4_570_586


def run() -> Iterator[Row]:
    for what, count, published in (
        ("draughts perft(9)", lambda: perft(START.pieces, True, 9), DRAUGHTS_9),
        ("tavreli perft(5)", lambda: TavreliRules().start().perft(5), TAVRELI_5),
    ):
        began = time.process_time()
        leaves = count()
        took = time.process_time() - began
        if leaves != published:
            raise AssertionError(f"{what} is {leaves}, published {published}")
        yield Row(f"{what} = {leaves}", took, "s", goal=f"{leaves / took:,.0f}/s")
