"""Very many watchers of one game when a move is made: the cost, and the time until they receive it.

Web, live, the relay, PostgreSQL, Redis and nginx with nchan as in production, over TLS, all on this machine with the
watchers.  The baseline is the service's own endpoint in place of nchan, with a thousand.  `--watchers N` for others.
"""

import json
import os
import re
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg

from benchmarks.measuring import Row, processor_of, with_children

LONG = True
FEW = 1000
#: The knights go out and home again, so that there is always a move to play.
TOUR = ("g1-f3", "g8-f6", "f3-g1", "f6-g8")
MOVES = 8
FIRST = 4  # moves until each process knows the game, its round and the token, and its connections are open
CLIENTS = 2
_SETTLES = 1.5  # seconds until the servers have done what follows a move, and the database has counted it
_IDLE = 20.0
_REPORTED = 12.0  # seconds after which a connection that rests has told the database what it did


@dataclass(frozen=True, slots=True)
class Measurement:
    """Seconds: processor time per move, and time until so many of 100 had the event or the board; KiB per watcher."""

    come: float
    python: float
    nginx: float
    transactions: float
    half_told: float
    all_told: float
    with_board: float
    all_have_board: float
    kib: float


def run(watchers: str = str(FEW)) -> Iterator[Row]:
    from tests.production import Service

    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    count = int(watchers)
    service = Service(workers=2)
    # Signs of life do not belong to a move, and few against many moves; here they would be counted with a few.
    service.environment["TAVLEYA_LIVE_SIGN_SECONDS"] = "600"
    try:
        own = _measure(service, FEW, nchan=False)
        nchan = _measure(service, count, nchan=True)
    finally:
        service.stop()
    beside = f"own endpoint, {FEW}"
    yield Row(f"{count} come, processor of all servers", nchan.come, "s", beside, own.come)
    yield Row(f"a move watched by {count}, Python", nchan.python, "s", beside, own.python, "0.05 s at most")
    yield Row("the same, nginx", nchan.nginx, "s", beside, own.nginx)
    yield Row("transactions a move", nchan.transactions, "", beside, own.transactions, "3 at most")
    yield Row("half of them are told after", nchan.half_told, "s", beside, own.half_told)
    goal = "0.5 s at most" if count <= FEW else "2 s at most"
    yield Row("99 of 100 are told after", nchan.all_told, "s", beside, own.all_told, goal)
    if nchan.all_have_board:
        yield Row("each asks for the board: all servers", nchan.with_board, "s", beside, own.with_board)
        yield Row("99 of 100 have it after", nchan.all_have_board, "s", beside, own.all_have_board)
    yield Row("memory of what holds a watcher", nchan.kib, "KiB", beside, own.kib, "30 KiB at most")
    print(f"watchers  load of the machine, one minute: {os.getloadavg()[0]:.1f}")


def _measure(service: Any, count: int, *, nchan: bool) -> Measurement:
    from tests.production import Proxy

    proxy = Proxy(service, live_port=service.start_live(), nchan=nchan)
    if nchan:
        service.start_relay(proxy.publisher)
    hall = _Hall(service, proxy, count, nchan=nchan)
    try:
        return hall.measured()
    finally:
        hall.close()
        service.stop_live()
        proxy.stop()
        proxy.home.rename(proxy.home.with_name(f"proxy-{proxy.port}"))


