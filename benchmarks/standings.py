"""How long standings take: 2000 players, eleven rounds, six tie-breaks; and reading them from the cache.

The baseline computes the same Buchholz values in the plainest way, once, on the same table.
"""

from __future__ import annotations

import pickle
import random
import statistics
import time
from collections.abc import Callable, Iterator
from typing import TypeVar

from benchmarks.measuring import RUNS, Row
from common.sides import Side
from tournaments.tiebreaks.registry import tiebreaks
from tournaments.tiebreaks.standings import Standings, standings
from tournaments.tiebreaks.table import Encounter, Kind, Participant, Scoring, Table

_Given = TypeVar("_Given")

PLAYERS, ROUNDS = 2000, 11
BREAKS = ("BH/C1", "BH", "SB", "AOB", "ARO", "DE")


def run() -> Iterator[Row]:
    breaks = tiebreaks(BREAKS)
    # Made anew for each run: a table remembers the scores that it has found.
    ours = _seconds(lambda table: standings(table, breaks), made_up)
    plain = _seconds(_plain_buchholz, made_up)
    what = f"{PLAYERS} players, {ROUNDS} rounds, {len(BREAKS)} tie-breaks"
    yield Row(what, ours, "s", "plain Buchholz alone", plain, "under 2 s")
    made = standings(made_up(), breaks)
    bare, explained = (pickle.dumps(one, pickle.HIGHEST_PROTOCOL) for one in (made.bare(), made))
    yield Row(
        "the same from the cache",
        1000 * _seconds(_read, lambda: bare),
        "ms",
        "with every part explained",
        1000 * _seconds(_read, lambda: explained),
        "under 20 ms",
    )


def _read(kept: bytes) -> Standings:
    """What a cache does on another machine: bytes into rows."""
    read: Standings = pickle.loads(kept)
    return read


def made_up(players: int = PLAYERS, rounds: int = ROUNDS, seed: int = 1) -> Table:
    """A tournament in which everybody meets somebody near him in the table; some byes and forfeits."""
    draw = random.Random(seed)
    scores = dict.fromkeys(range(1, players + 1), 0)
    encounters: dict[int, list[Encounter]] = {number: [] for number in scores}
    for at in range(1, rounds + 1):
        ranked = sorted(scores, key=lambda number: (-scores[number], draw.random()))
        away = {number for number in ranked if draw.random() < 0.02}
        for number in away:
            kind = draw.choice((Kind.HALF_BYE, Kind.ZERO_BYE))
            encounters[number].append(Encounter(at, kind, Scoring().of_bye(kind)))
        seated = [number for number in ranked if number not in away]
        if len(seated) % 2:
            encounters[seated[-1]].append(Encounter(at, Kind.PAIRING_BYE, 2))
            scores[seated.pop()] += 2
        for white, black in zip(seated[::2], seated[1::2], strict=True):
            got = draw.choice((0, 1, 2))
            kinds = (Kind.PLAYED, Kind.PLAYED)
            if got == 2 and draw.random() < 0.03:
                kinds = (Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS)
            encounters[white].append(Encounter(at, kinds[0], got, black, Side.WHITE, 2 - got))
            encounters[black].append(Encounter(at, kinds[1], 2 - got, white, Side.BLACK, got))
            scores[white] += got
            scores[black] += 2 - got
    participants = {
        number: Participant(number, number, 2700 - number // 2, tuple(one))
        for number, one in encounters.items()
    }
    return Table(participants, rounds, Scoring(), predetermined=False)


def _plain_buchholz(table: Table) -> dict[int, int]:
    scores = {key: sum(e.points for e in one.encounters) for key, one in table.participants.items()}
    return {
        key: sum(scores[e.opponent] for e in one.encounters if e.opponent is not None)
        for key, one in table.participants.items()
    }


def _seconds(work: Callable[[_Given], object], prepare: Callable[[], _Given]) -> float:
    """The median of several runs."""
    times = []
    for _ in range(RUNS):
        given = prepare()
        began = time.process_time()
        work(given)
        times.append(time.process_time() - began)
    return statistics.median(times)
