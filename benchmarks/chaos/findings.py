"""Findings after a run: in the database, in its replica, in served pages, in a restored backup."""

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg

from benchmarks.chaos.client import Client, Site
from benchmarks.chaos.rig import Rig
from deploy.cluster import programs

_CATCHING_UP_SECONDS = 30.0
_ENDS = "SELECT id, seq, digest, (SELECT count(*) FROM games_recordentry AS entry WHERE entry.game_id = game.id)"


@dataclass
class Findings:
    """Sentences that describe errors; empty if all is well.

    `standings`: starting number, points and rank of each player, recomputed; `waiting`: jobs that are not done; `games`
    and `entries`: the numbers of records and of their entries.
    """

    lost: list[str] = field(default_factory=list)
    duplicated: list[str] = field(default_factory=list)
    inconsistent: list[str] = field(default_factory=list)
    standings: list[list[Any]] = field(default_factory=list)
    waiting: int = 0
    games: int = 0
    entries: int = 0

    @property
    def all(self) -> list[str]:
        return [*self.lost, *self.duplicated, *self.inconsistent]


def inspected(
    environment: Mapping[str, str], ledger: Path, lines: Path, label: str = "all", until: int | None = None
) -> Findings:
    """Return the findings of `benchmarks.chaos.inspection` in the database of an environment."""
    arguments = [str(ledger), str(lines), label, *([str(until)] if until is not None else [])]
    completed = programs.run(environment, "-m", "benchmarks.chaos.inspection", *arguments)
    return Findings(**json.loads(completed.splitlines()[-1]))


def served(port: int, host: str, event: str, section: str, expected: list[list[Any]]) -> list[str]:
    """Return the differences between `expected` and the standings that a node serves."""
    client = Client(Site(port, host, tls=False), 241, [])
    path = f"/api/v1/events/{event}/sections/{section}/standings/?page_size=200"
    answer = client.ask("GET", path, X_Forwarded_Proto="https", Cookie="wrote=1")
    client.close()
    if answer.status != 200:
        return [f"the standings are answered {answer.status} at port {port}"]
    rows = [[row["number"], row["points"], row["rank"]] for row in answer.json()["results"]]
    return [] if rows == expected else [f"the standings served at port {port} are not as computed: {rows}"]


def replica_differs(rig: Rig) -> list[str]:
    """Return the differences between primary and replica, after time to catch up."""
    end = time.monotonic() + _CATCHING_UP_SECONDS
    while True:
        primary, replica = _games(rig.primary.url), _games(rig.replica.url)
        if primary == replica:
            return []
        if time.monotonic() > end:
            return [f"the replica differs in games {sorted(set(primary) ^ set(replica))[:5]}"]
        time.sleep(0.5)


def _games(url: str) -> list[Any]:
    with psycopg.connect(url) as connection:
        return connection.execute(f"{_ENDS} FROM games_game AS game ORDER BY id").fetchall()