class _Hall:
    """The watchers, and the servers that notify them."""

    def __init__(self, service: Any, proxy: Any, count: int, *, nchan: bool) -> None:
        self.service, self.count = service, count
        self.python = [service.web.pid, *service.streams]
        self.nginx = [proxy.process.pid]
        # With nchan nginx holds the watchers, else `live`, with a line of nginx for each.
        self.holders = self.nginx if nchan else [*self.nginx, *service.streams]
        self.port, self.game = proxy.port, service.known["game"]
        self.seq = service.seq()
        self.clients: list[subprocess.Popen[str]] = []

    def measured(self) -> Measurement:
        time.sleep(_SETTLES)
        before, processor = _memory(self.holders), self._processor()
        self._fill()
        time.sleep(_SETTLES)
        come = sum(self._processor()) - sum(processor)
        kib = (_memory(self.holders) - before) / self.count
        for _ in range(FIRST):
            self._move()
        with psycopg.connect(self.service.postgres.url, autocommit=True) as asker:
            transactions, began = _transactions(asker), time.monotonic()
            moves = [self._move() for _ in range(MOVES)]
            transactions, took = _transactions(asker) - transactions, time.monotonic() - began
            transactions -= _transactions_beside(asker) * took
        rows = [self._move(pages=True) for _ in range(MOVES)][1:] if self.count <= FEW else [(0.0,) * 5]
        # The system counts the processor in hundredths of a second: only the sum of several moves is significant.
        python, nginx = (statistics.mean(row[subject] for row in moves) for subject in (0, 1))
        half, nearly_all = (statistics.median(row[subject] for row in moves) for subject in (2, 3))
        with_board = statistics.mean(row[0] + row[1] for row in rows)
        all_shown = statistics.median(row[4] for row in rows)
        return Measurement(come, python, nginx, transactions / MOVES, half, nearly_all, with_board, all_shown, kib)

    def _fill(self) -> None:
        for number in range(CLIENTS):
            arguments = (self.port, self.count // CLIENTS, 2 + 50 * number, f"/live/games/{self.game}")
            board = f"/events/spring-cup/games/{self.game}/board/"
            self.clients.append(
                subprocess.Popen(
                    [sys.executable, "-m", "benchmarks.listeners", *map(str, arguments), board],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    text=True,
                )
            )
        for client in self.clients:
            if _answer(client) != "ready":
                raise RuntimeError("the watchers could not come")

    def _move(self, *, pages: bool = False) -> tuple[float, float, float, float, float]:
        """Return processor time of Python and of nginx, and the time until half and 99 of 100 had the event, and 99 the
        board."""
        seq, self.seq = self.seq, self.seq + 2  # the move and its press
        time.sleep(_SETTLES + 1)  # the proxy's pages of the state before are over
        before = self._processor()
        for client in self.clients:
            assert client.stdin is not None
            client.stdin.write(f"{seq + 2}{' page' * pages}\n")
            client.stdin.flush()
        began = time.monotonic()
        answer = self.service.move(TOUR[(seq - 2) // 2 % 4], seq)
        if answer.status != 201:
            raise RuntimeError(answer.text)
        documents = [json.loads(_answer(client)) for client in self.clients]
        messages, rows = (sorted(at - began for document in documents for at in document[kind]) for kind in (0, 1))
        time.sleep(_SETTLES)
        python, nginx = (after - start for after, start in zip(self._processor(), before, strict=True))
        return python, nginx, _at(messages, 0.5), _at(messages, 0.99), _at(rows, 0.99)

    def _processor(self) -> tuple[float, float]:
        return processor_of(self.python), processor_of(self.nginx)

    def close(self) -> None:
        for client in self.clients:
            client.kill()
            client.wait()


def _answer(client: subprocess.Popen[str]) -> str:
    assert client.stdout is not None
    return client.stdout.readline().strip()


def _at(times: list[float], part: float) -> float:
    return times[int(len(times) * part)] if times else 0.0


def _memory(pids: list[int]) -> float:
    """Return the KiB of memory of processes and their descendants, shared memory counted once, without sockets."""
    rolled_up = "".join(Path(f"/proc/{pid}/smaps_rollup").read_text() for pid in with_children(pids))
    return sum(int(size) for size in re.findall(r"(?m)^Pss:\s+(\d+)", rolled_up))


def _transactions(asker: psycopg.Connection[Any]) -> int:
    """Return the number of transactions that the database has counted."""
    row = asker.execute(
        "SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = current_database()"
    ).fetchone()
    assert row is not None
    return int(row[0])


def _transactions_beside(asker: psycopg.Connection[Any]) -> float:
    """Return the idle transactions a second: timers, pages rendered again, and the query itself."""
    time.sleep(_REPORTED)
    before, began = _transactions(asker), time.monotonic()
    time.sleep(_IDLE)
    return (_transactions(asker) - before) / (time.monotonic() - began)
