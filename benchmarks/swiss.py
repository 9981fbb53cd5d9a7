"""Time for a Swiss round by the Dutch system of 2026, beside py4swiss's own Dutch engine (edition of 2017).

Reference rounds are read from the test data and paired by both; whole tournaments are simulated, and the slowest of
their rounds counts.
"""

import resource
import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from benchmarks.measuring import RUNS, Row
from tavleya.formats.trf import read
from tavleya.formats.trf.pairing import state_before
from tavleya.pairing.dutch import pair
from tavleya.pairing.state import DUTCH_2017, SwissState
from tests.tavleya.pairing import simulate

REFERENCES = Path(__file__).parents[1] / "tests" / "data" / "swiss-large"
GOALS = {200: "under 500 ms", 500: "", 1000: "under 5 s", 2000: "under 30 s"}
TOURNAMENTS = ((200, 11), (1000, 11), (2000, 11))
SEED = 2026
MILLISECONDS = 1000


def run() -> Iterator[Row]:
    for edition in ("dutch-2026", DUTCH_2017):  # what is imported on first use is not counted
        pair(simulate.start(4, 3, Random(SEED)), edition)
    for players in (200, 500, 1000):
        yield _reference(players)
    for players, rounds in TOURNAMENTS:
        slowest = max(_tournament(players, rounds))
        text = f"{players} players, slowest of {rounds} simulated rounds"
        yield Row(text, slowest * MILLISECONDS, "ms", goal=GOALS[players])
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    yield Row("peak memory of all this", peak, "MB", goal="under 1000 MB")


def _reference(players: int) -> Row:
    tournament = read((REFERENCES / f"swiss_{players}_9_5.trf").read_bytes()).tournament
    state = state_before(tournament, tournament.rounds_recorded + 1)
    median = statistics.median(_seconds(lambda: pair(state)) for _ in range(RUNS))
    seconds = _seconds(lambda: pair(state, DUTCH_2017))
    return Row(
        f"{players} players, reference round 5",
        median * MILLISECONDS,
        "ms",
        "py4swiss",
        seconds * MILLISECONDS,
        GOALS[players],
    )


def _tournament(players: int, rounds: int) -> Iterator[float]:
    """CPU seconds of each round of a simulated tournament."""
    random = Random(SEED)
    state: SwissState = simulate.start(players, rounds, random)
    for _ in range(rounds):
        state = simulate.with_absences(state, random, 0.02)
        began = time.process_time()
        pairing = pair(state)
        yield time.process_time() - began
        state = simulate.play(state, pairing, random, forfeits=0.02)


def _seconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began
