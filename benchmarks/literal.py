"""Tavreli by the core and by the slow word-for-word implementation of the tests: thousands of random games, ply by ply.

The options of the rules are varied from game to game.  The first difference ends the run.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from benchmarks.measuring import Row
from tests.tavleya.rules.tavreli.test_against_literal_rules import ENDGAMES, OPTIONS, play_and_compare

LONG = True
GAMES = 3000


def run() -> Iterator[Row]:
    for at, start in enumerate(("start", *ENDGAMES)):
        began = time.process_time()
        for seed in range(GAMES // 3):
            play_and_compare(OPTIONS[seed % len(OPTIONS)], start, 1_000_000 * at + seed)
        what = "games from the array agree" if start == "start" else "games from a sparse board agree"
        yield Row(f"{GAMES // 3} {what}", time.process_time() - began, "s")
