"""How long it takes to bring a tournament report in: 200 players and nine rounds, read, checked and written.

The baseline reads the same file and checks it, and writes nothing.
"""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.measuring import Row
from benchmarks.rulings import databases, in_child

REPORT = Path(__file__).parents[1] / "tests" / "data" / "swiss" / "rtg_162_n200_r9.trf"
RUNS = 3


def run() -> Iterator[Row]:
    for name, url in databases():
        found = in_child(url, "benchmarks.reports")
        yield Row(
            f"TRF of 200 players, 9 rounds, brought in, {name}",
            found["in"],
            "s",
            "read alone",
            found["read"],
            goal="a few seconds",
        )
        yield Row(f"its queries, {name}", found["queries"], "", goal="not by board")


def _measure() -> dict[str, float]:
    import django

    django.setup()
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from tavleya.formats.trf import read

    connection.creation.create_test_db(verbosity=0)
    try:
        data = REPORT.read_bytes()
        bring = _bringer(data)
        bring()  # shared data that are read once
        measured = {"in": _seconds(bring), "read": _seconds(lambda: read(data))}
        with CaptureQueriesContext(connection) as seen:
            bring()
        return {**measured, "queries": float(len(seen))}
    finally:
        connection.creation.destroy_test_db(connection.settings_dict["NAME"], verbosity=0)


def _bringer(data: bytes) -> Callable[[], object]:
    from reports.services.importing import import_trf
    from tavleya.actors import Actor
    from tournaments.services.events import create_event
    from tournaments.services.sections import create_section

    actor, now = Actor.of_system("benchmark"), datetime(2026, 11, 20, tzinfo=UTC)
    number = iter(range(1, 1000))

    def bring() -> object:
        at = next(number)
        event = create_event(actor=actor, now=now, slug=f"event-{at}", names={"en": f"Event {at}"})
        section = create_section(
            actor=actor, now=now, event_id=event.pk, slug="open", names={"en": "Open"}, game="chess",
            regime="fide-2023", format="swiss", rounds_planned=9,
        )  # fmt: skip
        return import_trf(
            actor=actor, now=now, section_id=section.pk, data=data, confirmed=["trf_rounds_differ"]
        )

    return bring


def _seconds(work: Callable[[], object]) -> float:
    """The median of several runs by the wall clock: the database takes part of it."""
    times = []
    for _ in range(RUNS):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return statistics.median(times)


if __name__ == "__main__":
    print(json.dumps(_measure()))
