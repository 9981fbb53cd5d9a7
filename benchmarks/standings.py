"""Time for standings: 2000 players, eleven rounds, six tie-breaks; and reading them from the cache.

The baseline computes the same Buchholz values in the plainest way, once, on the same table.
"""

import json
import pickle
import random
import statistics
import time
from collections.abc import Callable, Iterator
from typing import TypeVar

from benchmarks.measuring import RUNS, Row, in_child, in_database
from tavleya.sides import Side
from tavleya.tiebreaks.registry import tiebreaks
from tavleya.tiebreaks.standings import Standings, compute_standings
from tavleya.tiebreaks.table import Encounter, EncounterKind, Participant, Scoring, Table

_Input = TypeVar("_Input")

PLAYERS, ROUNDS = 2000, 11
BREAKS = ("BH/C1", "BH", "SB", "AOB", "ARO", "DE")


def run() -> Iterator[Row]:
    breaks = tiebreaks(BREAKS)
    # A new table for each run: a table caches its scores.
    seconds = _seconds(lambda table: compute_standings(table, breaks), made_up)
    plain = _seconds(_plain_buchholz, made_up)
    text = f"{PLAYERS} players, {ROUNDS} rounds, {len(BREAKS)} tie-breaks"
    yield Row(text, seconds, "s", "plain Buchholz alone", plain, "under 2 s")
    standings = compute_standings(made_up(), breaks)
    bare, explained = (pickle.dumps(item, pickle.HIGHEST_PROTOCOL) for item in (standings.bare(), standings))
    yield Row(
        "the same from the cache",
        1000 * _seconds(_read, lambda: bare),
        "ms",
        "with every part explained",
        1000 * _seconds(_read, lambda: explained),
        "under 20 ms",
    )
    result = in_child("benchmarks.standings")
    yield Row(
        f"public page of {PLAYERS} players from the cache",
        result["kept"],
        "ms",
        "made anew",
        result["anew"],
        "under 20 ms",
    )
    yield Row("asked for with its ETag: 304", result["unchanged"], "ms", "from the cache", result["kept"], "under 5 ms")


def _pages() -> dict[str, float]:
    """Return the processor time of a visitor's request in milliseconds, through every middleware, on SQLite."""
    from django.core.cache import caches
    from django.test import Client

    from ratings.services.player_lists import import_players
    from tests.world import World, later
    from tournaments.services.events import edit_event
    from tournaments.services.sections import create_section

    world = World(slug="large", game="chess", regime="fide-2023")
    section = create_section(
        actor=world.olga, now=later(), event_id=world.event.pk, slug="swiss", names={"en": "Swiss"}, game="chess",
        regime="fide-2023", format="swiss", rounds_planned=ROUNDS, tiebreaks=list(BREAKS),
    )  # fmt: skip
    lines = ["family_name,given_name,rating", *(f"Player{n},A,{2700 - n // 2}" for n in range(PLAYERS))]
    import_players(actor=world.olga, now=later(), event_id=world.event.pk, data="\n".join(lines), section_id=section.pk)
    edit_event(actor=world.olga, now=later(), event_id=world.event.pk, changes={"published": True})
    client, address = Client(), f"/events/{world.event.slug}/swiss/standings/"
    tag = client.get(address)["ETag"]

    def compute() -> None:
        for cache in caches.all():
            cache.clear()
        client.get(address)

    return {
        "anew": _busy(compute),
        "kept": _busy(lambda: client.get(address)),
        "unchanged": _busy(lambda: client.get(address, headers={"if-none-match": tag})),
    }


def _busy(act: Callable[[], object]) -> float:
    times = []
    for _ in range(RUNS * 3):
        began = time.process_time()
        act()
        times.append((time.process_time() - began) * 1000)
    return statistics.median(times)


def _read(stored: bytes) -> Standings:
    """Convert bytes into rows, as a cache does on another machine."""
    read: Standings = pickle.loads(stored)
    return read


def made_up(players: int = PLAYERS, rounds: int = ROUNDS, seed: int = 1) -> Table:
    """Return a tournament in which players meet opponents near them in the table, with some byes and forfeits."""
    draw = random.Random(seed)
    scores = dict.fromkeys(range(1, players + 1), 0)
    encounters: dict[int, list[Encounter]] = {number: [] for number in scores}
    for round_ in range(1, rounds + 1):
        ranked = sorted(scores, key=lambda number: (-scores[number], draw.random()))
        absent = {number for number in ranked if draw.random() < 0.02}
        for number in absent:
            kind = draw.choice((EncounterKind.HALF_BYE, EncounterKind.ZERO_BYE))
            encounters[number].append(Encounter(round_, kind, Scoring().of_bye(kind)))
        seated = [number for number in ranked if number not in absent]
        if len(seated) % 2:
            encounters[seated[-1]].append(Encounter(round_, EncounterKind.PAIRING_BYE, 2))
            scores[seated.pop()] += 2
        for white, black in zip(seated[::2], seated[1::2], strict=True):
            points = draw.choice((0, 1, 2))
            kinds = (EncounterKind.PLAYED, EncounterKind.PLAYED)
            if points == 2 and draw.random() < 0.03:
                kinds = (EncounterKind.FORFEIT_WIN, EncounterKind.FORFEIT_LOSS)
            encounters[white].append(Encounter(round_, kinds[0], points, black, Side.WHITE, 2 - points))
            encounters[black].append(Encounter(round_, kinds[1], 2 - points, white, Side.BLACK, points))
            scores[white] += points
            scores[black] += 2 - points
    participants = {
        number: Participant(number, number, 2700 - number // 2, tuple(own)) for number, own in encounters.items()
    }
    return Table(participants, rounds, Scoring(), predetermined=False)


def _plain_buchholz(table: Table) -> dict[int, int]:
    scores = {key: sum(own.points for own in player.encounters) for key, player in table.participants.items()}
    return {
        key: sum(scores[own.opponent] for own in player.encounters if own.opponent is not None)
        for key, player in table.participants.items()
    }


def _seconds(work: Callable[[_Input], object], prepare: Callable[[], _Input]) -> float:
    """Return the median of several runs."""
    times = []
    for _ in range(RUNS):
        value = prepare()
        began = time.process_time()
        work(value)
        times.append(time.process_time() - began)
    return statistics.median(times)


if __name__ == "__main__":
    print(json.dumps(in_database(_pages)))
