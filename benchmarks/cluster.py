"""Costs of a move, a page and a list for each part of the cluster: the unit costs of docs/scaling.md.

All requests go through nginx, like external ones; pages are requested from the nodes, as nginx does when its copy is
two seconds old. The baseline is one more node, requested directly, with its own connections to the primary: no nginx,
no PgBouncer, no replica.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from benchmarks.load import Request, get, post
from benchmarks.measuring import Row, processor_of
from benchmarks.moves import _moves as moves_of
from benchmarks.phones import SETTLING

LONG = True
ROUNDS, SECONDS, CONNECTIONS, PACE = 3, 4, 16, 25
PAGE = "/events/moves/chess/rounds/1/"
LIST = "/api/v1/events/moves/games/"

Ask = Callable[[], tuple[float, list[float]]]


@dataclass(frozen=True, slots=True)
class Cost:
    """Milliseconds of the processor for one answer, by part; answers a second; p99 in milliseconds."""

    by_part: dict[str, float]
    rate: float
    p99: float

    @property
    def processor(self) -> float:
        return sum(self.by_part.values())


def run() -> Iterator[Row]:
    from deploy.cluster import programs
    from deploy.cluster.processes import free_port
    from deploy.cluster.shape import Cluster
    from tests.servers import new_folder

    hall: dict[str, Any] = {}

    def fill(cluster: Cluster) -> None:
        hall.update(json.loads(programs.run(cluster.direct, "-m", "benchmarks.moves").splitlines()[-1]))

    cluster = Cluster(new_folder("cluster"), host="localhost", tls=False)
    cluster.start(fill)
    port = free_port()
    alone = programs.web(cluster.direct, cluster.home / "alone.log", port, workers=2, name="alone")
    try:
        alone.start()
        time.sleep(SETTLING)
        yield from _rows(cluster, alone, port, hall)
    finally:
        alone.stop()
        cluster.stop()


def _rows(cluster: Any, alone: Any, port: int, hall: dict[str, Any]) -> Iterator[Row]:
    parts = {name: part.process.pid for name, part in cluster.parts.items()} | {"alone": alone.process.pid}
    moves = moves_of(hall)
    # A list is packed while it is sent, and then its length is not said.
    page, listed = _request(PAGE, "Accept-Encoding: gzip"), _request(LIST)
    asked: tuple[tuple[str, Ask, Ask], ...] = (
        ("a move", lambda: _moves(cluster.port, moves), lambda: _moves(port, moves)),
        ("a page that is kept", lambda: _paced(cluster.web_ports, page), lambda: _paced([port], page)),
        ("a list of 300 games", lambda: _paced([cluster.port], listed), lambda: _paced([port], listed)),
    )
    rates = []
    for what, through, directly in asked:
        for ask in (through, directly):
            ask()  # nothing is planned or loaded any more while it is measured
        ours = [_cost(parts, through) for _ in range(ROUNDS)]
        theirs = [_cost(parts, directly) for _ in range(ROUNDS)]
        mine, other = _median(ours), _median(theirs)
        yield Row(f"{what}, processor of all parts", mine.processor, "ms", "one node alone", other.processor)
        for whose, cost in (("", mine), (" by one node alone", other)):
            split = ", ".join(f"{name} {spent:.2f}" for name, spent in cost.by_part.items() if spent >= 0.1)
            print(f"cluster   {what}{whose}, ms by part: {split}", flush=True)
        if what == "a move":
            yield Row("moves a second", mine.rate, "/s", "one node alone", other.rate)
            rates = [mine.rate, other.rate, mine.p99]
    print(f"cluster   load of the machine, one minute: {os.getloadavg()[0]:.1f}")
    print(f"cluster: {rates[0]:.0f} moves/s, p99 {rates[2]:.1f} ms; one node alone {rates[1]:.0f}/s")


def _moves(port: int, moves: Callable[[], Request]) -> tuple[float, list[float]]:
    return post(port, moves, SECONDS, CONNECTIONS)


def _paced(ports: list[int], request: bytes) -> tuple[float, list[float]]:
    return get(ports, request, SECONDS, CONNECTIONS, PACE)


def _cost(parts: dict[str, int], ask: Ask) -> Cost:
    before = {name: processor_of([pid]) for name, pid in parts.items()}
    rate, times = ask()
    spent = {name: 1000 * (processor_of([pid]) - before[name]) / len(times) for name, pid in parts.items()}
    return Cost(spent, rate, 1000 * times[int(len(times) * 0.99)])


def _median(costs: list[Cost]) -> Cost:
    return sorted(costs, key=lambda one: one.processor)[len(costs) // 2]


def _request(address: str, *more: str) -> bytes:
    lines = (
        f"GET {address} HTTP/1.1",
        "Host: localhost",
        "X-Forwarded-Proto: https",
        "Accept-Language: ru",
        *more,
    )
    return "\r\n".join((*lines, "", "")).encode()
