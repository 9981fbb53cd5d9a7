"""An open of 300 players and nine rounds through the services of the desk, everything in it; no baseline."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from datetime import UTC, datetime

from benchmarks.measuring import Row
from benchmarks.rulings import databases, in_child

LONG = True
PLAYERS, ROUNDS = 300, 9
_GOALS = {
    "round paired": "at most 1 s",
    "round published": "at most 1 s and 40 queries",
    "result entered": "at most 50 ms and 17 queries",
    "standings": "at most 500 ms",
}


def run() -> Iterator[Row]:
    for name, url in databases():
        if not url:
            continue
        for what, (each, queries) in in_child(url, "benchmarks.open_run").items():
            yield Row(
                f"open of {PLAYERS}, {what}, {queries:.0f} queries, {name}",
                each,
                "ms",
                goal=_GOALS.get(what, ""),
            )


def _measure() -> dict[str, tuple[float, float]]:
    import django

    django.setup()
    from django.db import connection

    from portal.demo.open_run import OpenRun
    from tavleya.actors import Actor

    connection.creation.create_test_db(verbosity=0)
    try:
        now = datetime(2026, 11, 20, 10, tzinfo=UTC)
        made = OpenRun(
            Actor.of_system("benchmark"), now, slug="open", players=PLAYERS, rounds=ROUNDS, seed="7"
        )
        made.run()
        steps = made.steps.values()
        return {
            step.name: (1000 * step.seconds / step.times, step.queries / step.times)
            for step in steps
            if step.queries
        }
    finally:
        connection.creation.destroy_test_db(connection.settings_dict["NAME"], verbosity=0)


if __name__ == "__main__":
    print(json.dumps(_measure()), file=sys.stdout)
